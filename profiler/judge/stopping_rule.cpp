// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/stopping_rule.h"

#include "profiler/model/thresholds.h"
#include "profiler/statistics/log_ratios.h"

#include <optional>

namespace profiler {

namespace {

/// A ratio that no verdict will use must not keep the machine busy.
bool decides(const VariantResult& variant)
{
    switch (variant.verdict) {
    case Verdict::Baseline:
    case Verdict::Failed:
    case Verdict::RanEager:
    case Verdict::NotComparable:
    case Verdict::ResultsDiffer:
        return false;
    default:
        return true;
    }
}

/// Half of the interval of S; nothing below three repetitions.
std::optional<LogRatio> halfWidth(const SpeedUp& speedUp)
{
    if (speedUp.repetitions < repetitionsForVerdict || !(speedUp.ratio.low > 0))
        return std::nullopt;
    return halfWidthOf(speedUp.ratio);
}

} // namespace

StoppingDecision decideStop(const ComparisonResult& result, int repetitionsDone)
{
    const auto& protocol = result.plan.protocol;
    if (repetitionsDone < protocol.repetitionsMin)
        return StoppingDecision::AddRepetition;
    bool someDecides = false;
    bool wide = false;
    const auto narrow = LogRatio::ofEffect(result.plan.goal.minimumEffect) / 2;
    for (const auto& each : result.cases) {
        for (const auto& variant : each.variants) {
            if (!decides(variant))
                continue;
            someDecides = true;
            const auto width = variant.speedUp ? halfWidth(*variant.speedUp) : std::nullopt;
            wide = wide || !width || *width > narrow;
        }
    }
    if (!someDecides)
        return StoppingDecision::NothingToDecide;
    if (!wide)
        return StoppingDecision::NarrowEnough;
    if (repetitionsDone >= protocol.repetitionsMax)
        return StoppingDecision::MostReached;
    return StoppingDecision::AddRepetition;
}

} // namespace profiler
