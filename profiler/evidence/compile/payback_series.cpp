// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/payback_series.h"

#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/model/comparison_result.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

/// Beyond this a count of calls means "never"; it also keeps the conversion defined.
constexpr double mostCalls = 9e15;

std::int64_t callsToPay(double cost, double saved)
{
    const double calls = std::floor(cost / saved) + 1;
    return static_cast<std::int64_t>(std::clamp(calls, 1.0, mostCalls));
}

/// N* = floor(C/D) + 1, so D lies at C / (N* - 1/2) as nearly as N* can tell.
double savedByCrossing(double costNs, std::int64_t calls)
{
    return costNs / (static_cast<double>(calls) - 0.5);
}

/// From the ratio and the baseline's median, when nothing is paid back.
std::optional<Interval> savedByRatio(const VariantResult& baseline, const VariantResult& variant)
{
    if (!baseline.latency || !baseline.latency->median().ns || !variant.speedUp)
        return std::nullopt;
    const double call = *baseline.latency->median().ns;
    const Interval& ratio = variant.speedUp->ratio;
    const auto saved = [call](double times) { return call * (1 - (1 / times)); };
    return Interval {
        .estimate = saved(ratio.estimate), .low = saved(ratio.low), .high = saved(ratio.high)};
}

std::optional<Interval> costOf(
    const Measured<CompileCost>& compile, const Measured<CompileCost>& startUp)
{
    const auto total = totalCost(compile, startUp);
    if (!total)
        return std::nullopt;
    return Interval {.estimate = total->medianNs, .low = total->minNs, .high = total->maxNs};
}

std::optional<PaybackLine> lineOf(
    const VariantResult& baseline, const VariantResult& variant, CompileCache cache)
{
    const bool kept = cache == CompileCache::Kept;
    const auto& crossing = kept ? variant.paybackWarm : variant.paybackCold;
    if (const auto& terms = kept ? variant.paybackTermsWarm : variant.paybackTermsCold) {
        PaybackLine line {.variant = variant.variant,
            .name = variant.name,
            .cache = cache,
            .costNs = terms->costNs,
            .savedNs = terms->savedNs};
        if (crossing)
            line.crossing = *crossing;
        return line;
    }
    // Without an eager cold process its own first calls are not known: the cost is the compile.
    const auto cost = costOf(kept ? variant.compileWarm : variant.compileCold,
        kept ? variant.startUpWarm : variant.startUpCold);
    auto saved = savedByRatio(baseline, variant);
    if (!cost || !saved)
        return std::nullopt;
    PaybackLine line {
        .variant = variant.variant, .name = variant.name, .cache = cache, .costNs = *cost};
    if (crossing) {
        line.crossing = *crossing;
        saved->estimate = savedByCrossing(cost->estimate, crossing->calls);
        saved->high = std::max(saved->estimate, savedByCrossing(cost->low, crossing->low));
        if (crossing->high)
            saved->low = std::min(saved->estimate, savedByCrossing(cost->high, *crossing->high));
    }
    line.savedNs = *saved;
    return line;
}

double powerOfTen(double value, bool up)
{
    const double exponent = std::log10(std::max(value, 1.0));
    return std::pow(10.0, up ? std::ceil(exponent) : std::floor(exponent));
}

void chooseRange(PaybackSeries& series)
{
    double nearest = 1e6;
    double farthest = 1e3;
    double highestCost = 0;
    for (const PaybackLine& line : series.lines) {
        highestCost = std::max(highestCost, line.costNs.high);
        if (!line.crossing)
            continue;
        nearest = std::min(nearest, static_cast<double>(line.crossing->calls));
        farthest = std::max(farthest, static_cast<double>(line.crossing->calls));
    }
    if (series.horizonCalls) {
        farthest = std::max(farthest, static_cast<double>(*series.horizonCalls));
        nearest = std::min(nearest, static_cast<double>(*series.horizonCalls));
    }
    series.fromCalls = std::max(1.0, powerOfTen(nearest, false) / 10);
    series.toCalls = std::max(powerOfTen(farthest * 4, true), series.fromCalls * 1000);
    series.lowestNs = -highestCost * 1.6;
    series.highestNs = highestCost * 0.5;
    for (const PaybackLine& line : series.lines)
        series.highestNs
            = std::max(series.highestNs, savedAfter(line, series.toCalls).estimate * 0.8);
}

struct LineSource {
    const Measured<Payback>& payback; ///< with that cache
    bool focused = false; ///< its reason is the one to show
};

/// A line that crosses zero; else the reason why there is none.
void addLine(PaybackSeries& series, std::optional<PaybackLine> line, const VariantResult& variant,
    const LineSource& source)
{
    if (line && line->crossing)
        series.lines.push_back(std::move(*line));
    else if (line && (series.whyEmpty.empty() || source.focused))
        series.whyEmpty
            = {ReasonKind::OfVariantSentence, {variant.name, std::vector {source.payback.error()}}};
    else if (series.whyEmpty.empty() && !variant.compileCold)
        series.whyEmpty = {ReasonKind::CompileTimeUnknown,
            {variant.name, std::vector {variant.compileCold.error()}}};
}

} // namespace

std::optional<std::int64_t> paybackCalls(double cost, double eagerCall, double compiledCall)
{
    const double saved = eagerCall - compiledCall;
    if (!(saved > 0) || !std::isfinite(cost))
        return std::nullopt;
    return callsToPay(cost, saved);
}

std::optional<PaybackRange> paybackRange(const Interval& cost, const Interval& saved)
{
    if (!(saved.high > 0) || !std::isfinite(cost.low) || !std::isfinite(cost.high))
        return std::nullopt;
    PaybackRange range {.low = callsToPay(cost.low, saved.high)};
    if (saved.low > 0)
        range.high = callsToPay(cost.high, saved.low);
    return range;
}

std::vector<PaybackLine> paybackLines(const CaseResult& caseResult)
{
    std::vector<PaybackLine> lines;
    for (const VariantResult& variant : caseResult.variants) {
        if (&variant == &caseResult.variants.front())
            continue;
        for (const auto cache : {CompileCache::Empty, CompileCache::Kept}) {
            if (auto line = lineOf(caseResult.variants.front(), variant, cache))
                lines.push_back(std::move(*line));
        }
    }
    return lines;
}

std::optional<std::int64_t> aheadFrom(const PaybackLine& line, const PaybackLine& other)
{
    return paybackCalls(line.costNs.estimate - other.costNs.estimate, line.savedNs.estimate,
        other.savedNs.estimate);
}

Interval savedAfter(const PaybackLine& line, double calls)
{
    return {.estimate = (calls * line.savedNs.estimate) - line.costNs.estimate,
        .low = (calls * line.savedNs.low) - line.costNs.high,
        .high = (calls * line.savedNs.high) - line.costNs.low};
}

PaybackSeries paybackSeries(
    const ComparisonResult& result, const CaseResult& caseResult, int focusedVariant)
{
    PaybackSeries series {.horizonCalls = result.plan.goal.horizonCalls};
    if (caseResult.variants.empty()) {
        series.whyEmpty = {ReasonKind::CaseWithoutVariant, {}};
        return series;
    }
    const VariantResult& baseline = caseResult.variants.front();
    for (const VariantResult& variant : caseResult.variants) {
        if (variant.variant != baseline.variant)
            addLine(series, lineOf(baseline, variant, CompileCache::Empty), variant,
                {.payback = variant.paybackCold, .focused = variant.variant == focusedVariant});
    }
    for (const VariantResult& variant : caseResult.variants) {
        if (variant.variant == focusedVariant && variant.variant != baseline.variant)
            addLine(series, lineOf(baseline, variant, CompileCache::Kept), variant,
                {.payback = variant.paybackWarm, .focused = true});
    }
    if (!series.lines.empty())
        series.whyEmpty = {};
    else if (series.whyEmpty.empty())
        series.whyEmpty = {ReasonKind::NoCompileTimeAndSpeedUp, {}};
    chooseRange(series);
    return series;
}

} // namespace profiler
