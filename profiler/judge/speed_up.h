// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/paired_repetitions.h"
#include "profiler/model/interval.h"
#include "profiler/model/thresholds.h"

#include <optional>
#include <vector>

namespace profiler {

struct SpeedUp;

/// Speed-up of a variant: exp of the mean over repetitions of m(k). The interval is the t interval
/// over repetitions; with one or two repetitions it is the range of what is known inside them.
[[nodiscard]] Measured<SpeedUp> speedUpOf(
    const std::vector<PairedRepetition>& pairs, Clock clock, CallTime time = CallTime::Wall);

/// Interval of the same at another confidence (the widened one of many comparisons); nothing below
/// three repetitions.
[[nodiscard]] std::optional<Interval> speedUpAt(const SpeedUp& speedUp, double confidence);

/// Deviation of eager again / eager between repetitions; nothing with fewer than two.
[[nodiscard]] std::optional<LogRatio> noiseDeviation(const std::vector<PairedRepetition>& again);

/// How far eager again / eager lies from no difference, in either direction; nothing below three
/// repetitions.
[[nodiscard]] std::optional<LogRatio> distanceOfEqual(const std::vector<PairedRepetition>& again);

/// t(0.975, P-1) s / sqrt P with the comparison's own number of repetitions.
[[nodiscard]] std::optional<LogRatio> noiseFloor(LogRatio deviation, int repetitions);

/// P (2h/m)^2: repetitions after which half the interval is about m/2; h = its present half-width.
/// At least one more than there are.
[[nodiscard]] int repetitionsNeeded(const SpeedUp& speedUp, double minimumEffect);

} // namespace profiler
