// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/latency_summary.h"

#include "profiler/model/case.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/order_interval.h"
#include "profiler/statistics/outliers.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace profiler {

namespace {

constexpr std::size_t repetitionsForOrderInterval = 6;

std::vector<double> logarithms(const std::vector<double>& values)
{
    std::vector<double> result;
    result.reserve(values.size());
    for (const double value : values)
        result.push_back(std::log(value));
    return result;
}

void setInterval(Percentile& percentile, std::optional<double> low, std::optional<double> high)
{
    percentile.lowNs = low;
    percentile.highNs = high;
}

/// Inside the only repetition: of block medians for the median, else of its calls.
void setIntervalInside(Percentile& percentile, const Lane& lane, const std::vector<double>& calls)
{
    if (percentile.p != medianPercentile) {
        const auto inside = orderInterval(calls, percentile.p);
        setInterval(percentile, inside.lower, inside.upper);
        return;
    }
    std::vector<double> medians;
    for (const auto& block : lane.blocks)
        medians.push_back(block.medianNs);
    const auto inside = medianInterval(sorted(medians));
    setInterval(percentile, inside.lower, inside.upper);
}

/// `calls` are those of the same repetitions, each sorted or not.
std::optional<Interval> tIntervalOfCalls(
    const std::vector<double>& values, const std::vector<std::vector<double>>& calls)
{
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (const auto& ofLane : calls) {
        if (ofLane.empty())
            continue;
        const auto [fastest, slowest] = std::ranges::minmax_element(ofLane);
        least = std::min(least, *fastest);
        most = std::max(most, *slowest);
    }
    return withinObserved(logTInterval(logarithms(values)), least, most);
}

void setIntervalAcross(Percentile& percentile, const std::vector<double>& values,
    const std::vector<std::vector<double>>& calls)
{
    if (percentile.p == medianPercentile && values.size() >= repetitionsForOrderInterval) {
        const auto across = medianInterval(sorted(values));
        setInterval(percentile, across.lower, across.upper);
        return;
    }
    if (values.size() == 2) { // t with one degree of freedom says nothing: the range of both
        setInterval(percentile, std::min(values[0], values[1]), std::max(values[0], values[1]));
        return;
    }
    if (const auto across = tIntervalOfCalls(values, calls))
        setInterval(percentile, across->low, across->high);
}

void addPooled(LatencySummary& summary, const std::vector<double>& calls)
{
    summary.calls = static_cast<std::int64_t>(calls.size());
    summary.meanNs = *mean(calls);
    summary.sdNs = standardDeviation(calls).value_or(0);
    summary.minNs = *std::ranges::min_element(calls);
    summary.maxNs = *std::ranges::max_element(calls);
}

} // namespace

Percentile percentileOver(const std::vector<Lane>& lanes, double p)
{
    std::vector<std::vector<double>> calls;
    calls.reserve(lanes.size());
    for (const auto& lane : lanes)
        calls.push_back(callsOf(lane));
    Percentile percentile {.p = p, .needs = callsNeeded(p), .has = callsOfMost(calls)};
    if (percentile.has < percentile.needs)
        return percentile;
    std::vector<double> values;
    for (auto& ofLane : calls) {
        if (static_cast<std::int64_t>(ofLane.size()) < percentile.needs)
            continue;
        std::ranges::sort(ofLane);
        values.push_back(quantileOfSorted(ofLane, p));
    }
    percentile.ns = median(values);
    if (lanes.size() == 1) // of two lanes both have the calls, of more at least two
        setIntervalInside(percentile, lanes.front(), calls.front());
    else
        setIntervalAcross(percentile, values, calls);
    return percentile;
}

Measured<LatencySummary> summarizeLatency(const std::vector<Lane>& lanes)
{
    LatencySummary summary;
    std::vector<double> all;
    std::vector<double> lowerQuartiles;
    std::vector<double> upperQuartiles;
    for (const auto& lane : lanes) {
        const auto calls = callsOf(lane);
        const auto fences = tukeyOutliers(calls);
        if (!fences)
            continue;
        all.insert(all.end(), calls.begin(), calls.end());
        summary.medianByRepetitionNs.push_back(*median(calls));
        lowerQuartiles.push_back(fences->q1);
        upperQuartiles.push_back(fences->q3);
        summary.mildOutliers += fences->lowMild + fences->highMild;
        summary.severeOutliers += fences->lowSevere + fences->highSevere;
    }
    if (all.empty())
        return missing(ReasonKind::NoSteadyCall);
    addPooled(summary, all);
    summary.q1Ns = *median(lowerQuartiles);
    summary.q3Ns = *median(upperQuartiles);
    for (const auto& each : percentiles)
        summary.at(each.p) = percentileOver(lanes, each.p);
    return summary;
}

Measured<Throughput> throughputOf(
    const std::vector<Lane>& lanes, const Case& measured, const std::string& itemUnit)
{
    constexpr double nsPerSecond = 1e9;
    auto time = percentileOver(lanes, medianPercentile);
    if (!time.ns && !lanes.empty()) { // pipelined blocks have one entry each: few, but means
        std::vector<double> medians;
        for (const auto& lane : lanes) {
            if (const auto middle = median(callsOf(lane)))
                medians.push_back(*middle);
        }
        time.ns = median(medians);
    }
    if (!time.ns)
        return missing(ReasonKind::NoSteadyCall);
    const double items = measured.items.value_or(1) * nsPerSecond;
    Throughput result {.perSecond = items / *time.ns};
    result.low = items / time.highNs.value_or(*time.ns);
    result.high = items / time.lowNs.value_or(*time.ns);
    result.unit = measured.items ? itemUnit : "calls";
    return result;
}

} // namespace profiler
