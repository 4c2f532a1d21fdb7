// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/lanes.h"

#include <vector>

namespace profiler {

struct Case;
struct LatencySummary;
struct Percentile;
struct Throughput;

/// One variant alone. `lanes` are its steady ones, one for each repetition, with the clock
/// `call`. The median and every percentile are the median over repetitions of the repetition's
/// own; calls of different processes are never pooled for them.
[[nodiscard]] Measured<LatencySummary> summarizeLatency(const std::vector<Lane>& lanes);

/// Shown when more than half of the repetitions have enough calls; those that have not are left
/// out.
[[nodiscard]] Percentile percentileOver(const std::vector<Lane>& lanes, double p);

/// items / median time, from the same lanes (pipelined where recorded).
[[nodiscard]] Measured<Throughput> throughputOf(
    const std::vector<Lane>& lanes, const Case& measured, const std::string& itemUnit);

} // namespace profiler
