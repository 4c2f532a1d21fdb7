// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/shapes/between_sizes.h"
#include "profiler/judge/shapes/read_off_sizes.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/shapes/shape_documents.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace profiler {
namespace {

/// Points whose ratio to the baseline is decided.
std::vector<const ShapePoint*> decidedPoints(const ShapeStrategy& strategy)
{
    std::vector<const ShapePoint*> decided;
    for (const auto& point : strategy.points)
        if (point.ratio)
            decided.push_back(&point);
    return decided;
}

/// The first point that has a time of its own but no verdict; null if there is none.
const ShapePoint* firstOpen(const std::vector<const ShapePoint*>& points)
{
    const auto open = std::ranges::find_if(
        points, [](const ShapePoint* point) { return point->hasOwnTime() && !point->ratio; });
    return open == points.end() ? nullptr : *open;
}

std::string callsText(double calls)
{
    return formatCount(std::llround(calls));
}

double geometricMean(const std::vector<const ShapePoint*>& points)
{
    double sum = 0;
    for (const auto* point : points)
        sum += std::log(point->ratio->estimate);
    return std::exp(sum / static_cast<double>(points.size()));
}

std::string countOfShapes(std::size_t count)
{
    return countText(static_cast<std::int64_t>(count), "shape", "shapes");
}

/// "it compiled each shape, 4.1 s on average" or "compiling took 9.3 s in all".
std::string compilePart(const ShapeStrategy& strategy)
{
    double sum = 0;
    double compiled = 0;
    int recompiles = 0;
    for (const auto& point : strategy.points) {
        sum += point.compileNs.value_or(0);
        compiled += point.compileNs ? 1 : 0;
        recompiles += point.recompiles.value_or(0);
    }
    if (compiled == 0)
        return {};
    if (strategy.compilesEachShape())
        return "; it compiled each shape, " + formatDuration(sum / compiled) + " on average";
    std::string text = "; compiling took " + formatDuration(sum) + " in all";
    if (recompiles > 0)
        text += ", with " + countText(recompiles, "recompile", "recompiles");
    return text;
}

std::string ranEagerPart(const ShapeStrategy& strategy)
{
    const auto count = std::ranges::count_if(
        strategy.points, [](const ShapePoint& point) { return point.ranEager; });
    if (count == 0)
        return {};
    return "; " + countOfShapes(static_cast<std::size_t>(count)) + " ran eager";
}

/// "; not decided at seq = 64: 2 more repetitions are needed".
std::string openPart(const ShapeGrid& grid, const ShapeStrategy& strategy)
{
    std::vector<const ShapePoint*> points;
    for (const auto& point : strategy.points)
        points.push_back(&point);
    const auto* open = firstOpen(points);
    return open == nullptr ? std::string()
                           : "; not decided at " + shapeText(grid, open->sizes)
            + reasonAfter(": ", open->ratio.error());
}

std::string sentenceOf(
    const ShapeGrid& grid, const ShapeStrategy& baseline, const ShapeStrategy& strategy)
{
    const auto decided = decidedPoints(strategy);
    const auto rest
        = openPart(grid, strategy) + compilePart(strategy) + ranEagerPart(strategy) + ".";
    if (decided.empty())
        return strategy.name + " against " + baseline.name + " is decided at no shape" + rest;
    const auto ratioOf = [](const ShapePoint* point) { return point->ratio->estimate; };
    const auto [low, high] = std::ranges::minmax_element(decided, {}, ratioOf);
    const double mean = geometricMean(decided);
    // formatRatio says "slower" itself.
    std::string text = fmt::format("{} is {}{} than {} over {}", strategy.name, formatRatio(mean),
        mean < 1 ? "" : " faster", baseline.name, countOfShapes(decided.size()));
    if (decided.size() > 1)
        text += fmt::format(": from {} at {} to {} at {}", formatRatio(ratioOf(*low)),
            shapeText(grid, (*low)->sizes), formatRatio(ratioOf(*high)),
            shapeText(grid, (*high)->sizes));
    return text + rest;
}

/// "32, 64, 128".
std::string sizesText(const BucketAdvice& advice)
{
    std::vector<std::int64_t> sizes;
    for (const auto& bucket : advice.buckets)
        sizes.push_back(bucket.size);
    return fmt::format("{}", fmt::join(sizes, ", "));
}

/// "eager 63 s, dynamic 52 s".
std::string othersText(const ShapeSeries& series, const ShapeAdvice& advice)
{
    std::string text;
    for (const auto& cost : advice.strategies) {
        text += (text.empty() ? "" : ", ") + series.of(cost.variant).name + " "
            + formatDuration(cost.totalNs());
        if (cost.compileNs > 0)
            text += " (" + formatDuration(cost.compileNs) + " of it to compile)";
    }
    return text;
}

/// "; padding seq to 32, 64 takes 41 s"; empty without buckets.
std::string paddedText(const ShapeAdvice& advice, const std::string& axis)
{
    if (!advice.buckets)
        return {};
    return "; padding " + axis + " to " + sizesText(*advice.buckets) + " takes "
        + formatDuration(advice.buckets->totalNs());
}

const StrategyCost* cheapest(const ShapeAdvice& advice)
{
    const auto found = std::ranges::min_element(
        advice.strategies, {}, [](const StrategyCost& cost) { return cost.totalNs(); });
    return found == advice.strategies.end() ? nullptr : &*found;
}

std::string cell(const ShapePoint& point)
{
    if (!point.ns)
        return missingMark;
    auto text = formatDuration(point.ns->estimate);
    return point.ranEager ? text + " (ran eager)" : text;
}

std::string compileCell(const ShapePoint& point)
{
    if (!point.compileNs)
        return missingMark;
    if (*point.compileNs <= 0)
        return "none";
    auto text = formatDuration(*point.compileNs);
    return point.recompiles.value_or(0) > 0 ? text + " ↻" : text;
}

std::string gridText(const ShapeSeries& series)
{
    std::vector<TextColumn> columns;
    for (const auto& axis : series.grid.axes)
        columns.push_back({.heading = printable(axis.name), .align = Align::Right});
    for (const auto& strategy : series.strategies)
        columns.push_back({.heading = printable(strategy.name), .align = Align::Right});
    for (const auto& strategy : series.strategies)
        if (strategy.variant != 0)
            columns.push_back(
                {.heading = printable(strategy.name) + " compile", .align = Align::Right});
    TextTable table(std::move(columns));
    for (const auto i : series.bySize()) {
        std::vector<std::string> cells;
        for (const auto size : series.strategies.front().points[i].sizes)
            cells.push_back(std::to_string(size));
        for (const auto& strategy : series.strategies)
            cells.push_back(cell(strategy.points[i]));
        for (const auto& strategy : series.strategies)
            if (strategy.variant != 0)
                cells.push_back(compileCell(strategy.points[i]));
        table.addRow(std::move(cells));
    }
    return table.text();
}

/// "1.2 GiB", or "1.2 GiB at 64" where the bucket lies between measured sizes.
std::string bucketMemoryText(const BucketMemory& memory, const Bucket& bucket)
{
    if (!memory.bytes)
        return missingMark;
    auto text = formatBytes(*memory.bytes);
    return *memory.measuredAt == bucket.size ? text
                                             : text + " at " + std::to_string(*memory.measuredAt);
}

std::string bucketsText(const ShapeSeries& series, const ShapeAdvice& advice)
{
    TextTable table({{.heading = "bucket", .align = Align::Right},
        {.heading = "calls", .align = Align::Right}, {.heading = "a call", .align = Align::Right},
        {.heading = "padding", .align = Align::Right},
        {.heading = "peak memory", .align = Align::Right}, {.heading = ""}});
    for (const auto& bucket : advice.buckets->buckets)
        table.addRow({std::to_string(bucket.size), callsText(bucket.calls),
            formatDuration(bucket.ns), percentText(bucket.paddedRatio),
            bucketMemoryText(memoryOfBucket(series, advice, bucket), bucket),
            bucket.measured ? "" : "between measured sizes"});
    return table.text();
}

} // namespace

std::string shapeText(const ShapeGrid& grid, const std::vector<std::int64_t>& sizes)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(grid.axes.size(), sizes.size()); ++i)
        text += (i == 0 ? "" : ", ") + grid.axes[i].name + " = " + std::to_string(sizes[i]);
    return text;
}

std::string shapeConclusion(const ComparisonResult& result, const ShapeSeries& series)
{
    if (series.isEmpty())
        return "The cases do not differ in a size; record some with --sweep, such as --sweep "
               "seq=16:512:16 --input ids=8xseq:int64[0,1000).";
    return settingsSentence(result);
}

std::string shapeSentence(const ShapeSeries& series, int variant)
{
    if (variant == 0 || series.isEmpty())
        return {};
    return sentenceOf(series.grid, series.strategies.front(), series.of(variant));
}

std::string shapeBetween(const ShapeSeries& series)
{
    const auto worst = worstLeftOut(series);
    if (!worst)
        return {};
    return fmt::format("Times between measured sizes are read off the line that joins them: a "
                       "measured size, left out, lies at most {} from it ({} at {}: {}, read off "
                       "{}).",
        percentText(worst->errorRatio()), series.of(worst->variant).name,
        shapeText(series.grid, worst->sizes), formatDuration(worst->measuredNs),
        formatDuration(worst->readOffNs));
}

std::string shapeAdviceSentence(
    const ShapeSeries& series, const ShapeAdvice& advice, const Traffic& traffic)
{
    const auto& axis = series.grid.axes[advice.axis].name;
    const auto what = fmt::format("For {} calls of {}: ", callsText(traffic.total()),
        countText(static_cast<std::int64_t>(traffic.calls.size()), "size", "sizes"));
    const auto* best = cheapest(advice);
    if (best == nullptr)
        return what + "none of the variants was measured along " + axis + ".";
    const bool padded = advice.buckets && advice.buckets->totalNs() < best->totalNs();
    const int chosen = padded ? advice.bucketed : best->variant;
    const auto* open = chosen == 0
        ? nullptr
        : firstOpen(pointsAlong(series.of(chosen), advice.axis, advice.fixed));
    if (open != nullptr)
        return what + "no advice yet, as " + series.of(chosen).name + " is not decided at "
            + shapeText(series.grid, open->sizes) + reasonAfter(" (", open->ratio.error())
            + (reasonText(open->ratio.error()).empty() ? "" : ")")
            + ". By the medians: " + othersText(series, advice) + paddedText(advice, axis) + ".";
    if (!padded)
        return what + "use " + series.of(best->variant).name + " as it is, "
            + formatDuration(best->totalNs()) + " in all" + paddedText(advice, axis)
            + ". Beside it: " + othersText(series, advice) + ".";
    return what
        + fmt::format("pad {} to {} and compile these with {}: {} in all, {} of it to compile, {} "
                      "of the work is padding. Without padding: {}.",
            axis, sizesText(*advice.buckets), series.of(advice.bucketed).name,
            formatDuration(advice.buckets->totalNs()), formatDuration(advice.buckets->compileNs),
            percentText(advice.buckets->paddedRatio()), othersText(series, advice));
}

std::string shapeReadOffText(const ShapeAdvice& advice)
{
    if (!advice.buckets)
        return {};
    const auto& buckets = advice.buckets->buckets;
    const auto between = std::ranges::count(buckets, false, &Bucket::measured);
    return between == 0
        ? std::string()
        : fmt::format("{} of the {} lie between measured sizes", between,
            countText(static_cast<std::int64_t>(buckets.size()), "bucket", "buckets"));
}

std::string shapeUnservedSentence(const ShapeSeries& series, const ShapeAdvice& advice)
{
    if (!advice.buckets || advice.buckets->unservedCalls <= 0)
        return {};
    return fmt::format("{} calls are larger than any measured {} and in no figure.",
        callsText(advice.buckets->unservedCalls), series.grid.axes[advice.axis].name);
}

std::string shapeReadOffSizes(const ShapeSeries& series, const ShapeAdvice& advice)
{
    std::string along;
    std::string others;
    const auto axes = readOffSizes(series, advice);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto text = fmt::format("{} = {}", axes[i].name, fmt::join(axes[i].values, ", "));
        if (i == advice.axis)
            along = text;
        else
            others += (others.empty() ? " with " : ", ") + text;
    }
    return along + others;
}

std::string shapeAdviceDoubts(const ShapeSeries& series, const ShapeAdvice& advice)
{
    auto text = shapeReadOffText(advice);
    if (!text.empty())
        text += ": `fusescope shapes FILE --traffic … --measure` records them.";
    const auto unserved = shapeUnservedSentence(series, advice);
    return text.empty() || unserved.empty() ? text + unserved : text + " " + unserved;
}

std::string measuredAdviceSentence(const ShapeAdvice& advice, double readOffNs, int measuredShapes)
{
    if (!advice.buckets || readOffNs <= 0)
        return {};
    const double now = advice.buckets->totalNs();
    const double change = now / readOffNs - 1;
    return fmt::format(
        "{} measured for it: the buckets take {}, and {} was read off before ({} {}).",
        countOfShapes(static_cast<std::size_t>(measuredShapes))
            + (measuredShapes == 1 ? " was" : " were"),
        formatDuration(now), formatDuration(readOffNs), percentText(std::abs(change)),
        change < 0 ? "less" : "more");
}

std::string bucketMemoryReason(const BucketMemory& memory)
{
    return memory.measuredAt
        ? "its process at size " + std::to_string(*memory.measuredAt) + " recorded no peak"
        : "no measured size holds it";
}

std::string shapesText(const ComparisonResult& result, const ShapeSeries& series,
    const Traffic* traffic, const ShapeAdvice* advice)
{
    if (series.isEmpty())
        return shapeConclusion(result, series) + "\n";
    auto text = gridText(series) + "\n" + printable(shapeConclusion(result, series)) + "\n";
    for (std::size_t i = 1; i < series.strategies.size(); ++i)
        text += printable(shapeSentence(series, static_cast<int>(i))) + "\n";
    if (const auto between = shapeBetween(series); !between.empty())
        text += printable(between) + "\n";
    if (traffic == nullptr || advice == nullptr)
        return text;
    text += "\n";
    if (advice->buckets)
        text += bucketsText(series, *advice) + "\n";
    text += printable(shapeAdviceSentence(series, *advice, *traffic)) + "\n";
    const auto doubts = shapeAdviceDoubts(series, *advice);
    return doubts.empty() ? text : text + printable(doubts) + "\n";
}

} // namespace profiler
