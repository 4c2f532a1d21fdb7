// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/tail_verdict.h"

#include "profiler/judge/verdict.h"
#include "profiler/model/thresholds.h"
#include "profiler/statistics/log_ratios.h"
#include "profiler/statistics/order_interval.h"
#include "profiler/statistics/quantiles.h"

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
    if (ratios.size() < static_cast<std::size_t>(repetitionsForVerdict))
        return;
    result.tailRatio = ratioInterval(ratios);
    if (quietRatio >= quietEnough)
        result.tailVerdict = verdictOf(*result.tailRatio, {.minimumEffect = minimumEffect});
}

} // namespace profiler
