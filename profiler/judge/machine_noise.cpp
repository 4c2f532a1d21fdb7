// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/machine_noise.h"

#include "profiler/judge/speed_up.h"
#include "profiler/statistics/log_ratios.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace profiler {

namespace {

/// Half-width of the interval after the most repetitions.
std::optional<LogRatio> bestHalfWidth(const SpeedUp& speedUp)
{
    if (speedUp.repetitions < repetitionsForVerdict)
        return std::nullopt;
    const auto deviation = standardDeviation(logRatiosOf(speedUp.byRepetition));
    if (!deviation || !std::isfinite(deviation->logarithm()))
        return std::nullopt;
    return noiseFloor(*deviation, mostRepetitionsAdvised);
}

} // namespace

bool isTooBusy(const MeasurementQuality& quality)
{
    return 1 - quality.quietRatio > mostDisturbedRatio;
}

std::optional<double> bestPrecisionRatio(const SpeedUp& speedUp)
{
    const auto halfWidth = bestHalfWidth(speedUp);
    return halfWidth ? std::optional(halfWidth->effect()) : std::nullopt;
}

Reason notSeenBelow(const SpeedUp& speedUp)
{
    const auto precision = bestPrecisionRatio(speedUp);
    return precision ? Reason {ReasonKind::NotSeenBelow, {Share {*precision}}} : Reason {};
}

std::optional<int> repetitionsThatDecide(
    const SpeedUp& speedUp, const VerdictThresholds& thresholds)
{
    const auto halfWidth = bestHalfWidth(speedUp);
    if (!halfWidth || speedUp.repetitions >= mostRepetitionsAdvised)
        return std::nullopt;
    const double estimate = speedUp.ratio.estimate;
    const Interval best {estimate, estimate / halfWidth->ratio(), estimate * halfWidth->ratio()};
    const bool narrow = *halfWidth <= LogRatio::ofEffect(thresholds.minimumEffect) * 0.5;
    if (!narrow && isUndecided(verdictOf(best, thresholds)))
        return std::nullopt;
    return std::min(repetitionsNeeded(speedUp, thresholds.minimumEffect), mostRepetitionsAdvised);
}

Verdict withheldVerdict(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Faster:
        return Verdict::UndecidedLeaningFaster;
    case Verdict::Slower:
        return Verdict::UndecidedLeaningSlower;
    case Verdict::NoDifference:
        return Verdict::Undecided;
    default:
        return verdict;
    }
}

void withholdVerdict(VariantResult& variant, const MeasurementQuality& quality)
{
    const bool wasSlower = variant.verdict == Verdict::Slower;
    variant.verdict = withheldVerdict(variant.verdict);
    if (!isUndecided(variant.verdict) || !variant.speedUp)
        return;
    variant.speedUp->holdsCorrected = false;
    variant.speedUp->repetitionsNeeded.reset();
    std::vector why {Reason {ReasonKind::Contention, {Share {1 - quality.quietRatio}}}};
    if (variant.verdict == Verdict::Undecided)
        why.push_back(notSeenBelow(*variant.speedUp));
    variant.verdictReason = {ReasonKind::MachineTooBusy, {std::move(why)}};
    for (auto* evenAt : {&variant.breakEvenCold, &variant.breakEvenWarm}) {
        if (wasSlower && !variant.paybackCold)
            *evenAt = missing(variant.paybackCold.error());
        else if (wasSlower || *evenAt)
            *evenAt = missing(ReasonKind::PaybackTooBusy);
    }
}

} // namespace profiler
