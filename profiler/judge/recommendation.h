// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"
#include "profiler/model/interval.h"
#include "profiler/model/variant_result.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// One variant as the goal sees it, in one case or over all.
struct Contender {
    int variant = 0;
    std::string name;
    bool named = false; ///< begins the reason where no sentence names the variant before it
    Verdict verdict = Verdict::NotEnoughData; ///< of what the goal asks for (p99: the tail)
    Reason reason;
    std::optional<double> ratio; ///< baseline / variant of what the goal asks for
    std::optional<Interval> interval; ///< of the ratio
    /// What decides between contenders whose intervals overlap, in this order: what the goal asks
    /// for, p99, compile time, peak memory. Less is better, and a mean over cases has a meaning.
    std::array<std::optional<double>, 4> costs;
    int repetitions = 0;
    bool holdsCorrected = false;
    Reason missedLimit; ///< empty = all met
    std::string slowerIn; ///< name of a case in which it is slower; over all cases only
    Measured<Payback> payback = missing(ReasonKind::NotRecorded); ///< in the goal's cache state
    std::optional<PaybackTerms> paybackTerms; ///< in the goal's cache state
};

/// Exactly one of the kinds of recommendation, with one clause that says why.
[[nodiscard]] Recommendation recommendAmong(
    const Plan& plan, const std::vector<Contender>& contenders);

[[nodiscard]] Contender contenderOf(const Plan& plan, const VariantResult& variant);

/// What a list of comparisons shows of each: what is recommended and how many × it gives.
struct BestRatio {
    Recommendation recommendation;
    std::optional<double> ratio; ///< geometric mean over `cases`; only of a variant spoken of
    std::vector<int> cases; ///< in which it is faster: what is not decided is no speed-up
};

[[nodiscard]] BestRatio bestRatio(const ComparisonResult& result);

} // namespace profiler
