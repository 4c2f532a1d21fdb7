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

} // namespace profiler
