// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/speed_up.h"

#include "profiler/model/variant_result.h"
#include "profiler/statistics/bootstrap.h"
#include "profiler/statistics/log_ratios.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/signed_rank.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

/// What one or two repetitions know: the signed-rank intervals of their own rounds, joined.
Interval intervalInside(
    const std::vector<std::vector<double>>& logRatios, const std::vector<LogRatio>& medians)
{
    LogRatio low = *std::ranges::min_element(medians);
    LogRatio high = *std::ranges::max_element(medians);
    for (const auto& ratios : logRatios) {
        const auto inside = pairedRounds(ratios);
        if (!inside)
            continue;
        const auto [least, most] = std::ranges::minmax_element(ratios);
        low = std::min(low, LogRatio::ofLogarithm(inside->low.value_or(*least)));
        high = std::max(high, LogRatio::ofLogarithm(inside->high.value_or(*most)));
    }
    return {mean(medians)->ratio(), low.ratio(), high.ratio()};
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
    return ratioInterval(quiet);
}

} // namespace

Measured<SpeedUp> speedUpOf(const std::vector<PairedRepetition>& pairs, Clock clock, CallTime time)
{
    const auto medians = medianLogRatios(pairs);
    if (medians.empty())
        return missing(ReasonKind::NoSteadyPair);
    SpeedUp speedUp {.repetitions = static_cast<int>(medians.size()),
        .rounds = fewestRounds(pairs),
        .clock = clock,
        .time = time};
    const auto logRatios = logRatiosByRepetition(pairs);
    speedUp.ratio = speedUp.repetitions < repetitionsForVerdict ? intervalInside(logRatios, medians)
                                                                : *ratioInterval(medians);
    for (const LogRatio m : medians)
        speedUp.byRepetition.push_back(m.ratio());
    if (speedUp.repetitions >= repetitionsForBootstrap)
        speedUp.bootstrap = hierarchicalBootstrap(logRatios);
    speedUp.quietOnly = quietInterval(pairs);
    return speedUp;
}

std::optional<Interval> speedUpAt(const SpeedUp& speedUp, double confidence)
{
    if (speedUp.repetitions < repetitionsForVerdict)
        return std::nullopt;
    return ratioInterval(logRatiosOf(speedUp.byRepetition), confidence);
}

std::optional<LogRatio> noiseDeviation(const std::vector<PairedRepetition>& again)
{
    return standardDeviation(medianLogRatios(again));
}

std::optional<LogRatio> distanceOfEqual(const std::vector<PairedRepetition>& again)
{
    const auto ratios = medianLogRatios(again);
    if (ratios.size() < static_cast<std::size_t>(repetitionsForVerdict))
        return std::nullopt;
    const auto middle = *mean(ratios);
    return std::max(middle, -middle);
}

std::optional<LogRatio> noiseFloor(LogRatio deviation, int repetitions)
{
    if (repetitions < 2)
        return std::nullopt;
    return deviation * studentT(repetitions - 1) / std::sqrt(repetitions);
}

int repetitionsNeeded(const SpeedUp& speedUp, double minimumEffect)
{
    constexpr double most = 1e6;
    const auto wanted = LogRatio::ofEffect(std::max(minimumEffect, 1e-6)) / 2;
    const double tooWide = halfWidthOf(speedUp.ratio) / wanted;
    const double needed = std::ceil(speedUp.repetitions * tooWide * tooWide);
    const double clamped = std::isfinite(needed) ? std::min(needed, most) : most;
    return std::max(speedUp.repetitions + 1, static_cast<int>(clamped));
}

} // namespace profiler
