// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/goal.h"
#include "profiler/model/protocol.h"

#include <cstdint>

namespace profiler {

struct BlockSizeRequest {
    std::int64_t callNs = 0; ///< steady time of a call of this variant
    int rounds = 20;
    Effort effort = Effort::Normal;
    GoalMetric goal = GoalMetric::Median;
    std::int64_t inputCycle = 1; ///< input sets that take turns: the size is a multiple
};

/// Calls of a block, the same in all rounds of a variant: 50 ms of them; raised to 5 while five
/// take at most 1 s; raised until rounds x calls show p99 (from normal effort on, or with that
/// goal) as long as a block stays under 1 s; at least 1.
[[nodiscard]] std::int64_t callsPerBlock(const BlockSizeRequest& request);

/// Calls at the begin of a granted block that are thrown away: 3 and 20 ms of them at least, or 1
/// over 100 ms a call. They refill caches, and until some milliseconds after a lane wakes up the
/// scheduler keeps its threads on one core.
[[nodiscard]] std::int64_t discardedCalls(std::int64_t callNs);

} // namespace profiler
