// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/training_facts.h"
#include "profiler/model/reason.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct ComparisonData;

/// The losses of one side, step by step.
struct LossSeries {
    int variant = 0;
    LossPrecision precision = LossPrecision::AsRun;
    std::vector<std::optional<double>> losses; ///< nullopt: not finite
    std::string reason; ///< why there are none, or fewer than planned
    bool randomOperators = false;
};

/// How far two curves lie apart over the steps that both have.
struct LossDistance {
    std::size_t steps = 0; ///< compared
    double largest = 0; ///< |a − b|
    std::size_t at = 0; ///< the step with it, from 0
    double relative = 0; ///< there, of the reference's loss
    bool bothFinite = true; ///< false: a step is finite on one side alone, the first is `at`
};

struct LossComparison {
    int variant = 0;
    std::optional<LossDistance> toBaseline;
    std::optional<LossDistance> toFp64;
    /// The first step from which they lie further apart than rounding explains; none: nowhere.
    std::optional<std::size_t> partFrom;
};

struct LossCurves {
    std::vector<LossSeries> series; ///< the baseline first, in fp64 last where that is known
    std::optional<LossDistance> baselineToFp64;
    std::vector<LossComparison> comparisons; ///< of each other variant with a curve

    /// Null where the variant has none.
    [[nodiscard]] const LossSeries* seriesOf(int variant) const;
    [[nodiscard]] const LossSeries* inFp64() const;
    [[nodiscard]] const LossComparison* comparisonOf(int variant) const;
};

[[nodiscard]] LossCurves lossCurves(const ComparisonData& data, int caseIndex);

/// So many times as far from the baseline as that is from fp64 is still rounding.
inline constexpr double lossesOfRounding = 10;
/// Where fp64 is not known: of the loss.
inline constexpr double lossesAlike = 0.01;

} // namespace profiler
