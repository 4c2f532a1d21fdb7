// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/process_series.h"

#include "profiler/evidence/lanes/paired_repetitions.h"
#include "profiler/evidence/lanes/presentation.h"
#include "profiler/model/comparison_result.h"
#include "profiler/statistics/order_interval.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

double ratioOf(double logarithm)
{
    return LogRatio::ofLogarithm(logarithm).ratio();
}

double percentOf(double value, double reference)
{
    return ((value / reference) - 1) * 100;
}

std::vector<ProcessDot> dotsOf(const std::vector<Lane>& lanes, double referenceNs)
{
    std::vector<ProcessDot> dots;
    for (const Lane& lane : lanes) {
        std::vector<double> blocks;
        for (const TimedBlock& block : lane.blocks)
            blocks.push_back(block.medianNs);
        const auto middle = median(callsOf(lane));
        if (!middle)
            continue;
        ProcessDot dot {.repetition = lane.repetition, .value = percentOf(*middle, referenceNs)};
        const OrderInterval inside = medianInterval(sorted(blocks));
        if (inside.lower && inside.upper) {
            dot.low = percentOf(*inside.lower, referenceNs);
            dot.high = percentOf(*inside.upper, referenceNs);
        }
        dots.push_back(dot);
    }
    return dots;
}

ProcessRow rowOf(const JudgeInput& input, const VariantResult& variant, int caseIndex)
{
    ProcessRow row {.variant = variant.variant, .name = variant.name};
    if (!variant.latency || !variant.latency->median().ns) {
        row.whyEmpty
            = variant.latency ? Reason {ReasonKind::TooFewCalls, {}} : variant.latency.error();
        return row;
    }
    row.median = variant.latency->median();
    row.dots = dotsOf(
        input.steady({.variant = variant.variant, .caseIndex = caseIndex}), *row.median.ns);
    return row;
}

std::optional<ProcessRow> againRow(
    const JudgeInput& input, const VariantResult& baseline, int caseIndex)
{
    const auto lanes
        = input.repetitions({.variant = baseline.variant, .caseIndex = caseIndex, .again = true});
    if (lanes.empty() || !baseline.latency || !baseline.latency->median().ns)
        return std::nullopt;
    ProcessRow row {.again = true, .name = baseline.name + " again"};
    row.dots = dotsOf(inState(lanes, LaneState::Steady), *baseline.latency->median().ns);
    if (row.dots.empty())
        row.whyEmpty = lanes.front().reason;
    return row;
}

} // namespace

ProcessSeries processSeries(
    const JudgeInput& input, const ComparisonResult& result, const CaseResult& caseResult)
{
    ProcessSeries series;
    for (const VariantResult& variant : caseResult.variants) {
        series.rows.push_back(rowOf(input, variant, caseResult.caseIndex));
        if (variant.variant == recordedBaseline(input.data())) {
            if (auto again = againRow(input, variant, caseResult.caseIndex))
                series.rows.push_back(std::move(*again));
        }
    }
    if (result.quality.noiseFloor)
        series.noisePercent = result.quality.noiseFloor->effect() * 100;
    const bool any
        = std::ranges::any_of(series.rows, [](const ProcessRow& row) { return !row.dots.empty(); });
    if (!any)
        series.whyEmpty = {ReasonKind::NoProcessOfCase, {}};
    return series;
}

RatioSeries ratioSeries(const JudgeInput& input, const ComparisonResult& result,
    const CaseResult& caseResult, int variant)
{
    RatioSeries series {.variant = variant};
    const auto found = std::ranges::find(caseResult.variants, variant, &VariantResult::variant);
    if (found == caseResult.variants.end()) {
        series.whyEmpty = {ReasonKind::NoSuchVariant, {}};
        return series;
    }
    series.name = found->name;
    if (!found->speedUp) {
        series.whyEmpty = found->speedUp.error();
        return series;
    }
    series.together = found->speedUp->ratio;
    series.verdict = found->verdict;
    series.band = result.plan.goal.minimumEffect;
    const double noise = found->speedUp->noiseFloor.effect();
    series.bandIsNoise = found->speedUp->noiseMeasured && noise > series.band;
    series.band = std::max(series.band, noise);
    const Clock clock = found->speedUp->clock;
    const int caseIndex = caseResult.caseIndex;
    for (const PairedRepetition& pair :
        pairRepetitions(input.attempts({.caseIndex = caseIndex, .clock = clock}),
            input.attempts({.variant = variant, .caseIndex = caseIndex, .clock = clock}),
            found->speedUp->time)) {
        std::vector<double> rounds;
        for (const RoundRatio& round : pair.rounds)
            rounds.push_back(round.ratio.logarithm());
        const OrderInterval inside = medianInterval(sorted(rounds));
        ProcessDot dot {.repetition = pair.repetition, .value = ratioOf(*median(rounds))};
        if (inside.lower && inside.upper) {
            dot.low = ratioOf(*inside.lower);
            dot.high = ratioOf(*inside.upper);
        }
        series.dots.push_back(dot);
    }
    return series;
}

RatioRange rangeOf(const RatioSeries& series)
{
    constexpr double outOfProportion = 3; // times the middle half, as a severe outlier
    constexpr double beyond = 0.5; // of what the processes take, for ends of intervals
    const double band = std::log1p(series.band);
    double low = -band;
    double high = band;
    std::vector<double> logarithms;
    for (const ProcessDot& dot : series.dots) {
        if (dot.value > 0 && std::isfinite(dot.value))
            logarithms.push_back(std::log(dot.value));
    }
    std::ranges::sort(logarithms);
    if (!logarithms.empty()) {
        const double q1 = quantileOfSorted(logarithms, 0.25);
        const double q3 = quantileOfSorted(logarithms, 0.75);
        const double reach = outOfProportion * std::max(q3 - q1, band);
        for (const double each : logarithms) {
            if (each < q1 - reach || each > q3 + reach)
                continue;
            low = std::min(low, each);
            high = std::max(high, each);
        }
    }
    const double room = beyond * (high - low);
    const double least = low - room;
    const double most = high + room;
    const auto see = [&](double ratio) {
        if (!(ratio > 0) || !std::isfinite(ratio))
            return;
        low = std::min(low, std::max(std::log(ratio), least));
        high = std::max(high, std::min(std::log(ratio), most));
    };
    if (series.whyEmpty.empty()) {
        see(series.together.low);
        see(series.together.high);
    }
    const double slowest = std::exp(low);
    const double fastest = std::exp(high);
    for (const ProcessDot& dot : series.dots) {
        if (dot.value < slowest || dot.value > fastest) // out of proportion: marked at the edge
            continue;
        see(dot.low.value_or(dot.value));
        see(dot.high.value_or(dot.value));
    }
    return {std::exp(low), std::exp(high)};
}

} // namespace profiler
