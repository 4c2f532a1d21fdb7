// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/device/monitor_series.h"
#include "profiler/model/comparison_result.h"

#include <map>
#include <vector>

namespace profiler {

/// The readings of a device in one repetition.
struct RepetitionCounters {
    int repetition = 0;
    std::vector<CounterSeries> series;
};

/// What a call of one variant and case took from the device: power integrated over its timed
/// blocks. The interval is over repetitions.
struct EnergyPerCall {
    Interval joules; ///< low and high equal the estimate where there is one repetition
    int repetitions = 0;
    double meanWatts = 0; ///< while it was timed
};

[[nodiscard]] Measured<EnergyPerCall> energyPerCall(const ComparisonData& data,
    const std::vector<RepetitionCounters>& counters, int variant, int caseIndex);

} // namespace profiler
