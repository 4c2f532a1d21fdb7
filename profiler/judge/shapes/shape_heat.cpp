// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/shapes/shape_heat.h"

#include <algorithm>
#include <array>
#include <map>

namespace profiler {
namespace {

using SizeList = std::vector<std::int64_t>;

ShapeCell cellOf(const ShapePoint& baseline, const ShapePoint& point)
{
    ShapeCell cell {.point = &point, .baseline = &baseline, .ratio = {}};
    if (point.ratio)
        cell.ratio = point.ratio->estimate;
    return cell;
}

using CellsBySizes = std::map<SizeList, ShapeCell>;

CellsBySizes cellsOf(const ShapeStrategy& baseline, const ShapeStrategy& strategy)
{
    CellsBySizes cells;
    for (std::size_t i = 0; i < std::min(baseline.points.size(), strategy.points.size()); ++i)
        cells.emplace(strategy.points[i].sizes, cellOf(baseline.points[i], strategy.points[i]));
    return cells;
}

ShapeHeatRow rowOf(const ShapeHeat& heat, const ShapeStrategy& strategy, const SizeList& line,
    const CellsBySizes& all)
{
    ShapeHeatRow row {.variant = strategy.variant, .sizes = line, .cells = {}};
    for (const auto size : heat.columns) {
        auto sizes = line;
        sizes[heat.axis] = size;
        const auto found = all.find(sizes);
        row.cells.push_back(found == all.end() ? ShapeCell {} : found->second);
    }
    return row;
}

} // namespace

ShapeHeat shapeHeat(const ShapeSeries& series, std::size_t axis)
{
    ShapeHeat heat {.axis = axis, .columns = {}, .rows = {}};
    if (series.isEmpty() || series.strategies.empty())
        return heat;
    heat.columns = series.grid.axes.at(axis).values;
    const auto& baseline = series.strategies.front();
    for (const auto& strategy : series.strategies) {
        if (strategy.variant == baseline.variant)
            continue;
        const auto cells = cellsOf(baseline, strategy);
        for (const auto& line : linesAlong(strategy, axis))
            heat.rows.push_back(rowOf(heat, strategy, line, cells));
    }
    return heat;
}

double heatLimit(const ShapeHeat& heat)
{
    constexpr std::array limits {1.25, 1.5, 2.0, 3.0, 4.0, 8.0};
    double most = 1;
    for (const auto& row : heat.rows)
        for (const auto& cell : row.cells)
            if (cell.ratio)
                most = std::max({most, *cell.ratio, 1 / *cell.ratio});
    const auto limit = std::ranges::lower_bound(limits, most);
    return limit == limits.end() ? limits.back() : *limit;
}

} // namespace profiler
