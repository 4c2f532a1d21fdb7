// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/machine_noise.h"

#include "profiler/judge/speed_up.h"
#include "profiler/model/number_text.h"
#include "profiler/statistics/quantiles.h"
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
    std::vector<double> logarithms;
    for (const double ratio : speedUp.byRepetition)
        logarithms.push_back(std::log(ratio));
    const auto deviation = standardDeviation(logarithms);
    if (!deviation || !std::isfinite(*deviation))
        return std::nullopt;
    return LogRatio::ofLogarithm(
        studentT(mostRepetitionsAdvised - 1) * *deviation / std::sqrt(mostRepetitionsAdvised));
}

} // namespace

bool isTooBusy(const MeasurementQuality& quality)
{
    return 1 - quality.quietRatio > mostDisturbedRatio;
}

std::string contentionText(double quietRatio)
{
    if (quietRatio >= 1)
        return "no CPU contention";
    return percentText(1 - quietRatio) + " of blocks had CPU contention";
}

std::string whatToDoWhenBusy()
{
    return "close what else runs, or keep cores free for it (taskset -c), and record again with "
           "more rounds";
}

std::optional<double> bestPrecisionRatio(const SpeedUp& speedUp)
{
    const auto halfWidth = bestHalfWidth(speedUp);
    return halfWidth ? std::optional(halfWidth->effect()) : std::nullopt;
}

std::string precisionText(const SpeedUp& speedUp)
{
    const auto precision = bestPrecisionRatio(speedUp);
    return precision ? "differences below ±" + percentText(*precision) + " cannot be seen here"
                     : std::string();
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
    variant.verdictReason = "the machine was too busy: " + contentionText(quality.quietRatio);
    if (const auto words = precisionText(*variant.speedUp);
        variant.verdict == Verdict::Undecided && !words.empty())
        variant.verdictReason += "; " + words;
    for (auto* evenAt : {&variant.breakEvenCold, &variant.breakEvenWarm}) {
        if (wasSlower && !variant.paybackCold)
            *evenAt = missing(variant.paybackCold.error());
        else if (wasSlower || *evenAt)
            *evenAt = missing("the machine was too busy to tell whether a call is faster");
    }
}

} // namespace profiler
