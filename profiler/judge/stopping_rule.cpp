// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/stopping_rule.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/thresholds.h"
#include "profiler/model/variant_result.h"
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

/// Does the interval hold both sides of the margin?
bool isOpen(const SpeedUp& speedUp, LogRatio margin)
{
    const double slower = 1 / margin.ratio();
    return speedUp.ratio.low < slower && speedUp.ratio.high >= slower;
}

bool isTooWide(const VariantResult& variant, LogRatio margin, StoppingQuestion question)
{
    const auto width = variant.speedUp ? halfWidth(*variant.speedUp) : std::nullopt;
    if (!width || *width > margin / 2)
        return true;
    return question == StoppingQuestion::SlowerThanMargin && isOpen(*variant.speedUp, margin)
        && *width > margin / 4;
}

} // namespace

StoppingDecision decideStop(
    const ComparisonResult& result, int repetitionsDone, StoppingQuestion question)
{
    const auto& protocol = result.plan.protocol;
    if (repetitionsDone < protocol.repetitionsMin)
        return StoppingDecision::AddRepetition;
    bool someDecides = false;
    bool wide = false;
    const auto margin = LogRatio::ofEffect(result.plan.goal.minimumEffect);
    for (const auto& each : result.cases) {
        for (const auto& variant : each.variants) {
            if (!decides(variant))
                continue;
            someDecides = true;
            wide = wide || isTooWide(variant, margin, question);
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
