// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What is kept of torch's CompilationMetrics. Producers add fields of their own to them, host and
/// user names and parts of their environment among them, so that only what is named here stays.
namespace profiler {

enum class MetricKind {
    Dropped,
    Number, ///< or a truth value
    Text,
    Texts, ///< a list of them
};

[[nodiscard]] MetricKind metricKind(std::string_view key);

/// Of an object in JSON what is kept of it; empty where it is none.
[[nodiscard]] std::string keptMetrics(std::string_view json);

/// Of such an object what places a compile among calls.
struct CompileStep {
    std::optional<UtcTime> started;
    std::optional<std::int64_t> entries; ///< of the function in the cache, before it
    std::optional<std::int64_t> limit; ///< of them
    std::optional<std::int64_t> graphRecordNs; ///< of a CUDA graph, as compiled code ran
};

/// nullopt: it is no such object.
[[nodiscard]] std::optional<CompileStep> compileStep(std::string_view json);

/// Of such an object; empty where it has no such text.
[[nodiscard]] std::string metricText(std::string_view json, std::string_view key);

} // namespace profiler
