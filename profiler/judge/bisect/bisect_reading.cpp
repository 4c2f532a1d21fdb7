// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/bisect/bisect_reading.h"

#include "profiler/evidence/memory/memory_rows.h"
#include "profiler/judge/limits.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace profiler {

template <>
std::span<const EnumKey<BisectMetric>> enumKeys()
{
    static constexpr std::array keys {EnumKey {BisectMetric::Median, "median"},
        EnumKey {BisectMetric::P99, "p99"}, EnumKey {BisectMetric::Memory, "memory"},
        EnumKey {BisectMetric::Compile, "compile"}, EnumKey {BisectMetric::Breaks, "breaks"},
        EnumKey {BisectMetric::Recompiles, "recompiles"}, EnumKey {BisectMetric::Graphs, "graphs"},
        EnumKey {BisectMetric::Kernels, "kernels"}};
    return keys;
}

namespace {

/// Of cold processes, which have no interval: what is less is no change.
constexpr double leastCompileChange = 0.25;

/// Ratios are first / variant, above 1 where the variant is better.
std::optional<Interval> turned(const std::optional<Interval>& ratio)
{
    if (!ratio || ratio->low <= 0)
        return std::nullopt;
    return Interval {1 / ratio->estimate, 1 / ratio->high, 1 / ratio->low};
}

Measured<double> percentileOf(const VariantResult& variant, bool tail)
{
    if (!variant.latency)
        return missing(variant.latency.error());
    const auto& percentile = tail ? variant.latency->p99() : variant.latency->median();
    if (!percentile.ns)
        return missing(ReasonKind::TooFewCalls);
    return *percentile.ns;
}

Measured<double> numberOf(const Measured<std::int64_t>& count)
{
    return count.map([](std::int64_t value) { return static_cast<double>(value); });
}

Measured<double> countOf(BisectMetric metric, const VariantStructure& structure)
{
    if (structure.outcome == StructureOutcome::Failed)
        return missing(structure.reason);
    switch (metric) {
    case BisectMetric::Breaks:
        return static_cast<double>(structure.breaks.size());
    case BisectMetric::Recompiles:
        return static_cast<double>(structure.recompiles.size());
    case BisectMetric::Graphs:
        return numberOf(structure.graphs);
    default:
        return numberOf(structure.kernels);
    }
}

BisectReading timeReading(const VariantResult& variant, bool tail)
{
    BisectReading reading {.value = percentileOf(variant, tail), .change = std::nullopt};
    if (tail)
        reading.change = turned(variant.tailRatio);
    else if (variant.speedUp)
        reading.change = turned(variant.speedUp->ratio);
    return reading;
}

bool isUnknown(const BisectReading& reading)
{
    return !reading.value;
}

} // namespace

bool needsTimes(BisectMetric metric)
{
    return metric == BisectMetric::Median || metric == BisectMetric::P99;
}

bool isCount(BisectMetric metric)
{
    return metric == BisectMetric::Breaks || metric == BisectMetric::Recompiles
        || metric == BisectMetric::Graphs || metric == BisectMetric::Kernels;
}

BisectReading readingOf(BisectMetric metric, const ComparisonData& data,
    const ComparisonResult& judged, int variant, int caseIndex)
{
    const auto& inCase = judged.cases.at(static_cast<std::size_t>(caseIndex));
    const auto& result = inCase.variants.at(static_cast<std::size_t>(variant));
    if (needsTimes(metric))
        return timeReading(result, metric == BisectMetric::P99);
    BisectReading reading;
    if (metric == BisectMetric::Memory) {
        reading.value = decidingPeak(result);
        reading.change
            = variant == 0 ? std::nullopt : turned(memoryRatio(data, variant, caseIndex));
    } else if (metric == BisectMetric::Compile) {
        if (result.compileCold)
            reading.value = result.compileCold->medianNs;
        else
            reading.value = missing(result.compileCold.error());
    } else {
        const auto structure = structureOf(data, judged);
        if (const auto* found = structure.find(result.name, inCase.name))
            reading.value = countOf(metric, *found);
    }
    return reading;
}

BisectAnswer answerOf(
    const BisectReading& first, const BisectReading& middle, const BisectReading& last)
{
    if (isUnknown(first) || isUnknown(middle) || isUnknown(last))
        return BisectAnswer::Unclear;
    if (middle.change && last.change) {
        const double between = std::sqrt(last.change->estimate);
        const bool grew = last.change->estimate > 1;
        if (middle.change->low > between)
            return grew ? BisectAnswer::AsLast : BisectAnswer::AsFirst;
        if (middle.change->high < between)
            return grew ? BisectAnswer::AsFirst : BisectAnswer::AsLast;
        return BisectAnswer::Unclear;
    }
    const double toFirst = std::abs(*middle.value - *first.value);
    const double toLast = std::abs(*middle.value - *last.value);
    if (toFirst == toLast)
        return BisectAnswer::Unclear;
    return toFirst < toLast ? BisectAnswer::AsFirst : BisectAnswer::AsLast;
}

EndsAnswer endsAnswer(
    BisectMetric metric, const BisectReading& first, const BisectReading& last, double least)
{
    if (isUnknown(first) || isUnknown(last))
        return EndsAnswer::Unclear;
    if (isCount(metric))
        return *first.value == *last.value ? EndsAnswer::Alike : EndsAnswer::Differ;
    if (last.change) {
        if (last.change->low > 1 + least || last.change->high < 1 / (1 + least))
            return EndsAnswer::Differ;
        const bool within = last.change->low >= 1 / (1 + least) && last.change->high <= 1 + least;
        return within ? EndsAnswer::Alike : EndsAnswer::Unclear;
    }
    if (metric != BisectMetric::Compile || *first.value <= 0)
        return EndsAnswer::Unclear;
    const double change = *last.value / *first.value;
    const double limit = 1 + std::max(least, leastCompileChange);
    return change > limit || change < 1 / limit ? EndsAnswer::Differ : EndsAnswer::Alike;
}

} // namespace profiler
