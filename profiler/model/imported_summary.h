// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/reason.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What can be said of files that other tools made. Nobody timed anything for a verdict there: the
/// calls ran under a profiler, once, and not in turns.
namespace profiler {

/// What a comparison is made from; decided once, by `judge`.
enum class ComparisonKind {
    Recording, ///< of this program: the only one that verdicts follow from
    TraceDifference, ///< imported traces of two or more variants
    Trace, ///< imported traces of one variant
    CompileLog, ///< TORCH_TRACE logs alone
    MemorySnapshot, ///< snapshots of an allocator alone
};

[[nodiscard]] constexpr bool isImported(ComparisonKind kind)
{
    return kind != ComparisonKind::Recording;
}

/// A class of work or a cause of idle time, of one side or of two.
struct TimePart {
    std::string key; ///< stable: "copy", "launch_latency"
    std::string name; ///< "copies"
    double baselineNs = 0;
    double variantNs = 0;

    [[nodiscard]] double changeNs() const { return variantNs - baselineNs; }
};

/// Of one call, or step, of an imported trace.
struct TraceFacts {
    bool hasTrace = false;
    std::string device; ///< empty: the file does not name it
    bool marksSteps = false; ///< false: the trace is taken as one call
    int steps = 0;
    std::optional<double> stepNs; ///< median, under the profiler
    std::optional<double> busyRatio; ///< of the device; nullopt: nothing ran on one
    std::int64_t kernels = 0; ///< that began in a step; 0 without a device
    std::int64_t launches = 0; ///< that began them: a CUDA graph is one
    std::int64_t graphLaunches = 0;
    Reason noDevice; ///< why no device was seen; empty: one was
    std::vector<TimePart> parts; ///< add up to `stepNs`; variantNs has them
};

/// Of a TORCH_TRACE log.
struct LogFacts {
    bool hasLog = false;
    int compiles = 0; ///< recompiles too
    double compileNs = 0; ///< of all of them
    int failed = 0;
    int breaks = 0; ///< places
    int recompiles = 0;
    int cacheHits = 0;
    int cacheMisses = 0;
};

/// The largest that the file tells of; nullopt: it tells none.
struct PeakFacts {
    bool hasMemory = false;
    std::optional<std::int64_t> deviceBytes; ///< allocated
    std::optional<std::int64_t> reservedBytes;
    std::optional<std::int64_t> hostBytes;
};

struct ImportedVariantFacts {
    int variant = 0;
    std::string name;
    TraceFacts trace;
    LogFacts log;
    PeakFacts memory;
};

/// From a step of the first variant to one of another.
struct TraceDifference {
    int variant = 0;
    double baselineNs = 0;
    double variantNs = 0;
    bool onDevice = false;
    std::vector<TimePart> parts; ///< add up to the difference; in the order drawn

    [[nodiscard]] double changeNs() const { return variantNs - baselineNs; }
};

struct ImportedSummary {
    std::vector<ImportedVariantFacts> variants; ///< in the order of the plan
    std::vector<TraceDifference> differences; ///< of those that can be taken; from the second on
    Reason noDifference; ///< why some are missing; empty: none is
};

} // namespace profiler
