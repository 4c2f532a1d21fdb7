// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/model/goal.h"
#include "profiler/model/variant_result.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct CaseResult;
struct ComparisonResult;

/// One fresh process: its value, and what is known of it from inside.
struct ProcessDot {
    int repetition = 0;
    double value = 0;
    std::optional<double> low;
    std::optional<double> high;
};

struct ProcessRow {
    int variant = 0; ///< index into Plan::variants
    bool again = false; ///< "eager again"
    std::string name;
    Percentile median; ///< as judged; of the "again" row: none
    std::vector<ProcessDot> dots; ///< in % of the variant's median (again: of the baseline's)
    Reason whyEmpty;
};

/// How far the processes of a variant lie apart.
struct ProcessSeries {
    std::vector<ProcessRow> rows; ///< in plan order, "eager again" after the baseline
    std::optional<double> noisePercent; ///< of eager against eager, as judged
    Reason whyEmpty;
};

[[nodiscard]] ProcessSeries processSeries(
    const JudgeInput& input, const ComparisonResult& result, const CaseResult& caseResult);

/// Why a variant is undecided: times faster in each process, and together.
struct RatioSeries {
    int variant = 0;
    std::string name;
    std::vector<ProcessDot> dots; ///< ratios
    Interval together;
    Verdict verdict = Verdict::NotEnoughData; ///< of `together`
    double band = Goal {}.minimumEffect; ///< 0.03 = 3 %: what is too small to matter
    bool bandIsNoise = false; ///< the machine's noise is larger than the user's limit
    Reason whyEmpty;
};

/// What an axis of these ratios shows: 1, the band, every process that does not lie out of all
/// proportion, and as much of the intervals as leaves the processes apart.
struct RatioRange {
    double low = 1;
    double high = 1;
};

[[nodiscard]] RatioRange rangeOf(const RatioSeries& series);

[[nodiscard]] RatioSeries ratioSeries(const JudgeInput& input, const ComparisonResult& result,
    const CaseResult& caseResult, int variant);

} // namespace profiler
