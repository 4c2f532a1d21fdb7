// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/payback.h"

#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/evidence/compile/payback_series.h"
#include "profiler/evidence/lanes/missing_process.h"
#include "profiler/judge/speed_up.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/variant.h"
#include "profiler/statistics/order_interval.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>

namespace profiler {

namespace {

std::vector<double> extraCosts(const std::vector<ColdCost>& costs)
{
    std::vector<double> extras;
    for (const auto& cost : costs)
        extras.push_back(cost.startUpNs + cost.extraNs);
    return extras;
}

/// Smallest and largest of few processes, the order-statistic interval of six or more.
Interval costInterval(const std::vector<double>& costs)
{
    const auto ascending = sorted(costs);
    Interval interval {quantileOfSorted(ascending, 0.5), ascending.front(), ascending.back()};
    const auto order = medianInterval(ascending);
    if (order.lower) {
        interval.low = *order.lower;
        interval.high = *order.upper;
    }
    return interval;
}

/// D = e - c of each repetition.
std::vector<double> savedByRepetition(const std::vector<PairedRepetition>& pairs)
{
    std::vector<double> saved;
    for (const auto& pair : pairs) {
        const auto eager = median(callsOf(pair.baseline));
        const auto compiled = median(callsOf(pair.variant));
        if (eager && compiled)
            saved.push_back(*eager - *compiled);
    }
    return saved;
}

Interval savedInterval(const std::vector<PairedRepetition>& pairs, const SpeedUp& speedUp,
    double eagerNs, double savedNs)
{
    Interval interval;
    const auto across = tInterval(savedByRepetition(pairs));
    if (across && pairs.size() >= static_cast<std::size_t>(repetitionsForVerdict)) {
        interval = *across;
    } else { // one or two repetitions: what is known of the ratio
        interval.low = eagerNs * (1 - 1 / speedUp.ratio.low);
        interval.high = eagerNs * (1 - 1 / speedUp.ratio.high);
    }
    return {savedNs, std::min(interval.low, savedNs), std::max(interval.high, savedNs)};
}

} // namespace

std::optional<double> callNs(
    const std::vector<PairedRepetition>& pairs, Lane PairedRepetition::*lane)
{
    std::vector<double> medians;
    for (const auto& pair : pairs) {
        if (const auto middle = median(callsOf(pair.*lane)))
            medians.push_back(*middle);
    }
    return median(medians);
}

Measured<PaybackTerms> paybackTerms(const ComparisonData& data, const VariantResult& baseline,
    const VariantResult& variant, const std::vector<PairedRepetition>& pairs, int caseIndex,
    ProcessKind kind)
{
    if (!variant.speedUp)
        return missing(variant.speedUp.error());
    const auto costs = extraCosts(coldCosts(data, variant.variant, caseIndex, kind));
    if (costs.empty())
        return missing(whyNoProcess(data, variant.variant, kind));
    // An eager baseline has no compile cache that could be kept.
    const bool compiles = data.plan.variants[static_cast<std::size_t>(baseline.variant)].kind
        == VariantKind::Compiled;
    const auto baselineKind = compiles ? kind : ProcessKind::Cold;
    const auto baselineCosts
        = extraCosts(coldCosts(data, baseline.variant, caseIndex, baselineKind));
    if (baselineCosts.empty())
        return missing(whyNoProcess(data, baseline.variant, baselineKind));
    const auto eager = callNs(pairs, &PairedRepetition::baseline);
    const auto compiled = callNs(pairs, &PairedRepetition::variant);
    if (!eager || !compiled)
        return missing(ReasonKind::NoSteadyPair);
    auto cost = costInterval(costs);
    const double baselinesOwn = *median(baselineCosts);
    for (auto* end : {&cost.estimate, &cost.low, &cost.high})
        *end -= baselinesOwn;
    return PaybackTerms {.costNs = cost,
        .savedNs = savedInterval(pairs, *variant.speedUp, *eager, *eager - *compiled)};
}

Measured<Payback> paybackOf(const Measured<PaybackTerms>& terms, double baselineCallNs)
{
    if (!terms)
        return missing(terms.error());
    const auto calls = paybackCalls(terms->costNs.estimate, terms->savedNs.estimate, 0);
    const auto range = paybackRange(terms->costNs, terms->savedNs);
    if (!calls || !range)
        return missing(ReasonKind::PaybackSavesNothing);
    return Payback {.calls = *calls,
        .low = std::min(range->low, *calls),
        .high = range->high,
        .runTimeNs = static_cast<double>(*calls) * baselineCallNs};
}

} // namespace profiler
