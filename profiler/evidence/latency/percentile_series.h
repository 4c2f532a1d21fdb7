// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/model/goal.h"
#include "profiler/model/variant_result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct CaseResult;

struct PercentilePoint {
    double p = 0;
    double ns = 0;
    std::optional<double> lowNs;
    std::optional<double> highNs;
};

struct PercentileVariant {
    int variant = 0; ///< index into Plan::variants
    std::string name;
    std::int64_t callsInOneProcess = 0; ///< more than half of the processes have so many
    double shownUpTo = 0; ///< last percentile that may be shown
    std::vector<PercentilePoint> curve; ///< from the fastest call to that percentile
    std::vector<PercentilePoint> slowest; ///< single calls beyond it, by p
    Percentile headline; ///< at the series' headline percentile, as judged
    std::optional<LimitResult> limit;
    Reason whyEmpty;
};

/// How slow the slowest calls are: the middle over processes of each process's percentile.
struct PercentileSeries {
    std::vector<PercentileVariant> variants; ///< in plan order, also those without calls
    double shownUpTo = 0; ///< the smallest of the variants
    double headline = tailPercentile; ///< the percentile the cross stands at
    double toPercentile = 0.999; ///< end of the axis
    std::optional<double> limitNs; ///< of p99
    std::optional<Percentile> next; ///< the first that may not be shown: needs and has
    Reason whyEmpty;
};

[[nodiscard]] PercentileSeries percentileSeries(
    const JudgeInput& input, const CaseResult& caseResult, const Goal& goal);

/// Each variant's percentiles against the baseline's at the same p.
struct QuantilePair {
    double p = 0;
    double baselineNs = 0;
    double variantNs = 0;
};

struct QuantileVariant {
    int variant = 0;
    std::string name;
    std::vector<QuantilePair> pairs; ///< by p, up to what both may show
};

[[nodiscard]] std::vector<QuantileVariant> quantilePairs(const PercentileSeries& series);

} // namespace profiler
