// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

#include <optional>
#include <vector>

namespace profiler {

/// Of findings that say what a call could win back: where the plan holds a variant that is the
/// finding's own with its remedy, both were timed in lock step, which tells what the remedy won of
/// a call and whether that proves it.
void proveRemedies(
    const ComparisonData& data, const ComparisonResult& judged, std::vector<Finding>& findings);

/// Confirmed: a call became shorter, by the whole interval. Refuted: it became longer, or by the
/// whole interval shorter by less than `leastRatio` of it. Else undecided.
[[nodiscard]] RemedyState stateOfRemedy(const Interval& speedUp, double leastRatio);

/// A plan that tries it: the baseline, the finding's variant and that one with the remedy. nullopt:
/// the finding is of no variant, or a plan cannot say its remedy.
[[nodiscard]] std::optional<Plan> planThatTries(const Plan& plan, const Finding& finding);

} // namespace profiler
