// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/interval.h"
#include "profiler/model/reason.h"
#include "profiler/model/result.h"

namespace profiler {

struct ComparisonData;
struct StepSplit;

/// The four parts of a step and what they leave of it, of the clocked steps of all repetitions;
/// beside them what each became against the baseline.
[[nodiscard]] Measured<StepSplit> stepSplit(const ComparisonData& data, int variant, int caseIndex);

/// What its interval says of a part or of the whole step.
enum class StepChange {
    Changed, ///< more than chance and than 1 % of the baseline's step
    Unchanged, ///< both ends of the interval lie within 1 % of it
    NotDecided,
};

[[nodiscard]] StepChange stepChange(const Interval& change, double baselineStepNs);

} // namespace profiler
