// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/tail_verdict.h"

#include "profiler/analysis/order_interval.h"
#include "profiler/analysis/quantiles.h"
#include "profiler/analysis/speed_up.h"
#include "profiler/analysis/t_interval.h"
#include "profiler/analysis/verdict.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace profiler {

namespace {

constexpr double tail = 0.99;
constexpr double quietEnough = 0.9;

std::optional<double> tailOf(const Lane& lane)
{
    const auto calls = sorted(callsOf(lane));
    if (static_cast<std::int64_t>(calls.size()) < callsNeeded(tail))
        return std::nullopt;
    return quantileOfSorted(calls, tail);
}

} // namespace

void judgeTail(VariantResult& result, const std::vector<PairedRepetition>& pairs, double quietRatio,
    double minimumEffect)
{
    std::vector<double> logRatios;
    for (const auto& pair : pairs) {
        const auto baseline = tailOf(pair.baseline);
        const auto variant = tailOf(pair.variant);
        if (baseline && variant)
            logRatios.push_back(std::log(*baseline / *variant));
    }
    result.tailVerdict = Verdict::NotEnoughData;
    if (logRatios.size() < static_cast<std::size_t>(repetitionsForVerdict))
        return;
    result.tailRatio = logTInterval(logRatios);
    if (quietRatio >= quietEnough)
        result.tailVerdict = verdictOf(*result.tailRatio, {.minimumEffect = minimumEffect});
}

} // namespace profiler
