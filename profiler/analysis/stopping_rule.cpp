// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/stopping_rule.h"

#include <algorithm>
#include <cmath>

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

} // namespace

std::optional<double> halfWidthLn(const SpeedUp& speedUp)
{
    constexpr int fewest = 3;
    if (speedUp.repetitions < fewest || !(speedUp.ratio.low > 0))
        return std::nullopt;
    return std::log(speedUp.ratio.high / speedUp.ratio.low) / 2;
}

StoppingDecision decideStop(const ComparisonResult& result, int repetitionsDone)
{
    const auto& protocol = result.plan.protocol;
    if (repetitionsDone < protocol.repetitionsMin)
        return {.addRepetition = true};
    bool someDecides = false;
    bool wide = false;
    for (const auto& each : result.cases) {
        for (const auto& variant : each.variants) {
            if (!decides(variant))
                continue;
            someDecides = true;
            const auto width = variant.speedUp ? halfWidthLn(*variant.speedUp) : std::nullopt;
            wide = wide || !width || *width > result.plan.goal.minimumEffect / 2;
        }
    }
    if (!someDecides)
        return {.reason = "no variant is left whose verdict more repetitions could change"};
    if (!wide)
        return {.reason = "interval narrow enough"};
    if (repetitionsDone >= protocol.repetitionsMax)
        return {.reason = "largest number of repetitions reached"};
    return {.addRepetition = true};
}

} // namespace profiler
