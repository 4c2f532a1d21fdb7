// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/comparison_result.h"
#include "profiler/analysis/paired_repetitions.h"

#include <optional>
#include <vector>

namespace profiler {

inline constexpr int repetitionsForVerdict = 3;
inline constexpr int roundsForVerdict = 10;
inline constexpr int repetitionsForBootstrap = 10;
inline constexpr int repetitionsForCorrection = 5; ///< the recommendation asks for it from here on

/// Speed-up of a variant: exp of the mean over repetitions of m(k). The interval is the t interval
/// over repetitions; with one or two repetitions it is the range of what is known inside them.
[[nodiscard]] Measured<SpeedUp> speedUpOf(const std::vector<PairedRepetition>& pairs, Clock clock);

/// Interval of the same at another confidence (the widened one of many comparisons); nothing below
/// three repetitions.
[[nodiscard]] std::optional<Interval> speedUpAt(const SpeedUp& speedUp, double confidence);

/// Deviation of ln(eager again / eager) between repetitions; nothing with fewer than two.
[[nodiscard]] std::optional<double> noiseDeviation(const std::vector<PairedRepetition>& again);

/// t(0.975, P-1) s / sqrt P with the comparison's own number of repetitions, as ln.
[[nodiscard]] std::optional<double> noiseFloor(double deviation, int repetitions);

/// P (2h/m)^2: repetitions after which half the interval is about m/2; h = its present half-width
/// in ln. At least one more than there are.
[[nodiscard]] int repetitionsNeeded(const SpeedUp& speedUp, double minimumEffect);

} // namespace profiler
