// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/shapes/shape_documents.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace profiler {
namespace {

std::vector<const ShapePoint*> slowerShapes(
    const ShapeSeries& series, const ShapeStrategy& strategy)
{
    std::vector<const ShapePoint*> slower;
    for (const auto i : series.bySize())
        if (strategy.points[i].verdict == Verdict::Slower)
            slower.push_back(&strategy.points[i]);
    return slower;
}

std::ptrdiff_t countOf(const ShapeStrategy& strategy, Verdict verdict)
{
    return std::ranges::count(strategy.points, verdict, &ShapePoint::verdict);
}

/// "seq = 16, seq = 32 and 4 more shapes"; with several axes each shape in parentheses.
std::string namedShapes(const ShapeGrid& grid, const std::vector<const ShapePoint*>& points)
{
    constexpr std::size_t most = 3;
    const auto named = points.size() > most ? most - 1 : points.size();
    std::string text;
    for (std::size_t i = 0; i < named; ++i) {
        const auto shape = shapeText(grid, points[i]->sizes);
        text += (i == 0 ? "" : ", ") + (grid.axes.size() > 1 ? "(" + shape + ")" : shape);
    }
    const auto rest = static_cast<std::int64_t>(points.size() - named);
    return rest > 0 ? text + " and " + countText(rest, "more shape", "more shapes") : text;
}

std::string shapeTimeText(const ShapePoint& point)
{
    return fmt::format("{} ({}–{})", formatDuration(point.ns->estimate),
        formatDuration(point.ns->low), formatDuration(point.ns->high));
}

std::string compiledPart(const ShapePoint& point)
{
    std::string text;
    if (point.recompiles.value_or(0) > 0)
        text += "; recompiled " + countText(*point.recompiles, "time", "times");
    if (point.compileNs.value_or(0) > 0)
        text += "; compiling took " + formatDuration(*point.compileNs);
    return text;
}

std::string ratioPart(double ratio, const std::string& baseline)
{
    return formatRatio(ratio) + (ratio < 1 ? "" : " faster") + " than " + baseline;
}

/// The recommended variant, or the compiled one that is faster at most shapes; null if there is
/// none.
const ShapeStrategy* spokenOf(const ShapeSeries& series)
{
    const ShapeStrategy* best = nullptr;
    for (const auto& each : series.strategies) {
        if (each.variant != 0 && each.variant == series.recommended)
            return &each;
        if (each.variant != 0
            && (best == nullptr
                || countOf(each, Verdict::Faster) > countOf(*best, Verdict::Faster)))
            best = &each;
    }
    return best;
}

} // namespace

std::string shapeHeatSentence(const ShapeSeries& series)
{
    const auto* spoken = spokenOf(series);
    if (spoken == nullptr)
        return {};
    const auto& baseline = series.strategies.front().name;
    auto text = fmt::format("{} is faster than {} at {} of {}", spoken->name, baseline,
        countOf(*spoken, Verdict::Faster),
        countText(static_cast<std::int64_t>(spoken->points.size()), "shape", "shapes"));
    if (const auto slower = slowerShapes(series, *spoken); !slower.empty())
        text += ", slower at " + namedShapes(series.grid, slower);
    const auto open = std::ranges::count_if(
        spoken->points, [](const ShapePoint& point) { return point.hasOwnTime() && !point.ratio; });
    if (open > 0)
        text += fmt::format(", not decided at {}", open);
    return text + ".";
}

std::string shapeCellReason(const ShapeSeries& series, const ShapeCell& cell)
{
    if (cell.ratio)
        return {};
    if (cell.point == nullptr)
        return "the sweep has no such shape";
    if (!cell.point->ns)
        return reasonText(cell.point->whyMissing);
    if (cell.point->ranEager)
        return "it ran eager, so that its time says nothing of compiled code";
    if (!cell.baseline->ns)
        return series.strategies.front().name
            + " has no time at this shape: " + reasonText(cell.baseline->whyMissing);
    return "not decided" + reasonAfter(": ", cell.point->ratio.error());
}

std::string shapeCellText(
    const ShapeSeries& series, const ShapeHeat& heat, const ShapeHeatRow& row, std::size_t column)
{
    const auto& cell = row.cells.at(column);
    auto sizes = row.sizes;
    sizes[heat.axis] = heat.columns.at(column);
    const auto what = series.of(row.variant).name + " at " + shapeText(series.grid, sizes) + ": ";
    if (!cell.ratio)
        return what + shapeCellReason(series, cell)
            + (cell.point != nullptr && cell.point->ns ? "; " + shapeTimeText(*cell.point)
                                                       : std::string())
            + (cell.isOpen() ? " beside " + shapeTimeText(*cell.baseline) : std::string()) + ".";
    const auto& baseline = series.strategies.front().name;
    return what + ratioPart(*cell.ratio, baseline) + ", " + shapeTimeText(*cell.point) + " beside "
        + shapeTimeText(*cell.baseline) + compiledPart(*cell.point) + ".";
}

} // namespace profiler
