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

/// Slower than the baseline by more than what counts as one of the fastest.
bool isSlower(const ShapePoint& baseline, const ShapePoint& point)
{
    return baseline.ns && point.hasOwnTime() && point.ns->estimate > asFast * baseline.ns->estimate;
}

std::vector<const ShapePoint*> slowerShapes(
    const ShapeSeries& series, const ShapeStrategy& strategy)
{
    std::vector<const ShapePoint*> slower;
    const auto& baseline = series.strategies.front().points;
    for (const auto i : series.bySize())
        if (isSlower(baseline[i], strategy.points[i]))
            slower.push_back(&strategy.points[i]);
    return slower;
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

/// The compiled variant that is as fast as the fastest at most shapes; null: there is none.
const ShapeStanding* bestCompiled(const std::vector<ShapeStanding>& standings)
{
    const ShapeStanding* best = nullptr;
    for (const auto& each : standings)
        if (each.strategy->variant != 0 && (best == nullptr || each.near > best->near))
            best = &each;
    return best;
}

} // namespace

std::string shapeHeatSentence(const ShapeSeries& series)
{
    const auto standings = shapeStandings(series);
    const auto* best = bestCompiled(standings);
    if (best == nullptr)
        return {};
    const auto& baseline = series.strategies.front().name;
    if (best->near == 0)
        return "No variant is as fast as " + baseline + " at any shape.";
    auto text = fmt::format("{} is as fast as the fastest, within 3 %, at {} of {}",
        best->strategy->name, best->near,
        countText(static_cast<std::int64_t>(best->strategy->points.size()), "shape", "shapes"));
    const auto slower = slowerShapes(series, *best->strategy);
    return text
        + (slower.empty()
                ? "; nowhere slower than " + baseline + "."
                : "; slower than " + baseline + " at " + namedShapes(series.grid, slower) + ".");
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
    return series.strategies.front().name
        + " has no time at this shape: " + reasonText(cell.baseline->whyMissing);
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
            + (cell.ranEager() && cell.point->ns ? "; " + shapeTimeText(*cell.point)
                                                 : std::string())
            + ".";
    const auto& baseline = series.strategies.front().name;
    return what + ratioPart(*cell.ratio, baseline) + ", " + shapeTimeText(*cell.point) + " beside "
        + shapeTimeText(*cell.baseline) + compiledPart(*cell.point) + ".";
}

} // namespace profiler
