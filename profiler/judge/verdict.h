// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/paired_repetitions.h"
#include "profiler/model/goal.h"
#include "profiler/model/interval.h"
#include "profiler/model/reason.h"

#include <optional>
#include <vector>

namespace profiler {

struct SpeedUp;
struct VariantResult;
enum class Verdict;

/// What decides between the rows of the verdict table.
struct VerdictThresholds {
    double minimumEffect = Goal {}.minimumEffect; ///< 0.03 = 3 %: what is too small to matter
    LogRatio noiseFloor; ///< of the machine: asked of "faster" and "slower" only
};

/// Rules 4 to 8 of the table: first one that holds. `speedUp` is above 1 where the variant is
/// better.
[[nodiscard]] Verdict verdictOf(const Interval& speedUp, const VerdictThresholds& thresholds);

[[nodiscard]] bool isUndecided(Verdict verdict);

/// Faster, slower or no difference.
[[nodiscard]] bool isDecided(Verdict verdict);

/// How many times faster than the baseline, if the verdict is faster, slower or no difference;
/// otherwise the reason. Use it wherever a ratio is shown without the verdict beside it.
[[nodiscard]] Measured<Interval> decidedRatio(const VariantResult& variant);

/// How many times faster the medians of the two are, where that contradicts the speed-up, which
/// compares blocks measured side by side: it lies outside the interval, or is on the other side of
/// 1, each by more than matters. Calls then changed between rounds.
[[nodiscard]] std::optional<double> contradictingMedians(
    const VariantResult& baseline, const VariantResult& variant, double minimumEffect);

/// Of repetitions and rounds, for any of these.
[[nodiscard]] bool isEnoughForVerdict(const SpeedUp& speedUp);

/// p99 of baseline / variant over repetitions with enough calls of both, clock call. No verdict
/// below three of them, or where less than 90 % of the blocks were quiet: tails then follow the
/// neighbours.
void judgeTail(VariantResult& result, const std::vector<PairedRepetition>& pairs, double quietRatio,
    double minimumEffect);

} // namespace profiler
