// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/statistics/violin.h"

#include <string>
#include <vector>

namespace profiler {

struct CaseResult;

/// What one value of the spread is.
enum class SpreadGrain {
    Calls,
    Rounds, ///< medians of timed blocks
    Processes, ///< medians of processes
};

struct SpreadVariant {
    int variant = 0; ///< index into Plan::variants
    std::string name;
    Violin violin; ///< median, middle half and p99 are the judged ones where the grain is calls
    std::vector<double> shares; ///< of all values, by bin
    double beyondShare = 0; ///< above the last bin
    Reason whyEmpty;
};

/// Violins and a histogram with equal bins over one axis.
struct SpreadSeries {
    SpreadGrain grain = SpreadGrain::Calls;
    ValueAxis axis = ValueAxis::Linear;
    double lowNs = 0; ///< the axis; a linear one leaves the farthest calls out
    double highNs = 0;
    std::vector<double> edgesNs; ///< of the bins, ascending
    std::vector<SpreadVariant> variants; ///< in plan order, also those without values
    Reason whyEmpty;
};

[[nodiscard]] SpreadSeries spreadSeries(const JudgeInput& input, const CaseResult& caseResult,
    SpreadGrain grain = SpreadGrain::Calls, ValueAxis axis = ValueAxis::Linear);

} // namespace profiler
