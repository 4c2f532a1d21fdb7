// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/break_causes.h"
#include "profiler/analysis/device_busy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// When a process compiled, and where its calls left their graphs, on the clock of its traces.
namespace profiler {

struct TimelineTracks;

enum class CompileOccasion : std::uint8_t {
    First, ///< of a function
    Again, ///< a guard failed
    Failed,
};

struct CompileSpan {
    TimeSpan span;
    CompileOccasion occasion = CompileOccasion::First;
    std::string compileId;
    std::string function;
    std::optional<std::string> cache; ///< hit, miss, bypass

    bool operator==(const CompileSpan&) const = default;
};

/// By start. Without those of which torch did not tell when they began.
[[nodiscard]] std::vector<CompileSpan> compileSpans(const ProcessRecord& process);

/// As lanes of the timeline.
void addCompiles(TimelineTracks& tracks, std::vector<CompileSpan> spans);

/// A moment at which a call left a compiled graph, to enter another one later.
struct BreakMark {
    std::int64_t time = 0; ///< the graph's end; of one that calls the other, where that begins
    BreakKey key;

    bool operator==(const BreakMark&) const = default;
};

/// Of all traced calls, by time. Between two graphs that no record names a break for, there is
/// none: they were compiled apart.
[[nodiscard]] std::vector<BreakMark> breakMarks(
    const TimelineTracks& tracks, const ProcessRecord& process);

} // namespace profiler
