// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/energy.h"

#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <optional>

namespace profiler {

namespace {

struct Taken {
    double joules = 0;
    double seconds = 0;
    double calls = 0;
};

Taken takenIn(
    const ComparisonData& data, const RepetitionCounters& counters, int variant, int caseIndex)
{
    constexpr double perSecond = 1e9;
    Taken taken;
    const auto* power = seriesOf(counters.series, "power_watts");
    if (power == nullptr)
        return taken;
    for (const auto& lane : lanesAtWork(data, counters.repetition)) {
        if (!lane.timed() || lane.again || lane.variant != variant || lane.caseIndex != caseIndex)
            continue;
        if (const auto joules = integralDuring(*power, lane.span)) {
            taken.joules += *joules;
            taken.seconds += static_cast<double>(lane.span.end - lane.span.begin) / perSecond;
            taken.calls += static_cast<double>(lane.calls);
        }
    }
    return taken;
}

} // namespace

Measured<EnergyPerCall> energyPerCall(const ComparisonData& data,
    const std::vector<RepetitionCounters>& counters, int variant, int caseIndex)
{
    std::vector<double> joules;
    Taken all;
    for (const auto& repetition : counters) {
        const auto taken = takenIn(data, repetition, variant, caseIndex);
        if (taken.calls <= 0 || taken.joules <= 0)
            continue;
        joules.push_back(taken.joules / taken.calls);
        all.joules += taken.joules;
        all.seconds += taken.seconds;
    }
    const auto estimate = mean(joules);
    if (!estimate)
        return missing("the device's power was not read during its timed calls");
    EnergyPerCall energy {.joules = {*estimate, *estimate, *estimate},
        .repetitions = static_cast<int>(joules.size()),
        .meanWatts = all.seconds > 0 ? all.joules / all.seconds : 0};
    if (const auto interval = tInterval(joules))
        energy.joules = *interval;
    return energy;
}

} // namespace profiler
