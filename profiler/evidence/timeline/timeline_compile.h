// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/statistics/busy_spans.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// When a process compiled, on the clock of its traces.
namespace profiler {

struct ProcessRecord;

enum class CompileOccasion : std::uint8_t {
    First, ///< of a function
    Again, ///< a guard failed
    Failed,
};

struct TimelineCompile {
    TimeSpan span;
    CompileOccasion occasion = CompileOccasion::First;
    std::string compileId;
    std::string function;
    std::optional<std::string> cache; ///< hit, miss, bypass

    bool operator==(const TimelineCompile&) const = default;
};

/// By start. Without those of which torch did not tell when they began.
[[nodiscard]] std::vector<TimelineCompile> compileSpans(const ProcessRecord& process);

} // namespace profiler
