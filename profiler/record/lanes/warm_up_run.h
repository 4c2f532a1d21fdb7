// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/lanes/worker_run.h"

#include <map>
#include <set>

namespace profiler {

/// What a warm-up told about one case.
struct WarmCase {
    bool steady = false;
    std::int64_t callNs = 0; ///< median of the last calls
    std::int64_t calls = 0; ///< that it took
};

using WarmCases = std::map<int, WarmCase>; ///< by case

/// First calls of all cases in order, as a process in production makes them; then each case until
/// it is steady, granted in pieces (docs/development/measurement.md, Warm-up). Empty when the
/// worker failed.
[[nodiscard]] WarmCases warmUp(WorkerRun& worker);

/// First calls of all cases in order, then more of each until one compiled nothing. False when the
/// worker or one of its cases failed.
[[nodiscard]] bool firstCalls(WorkerRun& worker);

/// What some of the lanes runs: a case may fail in one and not in another.
template <typename Lanes>
[[nodiscard]] std::set<int> casesOf(const Lanes& lanes)
{
    std::set<int> indices;
    for (const auto& lane : lanes)
        for (const auto& [index, warm] : lane.warm)
            indices.insert(index);
    return indices;
}

} // namespace profiler
