// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/spread_series.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace profiler {

namespace {

std::vector<double> valuesOf(const JudgeInput& input, int variant, int caseIndex, SpreadGrain grain)
{
    std::vector<double> values;
    for (const Lane& lane : input.steady({.variant = variant, .caseIndex = caseIndex})) {
        const std::vector<double> calls = callsOf(lane);
        if (grain == SpreadGrain::Calls)
            values.insert(values.end(), calls.begin(), calls.end());
        else if (grain == SpreadGrain::Processes && !calls.empty())
            values.push_back(*median(calls));
        else if (grain == SpreadGrain::Rounds) {
            for (const TimedBlock& block : lane.blocks)
                values.push_back(block.medianNs);
        }
    }
    return values;
}

/// What the page says elsewhere replaces what the pooled values would say.
void takeJudged(Violin& violin, const VariantResult& variant)
{
    if (!variant.latency)
        return;
    violin.median = variant.latency->median().ns.value_or(violin.median);
    violin.q1 = variant.latency->q1Ns;
    violin.q3 = variant.latency->q3Ns;
    violin.p99 = variant.latency->p99().ns;
}

double niceStep(double atLeast)
{
    const double magnitude = std::pow(10.0, std::floor(std::log10(atLeast)));
    for (const double lead : {1.0, 2.0, 5.0}) {
        if (atLeast <= lead * magnitude * (1 + 1e-9))
            return lead * magnitude;
    }
    return 10 * magnitude;
}

/// Freedman and Diaconis: 2 IQR n^(-1/3).
double wantedWidth(const Violin& violin)
{
    const double iqr = violin.q3 - violin.q1;
    return 2 * iqr / std::cbrt(static_cast<double>(std::max<std::int64_t>(violin.count, 1)));
}

/// A linear axis ends a little after the slowest p99; what lies beyond is told, not drawn.
void chooseRange(SpreadSeries& series, const std::vector<std::vector<double>>& values)
{
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    double slowest = 0;
    for (const auto& ascending : values) {
        if (ascending.empty())
            continue;
        low = std::min(low, ascending.front());
        slowest = std::max(slowest, ascending.back());
        const double bulk = quantileOfSorted(ascending, tailPercentile);
        high = std::max(high, series.grain == SpreadGrain::Calls ? bulk : ascending.back());
    }
    if (series.axis == ValueAxis::Log) {
        series.lowNs = low / 1.02;
        series.highNs = slowest * 1.02;
        return;
    }
    const double room = std::max((high - low) * 0.04, high * 1e-3);
    series.lowNs = std::max(0.0, low - room);
    series.highNs = std::min(high + (3 * room), slowest + room);
}

void chooseBins(SpreadSeries& series)
{
    constexpr double fewest = 30;
    constexpr double most = 150;
    const double width = series.highNs - series.lowNs;
    if (series.axis == ValueAxis::Log) {
        constexpr int bins = 90;
        const double ratio = series.highNs / series.lowNs;
        for (int i = 0; i <= bins; ++i)
            series.edgesNs.push_back(series.lowNs * std::pow(ratio, static_cast<double>(i) / bins));
        return;
    }
    double wanted = width / fewest;
    for (const SpreadVariant& variant : series.variants) {
        if (variant.violin.count > 1)
            wanted = std::min(wanted, wantedWidth(variant.violin));
    }
    const double step = niceStep(std::max(wanted, width / most));
    series.lowNs = std::floor(series.lowNs / step) * step;
    const auto bins = static_cast<int>(std::ceil((series.highNs - series.lowNs) / step));
    for (int i = 0; i <= bins; ++i)
        series.edgesNs.push_back(series.lowNs + (i * step));
    series.highNs = series.edgesNs.back();
}

void fillShares(
    SpreadVariant& variant, const std::vector<double>& ascending, const std::vector<double>& edges)
{
    variant.shares.assign(edges.size() - 1, 0);
    const auto n = static_cast<double>(ascending.size());
    auto from = std::lower_bound(ascending.begin(), ascending.end(), edges.front());
    for (std::size_t bin = 0; bin + 1 < edges.size(); ++bin) {
        const auto to = std::lower_bound(from, ascending.end(), edges[bin + 1]);
        variant.shares[bin] = static_cast<double>(to - from) / n;
        from = to;
    }
    variant.beyondShare = static_cast<double>(ascending.end() - from) / n;
}

Reason whyNothing(const VariantResult& variant)
{
    if (!variant.verdictReason.empty())
        return variant.verdictReason;
    return variant.latency ? Reason {ReasonKind::NoTimedCall, {}} : variant.latency.error();
}

} // namespace

SpreadSeries spreadSeries(
    const JudgeInput& input, const CaseResult& caseResult, SpreadGrain grain, ValueAxis axis)
{
    SpreadSeries series {.grain = grain, .axis = axis};
    std::vector<std::vector<double>> values;
    for (const VariantResult& variant : caseResult.variants) {
        SpreadVariant entry {.variant = variant.variant, .name = variant.name};
        values.push_back(sorted(valuesOf(input, variant.variant, caseResult.caseIndex, grain)));
        if (values.back().empty())
            entry.whyEmpty = whyNothing(variant);
        entry.violin = violinOf(values.back(), axis);
        if (grain == SpreadGrain::Calls)
            takeJudged(entry.violin, variant);
        series.variants.push_back(std::move(entry));
    }
    const bool any = std::ranges::any_of(values, [](const auto& each) { return !each.empty(); });
    if (!any) {
        series.whyEmpty = {ReasonKind::NoSteadyCallOfCase, {}};
        return series;
    }
    chooseRange(series, values);
    chooseBins(series);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i].empty())
            fillShares(series.variants[i], values[i], series.edgesNs);
    }
    return series;
}

} // namespace profiler
