// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/percentile_series.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/thresholds.h"
#include "profiler/statistics/order_interval.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace profiler {

namespace {

constexpr double placesPerDecade = 50;
constexpr std::size_t mostSingleCalls = 300;

using SortedLanes = std::vector<std::vector<double>>; ///< calls of each steady repetition

/// The percentiles that are named; a curve ends at the last one that has calls enough.
std::vector<double> named()
{
    std::vector<double> all;
    for (const auto& each : percentiles)
        all.push_back(each.p);
    all.insert(all.end(), furtherPercentiles.begin(), furtherPercentiles.end());
    return all;
}

SortedLanes sortedLanes(const JudgeInput& input, int variant, int caseIndex)
{
    SortedLanes sortedCalls;
    for (const Lane& lane : input.steady({.variant = variant, .caseIndex = caseIndex}))
        sortedCalls.push_back(sorted(callsOf(lane)));
    return sortedCalls;
}

/// The same rules as the judged percentiles: median over repetitions, t interval on logarithms;
/// the range of two; ranks inside the only one.
PercentilePoint pointAt(const SortedLanes& lanes, double p)
{
    std::vector<double> values;
    std::vector<double> logarithms;
    const std::vector<double>* only = nullptr;
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (const auto& lane : lanes) {
        if (!lane.empty()) {
            least = std::min(least, lane.front());
            most = std::max(most, lane.back());
        }
        if (p > 0.5 && static_cast<std::int64_t>(lane.size()) < callsNeeded(p))
            continue;
        values.push_back(quantileOfSorted(lane, p));
        logarithms.push_back(std::log(values.back()));
        only = &lane;
    }
    PercentilePoint point {.p = p, .ns = median(values).value_or(0)};
    if (values.size() == 1 && p > 0) {
        const OrderInterval inside = orderInterval(*only, p);
        point.lowNs = inside.lower;
        point.highNs = inside.upper;
    } else if (values.size() == 2) {
        point.lowNs = std::min(values[0], values[1]);
        point.highNs = std::max(values[0], values[1]);
    } else if (const auto across = withinObserved(logTInterval(logarithms), least, most)) {
        point.lowNs = across->low;
        point.highNs = across->high;
    }
    return point;
}

std::vector<PercentilePoint> curveUpTo(const SortedLanes& lanes, double last)
{
    std::vector<PercentilePoint> curve;
    const double end = -std::log10(1 - last);
    // The same places for every variant, so that quantiles can be set against each other.
    for (int i = 0; i / placesPerDecade < end - 1e-9; ++i)
        curve.push_back(pointAt(lanes, 1 - std::pow(10.0, -i / placesPerDecade)));
    curve.push_back(pointAt(lanes, last));
    return curve;
}

/// Calls beyond the last percentile, pooled, each at the middle of its rank.
std::vector<PercentilePoint> slowestCalls(const SortedLanes& lanes, double beyond)
{
    std::vector<double> all;
    for (const auto& lane : lanes)
        all.insert(all.end(), lane.begin(), lane.end());
    std::ranges::sort(all, std::greater<>());
    const auto n = static_cast<double>(all.size());
    std::vector<PercentilePoint> points;
    // Dots of a long tail lie ever closer on the axis: with many calls, steps grow with the rank.
    std::size_t rank = 0;
    while (rank < all.size()) {
        const double p = 1 - ((static_cast<double>(rank) + 0.5) / n);
        if (p <= beyond)
            break;
        points.push_back({.p = p, .ns = all[rank]});
        rank += 1 + (rank * 8 / mostSingleCalls);
    }
    std::ranges::reverse(points);
    return points;
}

const Percentile* judgedAt(const LatencySummary& latency, double p)
{
    const auto found = std::ranges::find(latency.percentiles, p, &Percentile::p);
    return found == latency.percentiles.end() ? nullptr : &*found;
}

double lastNamed(std::int64_t calls)
{
    double last = 0;
    for (const double p : named()) {
        if (calls >= callsNeeded(p))
            last = p;
    }
    return last;
}

PercentileVariant variantOf(const JudgeInput& input, const VariantResult& variant, int caseIndex)
{
    PercentileVariant entry {.variant = variant.variant, .name = variant.name};
    const SortedLanes lanes = sortedLanes(input, variant.variant, caseIndex);
    const std::int64_t calls = callsOfMost(lanes);
    entry.callsInOneProcess = calls;
    if (calls == 0 || !variant.latency) {
        entry.whyEmpty
            = variant.latency ? Reason {ReasonKind::NoTimedCall, {}} : variant.latency.error();
        return entry;
    }
    entry.shownUpTo = lastNamed(calls);
    if (entry.shownUpTo > 0)
        entry.curve = curveUpTo(lanes, entry.shownUpTo);
    entry.slowest = slowestCalls(lanes, entry.shownUpTo);
    if (const auto* limit = variant.limit(LimitKind::P99))
        entry.limit = *limit;
    return entry;
}

void chooseEnds(PercentileSeries& series)
{
    bool any = false;
    for (const PercentileVariant& variant : series.variants) {
        any = any || variant.whyEmpty.empty();
        if (variant.shownUpTo <= 0) // a variant with too few calls leaves the others theirs
            continue;
        series.shownUpTo = series.shownUpTo > 0 ? std::min(series.shownUpTo, variant.shownUpTo)
                                                : variant.shownUpTo;
    }
    if (!any) {
        series.whyEmpty = {ReasonKind::NoSteadyCallOfCase, {}};
        return;
    }
    series.headline = std::min(tailPercentile, series.shownUpTo);
    series.toPercentile = percentiles.back().p;
    for (const double p : named()) {
        if (p > series.shownUpTo) {
            series.toPercentile = std::max(series.toPercentile, p);
            break;
        }
    }
}

std::optional<Percentile> firstNotShown(const PercentileSeries& series)
{
    const auto known = named();
    const auto p = std::ranges::upper_bound(known, series.shownUpTo);
    if (p == known.end())
        return std::nullopt;
    Percentile next {.p = *p, .needs = callsNeeded(*p)};
    for (const PercentileVariant& variant : series.variants) {
        const std::int64_t calls = variant.callsInOneProcess;
        if (calls > 0)
            next.has = next.has == 0 ? calls : std::min(next.has, calls);
    }
    return next;
}

std::optional<double> p99Limit(const Goal& goal, const std::string& caseName)
{
    const auto own = goal.caseLimits.find(caseName);
    const auto& limit
        = own != goal.caseLimits.end() && own->second.p99 ? own->second.p99 : goal.limits.p99;
    if (!limit)
        return std::nullopt;
    return static_cast<double>(limit->count());
}

} // namespace

PercentileSeries percentileSeries(
    const JudgeInput& input, const CaseResult& caseResult, const Goal& goal)
{
    PercentileSeries series;
    for (const VariantResult& variant : caseResult.variants)
        series.variants.push_back(variantOf(input, variant, caseResult.caseIndex));
    chooseEnds(series);
    for (std::size_t i = 0; i < series.variants.size(); ++i) {
        const auto& latency = caseResult.variants[i].latency;
        const Percentile* judged = latency ? judgedAt(*latency, series.headline) : nullptr;
        if (judged != nullptr && series.variants[i].whyEmpty.empty())
            series.variants[i].headline = *judged;
    }
    series.limitNs = p99Limit(goal, caseResult.name);
    if (series.whyEmpty.empty())
        series.next = firstNotShown(series);
    return series;
}

std::vector<QuantileVariant> quantilePairs(const PercentileSeries& series)
{
    std::vector<QuantileVariant> result;
    if (series.variants.empty())
        return result;
    const auto& baseline = series.variants.front().curve;
    for (std::size_t i = 1; i < series.variants.size(); ++i) {
        const PercentileVariant& variant = series.variants[i];
        QuantileVariant entry {.variant = variant.variant, .name = variant.name};
        auto point = variant.curve.begin();
        for (const PercentilePoint& reference : baseline) {
            while (point != variant.curve.end() && point->p < reference.p - 1e-9)
                ++point;
            if (point == variant.curve.end())
                break;
            if (std::abs(point->p - reference.p) < 1e-6)
                entry.pairs.push_back({reference.p, reference.ns, point->ns});
        }
        result.push_back(std::move(entry));
    }
    return result;
}

} // namespace profiler
