// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/verdict.h"

#include "profiler/model/thresholds.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/log_ratios.h"
#include "profiler/statistics/order_interval.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <optional>

namespace profiler {

namespace {

std::optional<double> tailOf(const Lane& lane)
{
    const auto calls = sorted(callsOf(lane));
    if (static_cast<std::int64_t>(calls.size()) < callsNeeded(tailPercentile))
        return std::nullopt;
    return quantileOfSorted(calls, tailPercentile);
}

} // namespace

Verdict verdictOf(const Interval& speedUp, const VerdictThresholds& thresholds)
{
    const double tooSmall = 1 + thresholds.minimumEffect;
    const double asked = std::max(tooSmall, thresholds.noiseFloor.ratio());
    if (speedUp.low > asked)
        return Verdict::Faster;
    if (speedUp.high < 1 / asked)
        return Verdict::Slower;
    if (speedUp.low >= 1 / tooSmall && speedUp.high <= tooSmall)
        return Verdict::NoDifference;
    if (speedUp.low > 1)
        return Verdict::UndecidedLeaningFaster;
    if (speedUp.high < 1)
        return Verdict::UndecidedLeaningSlower;
    return Verdict::Undecided;
}

bool isUndecided(Verdict verdict)
{
    return verdict == Verdict::Undecided || verdict == Verdict::UndecidedLeaningFaster
        || verdict == Verdict::UndecidedLeaningSlower;
}

bool isDecided(Verdict verdict)
{
    return verdict == Verdict::Faster || verdict == Verdict::Slower
        || verdict == Verdict::NoDifference;
}

Measured<Interval> decidedRatio(const VariantResult& variant)
{
    if (isDecided(variant.verdict) && variant.speedUp)
        return variant.speedUp->ratio;
    return missing(variant.verdictReason.empty() && !variant.speedUp ? variant.speedUp.error()
                                                                     : variant.verdictReason);
}

std::optional<double> contradictingMedians(
    const VariantResult& baseline, const VariantResult& variant, double minimumEffect)
{
    if (!variant.speedUp || !variant.latency || !baseline.latency || !variant.latency->median().ns
        || !baseline.latency->median().ns)
        return std::nullopt;
    const auto& paired = variant.speedUp->ratio;
    const auto estimate = LogRatio::ofRatio(paired.estimate);
    const auto room = LogRatio::ofEffect(minimumEffect);
    const auto none = LogRatio();
    const auto medians
        = LogRatio::ofRatio(*baseline.latency->median().ns / *variant.latency->median().ns);
    const bool outside = medians > LogRatio::ofRatio(paired.high) + room
        || medians < LogRatio::ofRatio(paired.low) - room;
    const bool opposite = (medians > none + room && estimate < none - room)
        || (medians < none - room && estimate > none + room);
    return outside || opposite ? std::optional(medians.ratio()) : std::nullopt;
}

bool isEnoughForVerdict(const SpeedUp& speedUp)
{
    return speedUp.repetitions >= repetitionsForVerdict && speedUp.rounds >= roundsForVerdict;
}

void judgeTail(VariantResult& result, const std::vector<PairedRepetition>& pairs, double quietRatio,
    double minimumEffect)
{
    std::vector<LogRatio> ratios;
    for (const auto& pair : pairs) {
        const auto baseline = tailOf(pair.baseline);
        const auto variant = tailOf(pair.variant);
        if (baseline && variant)
            ratios.push_back(LogRatio::ofRatio(*baseline / *variant));
    }
    result.tailVerdict = Verdict::NotEnoughData;
    if (ratios.size() < static_cast<std::size_t>(repetitionsForVerdict)) {
        result.tailReason = {ReasonKind::TailTooFewCalls,
            {std::int64_t {repetitionsForVerdict}, callsNeeded(tailPercentile)}};
        return;
    }
    result.tailRatio = ratioInterval(ratios);
    if (quietRatio < quietEnough)
        result.tailReason = {ReasonKind::TailTooBusy, {Share {1 - quietEnough}}};
    else
        result.tailVerdict = verdictOf(*result.tailRatio, {.minimumEffect = minimumEffect});
}

} // namespace profiler
