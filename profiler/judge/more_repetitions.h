// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"
#include "profiler/model/reason.h"

namespace profiler {

struct ComparisonData;
struct ComparisonResult;

/// What would bring a verdict: further repetitions, and how long they take here.
struct MoreRepetitions {
    int repetitions = 0;
    bool advised = true; ///< false: no number that one would run decides on this machine
    bool enough = true; ///< false: the verdicts ask for more than the plan allows at once
    Measured<nanoseconds> time = missing({ReasonKind::NoProcessYet, {ProcessKind::Paired}});
};

/// How many repetitions the verdicts still ask for, at most as many as the plan allows at once;
/// where they ask for nothing, as many as a plan begins with. The time is that of the recorded
/// ones, lane after lane.
[[nodiscard]] MoreRepetitions moreRepetitions(
    const ComparisonData& data, const ComparisonResult& judged);

} // namespace profiler
