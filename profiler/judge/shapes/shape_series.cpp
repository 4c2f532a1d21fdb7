// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/shapes/shape_series.h"

#include "profiler/judge/verdict.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace profiler {
namespace {

std::optional<Interval> medianOf(const VariantResult& variant)
{
    if (!variant.latency || !variant.latency->median().ns)
        return std::nullopt;
    const auto& median = variant.latency->median();
    return Interval {
        *median.ns, median.lowNs.value_or(*median.ns), median.highNs.value_or(*median.ns)};
}

ShapePoint pointOf(
    const VariantResult& variant, int caseIndex, const std::vector<std::int64_t>& sizes)
{
    ShapePoint point {.caseIndex = caseIndex,
        .sizes = sizes,
        .ns = medianOf(variant),
        .verdict = variant.verdict,
        .ratio = decidedRatio(variant),
        .ranEager = variant.verdict == Verdict::RanEager};
    if (variant.compileCold)
        point.compileNs = variant.compileCold->medianNs;
    if (variant.recompiles)
        point.recompiles = *variant.recompiles;
    const auto& peaks = variant.peakMemory;
    if (peaks.device)
        point.memoryBytes = *peaks.device;
    else if (peaks.host)
        point.memoryBytes = *peaks.host;
    if (!point.ns)
        point.whyMissing = variant.latency ? variant.verdictReason : variant.latency.error();
    return point;
}

bool agreesBeside(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& fixed,
    std::size_t axis)
{
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (i != axis && sizes[i] != fixed[i])
            return false;
    return true;
}

double sumOf(const std::vector<SizeTime>& times)
{
    return std::accumulate(times.begin(), times.end(), 0.0,
        [](double sum, const SizeTime& each) { return sum + each.ns; });
}

/// Per shape where it compiles each one; else what the measured shapes took together.
double compileCost(const ShapeStrategy& strategy, std::size_t axis,
    const std::vector<std::int64_t>& fixed, std::size_t sizes)
{
    double sum = 0;
    std::size_t known = 0;
    for (const auto* point : pointsAlong(strategy, axis, fixed))
        if (point->compileNs) {
            sum += *point->compileNs;
            ++known;
        }
    if (known == 0)
        return 0;
    return strategy.compilesEachShape()
        ? sum / static_cast<double>(known) * static_cast<double>(sizes)
        : sum;
}

StrategyCost costOf(const ShapeStrategy& strategy, const std::vector<SizeTime>& times,
    const Traffic& traffic, double repeats)
{
    StrategyCost cost {.variant = strategy.variant};
    for (const auto& [size, calls] : traffic.calls) {
        if (const auto time = timeAtSize(times, size))
            cost.callsNs += repeats * calls * time->ns;
        else
            cost.unservedCalls += calls;
    }
    return cost;
}

/// The axis that the traffic speaks of.
std::optional<std::size_t> axisOf(const ShapeGrid& grid, const std::string& name)
{
    for (std::size_t i = 0; i < grid.axes.size(); ++i)
        if (grid.axes[i].name == name)
            return i;
    return grid.axes.size() == 1 ? std::optional<std::size_t>(0) : std::nullopt;
}

std::string namesOf(const ShapeGrid& grid)
{
    std::string names;
    for (const auto& axis : grid.axes)
        names += (names.empty() ? "" : ", ") + axis.name;
    return names;
}

/// The sizes of the case that has the most of all others together.
std::vector<std::int64_t> fixedSizes(const ShapeGrid& grid, std::size_t axis)
{
    std::vector<std::int64_t> fixed;
    for (const auto& sizes : grid.sizes) {
        if (sizes.empty())
            continue;
        auto others = sizes;
        others[axis] = 0;
        if (fixed.empty() || std::ranges::lexicographical_compare(fixed, others))
            fixed = std::move(others);
    }
    return fixed;
}

/// Of those that compile: one that does so for each shape before the others, then the fastest over
/// the measured sizes.
const ShapeStrategy* bucketedOf(const ShapeSeries& series, const ShapeAdvice& advice)
{
    const ShapeStrategy* best = nullptr;
    std::pair<bool, double> least;
    for (const auto& cost : advice.strategies) {
        if (cost.compileNs <= 0)
            continue;
        const auto& strategy = series.of(cost.variant);
        const auto times = timesAlong(strategy, advice.axis, advice.fixed);
        const std::pair rank(
            !strategy.compilesEachShape(), sumOf(times) / static_cast<double>(times.size()));
        if (best != nullptr && rank >= least)
            continue;
        best = &strategy;
        least = rank;
    }
    return best;
}

} // namespace

bool ShapeStrategy::compilesEachShape() const
{
    constexpr double noticed = 0.05; ///< of the first shape's compile
    constexpr double nearly = 0.9;
    double first = 0;
    double compiled = 0;
    double known = 0;
    for (const auto& point : points) {
        if (!point.compileNs)
            continue;
        first = first > 0 ? first : *point.compileNs;
        ++known;
        compiled += first > 0 && *point.compileNs > noticed * first ? 1 : 0;
    }
    return known > 1 && compiled >= nearly * known;
}

std::vector<std::size_t> ShapeSeries::bySize() const
{
    if (strategies.empty())
        return {};
    const auto& points = strategies.front().points;
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::ranges::stable_sort(order, [&](std::size_t one, std::size_t other) {
        const auto& a = points[one].sizes;
        const auto& b = points[other].sizes;
        return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    });
    return order;
}

ShapeSeries shapeSeries(const ComparisonResult& result)
{
    ShapeSeries series {.grid = shapeGrid(result.plan), .strategies = {}};
    if (result.recommendation.kind == RecommendationKind::Recommended)
        series.recommended = result.recommendation.variant;
    if (series.grid.isEmpty())
        return series;
    for (std::size_t i = 0; i < result.plan.variants.size(); ++i) {
        ShapeStrategy strategy {
            .variant = static_cast<int>(i), .name = result.plan.variants[i].name, .points = {}};
        for (const auto& inCase : result.cases) {
            const auto index = static_cast<std::size_t>(inCase.caseIndex);
            if (index < series.grid.sizes.size() && !series.grid.sizes[index].empty()
                && i < inCase.variants.size())
                strategy.points.push_back(
                    pointOf(inCase.variants[i], inCase.caseIndex, series.grid.sizes[index]));
        }
        series.strategies.push_back(std::move(strategy));
    }
    return series;
}

std::set<std::vector<std::int64_t>> linesAlong(const ShapeStrategy& strategy, std::size_t axis)
{
    std::set<std::vector<std::int64_t>> lines;
    for (const auto& point : strategy.points) {
        auto sizes = point.sizes;
        sizes[axis] = 0;
        lines.insert(std::move(sizes));
    }
    return lines;
}

std::vector<const ShapePoint*> pointsAlong(
    const ShapeStrategy& strategy, std::size_t axis, const std::vector<std::int64_t>& fixed)
{
    std::vector<const ShapePoint*> points;
    for (const auto& point : strategy.points)
        if (agreesBeside(point.sizes, fixed, axis))
            points.push_back(&point);
    std::ranges::sort(points, {}, [axis](const ShapePoint* point) { return point->sizes[axis]; });
    return points;
}

std::vector<SizeTime> timesAlong(
    const ShapeStrategy& strategy, std::size_t axis, const std::vector<std::int64_t>& fixed)
{
    std::vector<SizeTime> times;
    for (const auto* point : pointsAlong(strategy, axis, fixed))
        if (point->hasOwnTime())
            times.push_back({.size = point->sizes[axis], .ns = point->ns->estimate});
    return times;
}

Result<ShapeAdvice> shapeAdvice(
    const ShapeSeries& series, const Traffic& traffic, double repeats, int mostBuckets)
{
    if (series.isEmpty())
        return failure(ErrorKind::NotFound,
            "the cases do not differ in a size; record some with --sweep, such as --sweep "
            "seq=16:512:16");
    const auto axis = axisOf(series.grid, traffic.size);
    if (!axis)
        return failure(ErrorKind::BadInput,
            "the traffic's sizes are \"" + traffic.size + "\", the recording's "
                + namesOf(series.grid) + "; say which of them is meant with --size");
    ShapeAdvice advice {.axis = *axis, .fixed = fixedSizes(series.grid, *axis)};
    for (const auto& strategy : series.strategies) {
        const auto times = timesAlong(strategy, *axis, advice.fixed);
        if (times.empty())
            continue;
        auto cost = costOf(strategy, times, traffic, repeats);
        cost.compileNs = compileCost(strategy, *axis, advice.fixed, traffic.calls.size());
        advice.strategies.push_back(cost);
    }
    const auto* bucketed = bucketedOf(series, advice);
    if (bucketed == nullptr)
        return advice;
    advice.bucketed = bucketed->variant;
    BucketQuestion question {.measured = timesAlong(*bucketed, *axis, advice.fixed),
        .traffic = traffic,
        .compileNs = compileCost(*bucketed, *axis, advice.fixed, 1),
        .repeats = repeats,
        .mostBuckets = mostBuckets};
    advice.buckets = adviseBuckets(question);
    return advice;
}

BucketMemory memoryOfBucket(
    const ShapeSeries& series, const ShapeAdvice& advice, const Bucket& bucket)
{
    for (const auto* point : pointsAlong(series.of(advice.bucketed), advice.axis, advice.fixed))
        if (point->sizes[advice.axis] >= bucket.size && point->ns && !point->ranEager)
            return {.bytes = point->memoryBytes, .measuredAt = point->sizes[advice.axis]};
    return {};
}

} // namespace profiler
