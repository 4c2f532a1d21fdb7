// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/speed_up.h"

#include "profiler/analysis/bootstrap.h"
#include "profiler/analysis/quantiles.h"
#include "profiler/analysis/signed_rank.h"
#include "profiler/analysis/t_interval.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

/// What one or two repetitions know: the signed-rank intervals of their own rounds, joined.
Interval intervalInside(
    const std::vector<std::vector<double>>& logRatios, const std::vector<double>& medians)
{
    Interval joined {
        *mean(medians), *std::ranges::min_element(medians), *std::ranges::max_element(medians)};
    for (const auto& ratios : logRatios) {
        const auto inside = pairedRounds(ratios);
        if (!inside)
            continue;
        const auto [least, most] = std::ranges::minmax_element(ratios);
        joined.low = std::min(joined.low, inside->low.value_or(*least));
        joined.high = std::max(joined.high, inside->high.value_or(*most));
    }
    return {std::exp(joined.estimate), std::exp(joined.low), std::exp(joined.high)};
}

std::optional<Interval> quietInterval(const std::vector<PairedRepetition>& pairs)
{
    const bool flagged = std::ranges::any_of(pairs, [](const PairedRepetition& pair) {
        return std::ranges::any_of(
            pair.rounds, [](const RoundRatio& round) { return !round.quiet; });
    });
    if (!flagged)
        return std::nullopt;
    const auto quiet = quietMedianLogRatios(pairs);
    if (quiet.size() < static_cast<std::size_t>(repetitionsForVerdict))
        return std::nullopt;
    return logTInterval(quiet);
}

} // namespace

Measured<SpeedUp> speedUpOf(const std::vector<PairedRepetition>& pairs, Clock clock)
{
    const auto medians = medianLogRatios(pairs);
    if (medians.empty())
        return missing("no repetition has steady calls of both variants");
    SpeedUp speedUp {.repetitions = static_cast<int>(medians.size()),
        .rounds = fewestRounds(pairs),
        .clock = clock};
    const auto logRatios = logRatiosByRepetition(pairs);
    speedUp.ratio = speedUp.repetitions < repetitionsForVerdict ? intervalInside(logRatios, medians)
                                                                : *logTInterval(medians);
    for (const double m : medians)
        speedUp.byRepetition.push_back(std::exp(m));
    if (speedUp.repetitions >= repetitionsForBootstrap)
        speedUp.bootstrap = hierarchicalBootstrap(logRatios);
    speedUp.quietOnly = quietInterval(pairs);
    return speedUp;
}

std::optional<Interval> speedUpAt(const SpeedUp& speedUp, double confidence)
{
    if (speedUp.repetitions < repetitionsForVerdict)
        return std::nullopt;
    std::vector<double> medians;
    for (const double ratio : speedUp.byRepetition)
        medians.push_back(std::log(ratio));
    return logTInterval(medians, confidence);
}

std::optional<double> noiseDeviation(const std::vector<PairedRepetition>& again)
{
    return standardDeviation(medianLogRatios(again));
}

std::optional<double> noiseFloor(double deviation, int repetitions)
{
    if (repetitions < 2)
        return std::nullopt;
    return studentT(repetitions - 1) * deviation / std::sqrt(repetitions);
}

int repetitionsNeeded(const SpeedUp& speedUp, double minimumEffect)
{
    constexpr double most = 1e6;
    const double halfWidth = std::log(speedUp.ratio.high / speedUp.ratio.low) / 2;
    const double ratio = 2 * halfWidth / std::max(minimumEffect, 1e-6);
    const double needed = std::ceil(speedUp.repetitions * ratio * ratio);
    const double clamped = std::isfinite(needed) ? std::min(needed, most) : most;
    return std::max(speedUp.repetitions + 1, static_cast<int>(clamped));
}

} // namespace profiler
