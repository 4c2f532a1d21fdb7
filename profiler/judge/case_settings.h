// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

#include <optional>
#include <vector>

/// Which setting for which input: what the recommendations of all cases say together.
namespace profiler {

struct SpeedUp;
struct VariantResult;

/// Cases that get the same advice.
struct CaseGroup {
    RecommendationKind kind = RecommendationKind::NotEnoughData;
    int variant = 0;
    std::vector<int> cases;
};

/// Recommended settings first, the one for most cases before the others; then what is kept eager,
/// then what is open.
[[nodiscard]] std::vector<CaseGroup> caseGroups(const ComparisonResult& result);

/// The variant of a case, null where there is none of that index.
[[nodiscard]] const VariantResult* variantOf(const CaseResult& caseResult, int variant);

/// The variant that the recommendation is about; beside a kept baseline, the fastest of the others.
[[nodiscard]] int recommendedOrBest(const CaseResult& caseResult);

/// The speed-up of one over the other, both against the same baseline in the same repetitions;
/// without an interval when they do not have the same.
struct RatioOfTwo {
    double estimate = 1;
    std::optional<Interval> interval;
};

[[nodiscard]] RatioOfTwo ratioBetween(const SpeedUp& one, const SpeedUp& other);

/// Geometric mean over the cases that have a recommended variant.
struct MeanSpeedUp {
    std::vector<int> cases;
    double estimate = 1;
    Measured<Interval> interval = missing(ReasonKind::NotRecorded);
};

/// Nothing without a recommended case.
[[nodiscard]] std::optional<MeanSpeedUp> meanOfRecommended(const ComparisonResult& result);

/// What the setting for all cases costs where another would be better.
struct SettingLoss {
    int caseIndex = 0;
    int better = 0; ///< the variant recommended there
    RatioOfTwo timesSlower;
};

/// Of `result.recommendation`, worst first; empty where none is clearly better anywhere.
[[nodiscard]] std::vector<SettingLoss> lossesOfOneSetting(const ComparisonResult& result);

} // namespace profiler
