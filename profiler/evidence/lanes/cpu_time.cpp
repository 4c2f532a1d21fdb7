// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/cpu_time.h"

#include "profiler/model/facts/timing_facts.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>

namespace profiler {

std::optional<double> cpuTimeOf(const TimedBlock& block)
{
    std::vector<double> calls;
    for (const auto ns : block.recorded->cpuNs) {
        if (ns > 0)
            calls.push_back(static_cast<double>(ns));
    }
    return calls.size() == block.recorded->wallNs.size() ? median(calls) : std::nullopt;
}

std::optional<double> ownWaitRatio(const std::vector<Lane>& lanes)
{
    std::vector<double> ratios;
    for (const auto& lane : lanes) {
        for (const auto& block : lane.blocks) {
            const auto& calls = *block.recorded;
            const auto read
                = std::min({calls.wallNs.size(), calls.cpuNs.size(), calls.switches.size()});
            for (std::size_t i = 0; i < read; ++i) {
                const auto wall = static_cast<double>(calls.wallNs[i]);
                const auto cpu = static_cast<double>(calls.cpuNs[i]);
                if (calls.switches[i] == 0 && wall > 0 && cpu >= 0)
                    ratios.push_back(1 - cpu / wall);
            }
        }
    }
    return median(ratios);
}

} // namespace profiler
