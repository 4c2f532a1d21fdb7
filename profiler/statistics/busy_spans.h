// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace profiler {

/// Half open, in ns of one clock.
struct TimeSpan {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    bool operator==(const TimeSpan&) const = default;
};

/// Spans merged where they touch or overlap, ascending; empty ones left out.
[[nodiscard]] std::vector<TimeSpan> unionOf(std::span<const TimeSpan> spans);

/// How much of `window` the merged, ascending spans cover.
[[nodiscard]] std::int64_t coveredNs(std::span<const TimeSpan> merged, TimeSpan window);

/// What a device did in a window. Overlapping kernels on several streams count once in `busyNs`.
struct DeviceBusy {
    std::int64_t busyNs = 0; ///< length of the union, clipped to the window
    std::int64_t sumNs = 0; ///< of durations in the window; above busy where streams overlap
    std::int64_t idleNs = 0;
    double busyRatio = 0; ///< 0 for an empty window
    std::vector<std::int64_t> innerGapsNs; ///< between merged spans
};

[[nodiscard]] DeviceBusy deviceBusy(std::span<const TimeSpan> spans, TimeSpan window);

} // namespace profiler
