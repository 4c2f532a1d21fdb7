// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/shapes/shape_series.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// Shape × variant: how many times faster than the baseline each variant is at each shape, and
/// which variants are the fastest.
namespace profiler {

/// One variant at one shape. Without a ratio it ran eager, was not measured, or the baseline was
/// not.
struct ShapeCell {
    const ShapePoint* point = nullptr; ///< null: the sweep has no such shape
    const ShapePoint* baseline = nullptr;
    std::optional<double> ratio; ///< of the baseline's time to its own

    [[nodiscard]] bool ranEager() const { return point != nullptr && point->ranEager; }

    [[nodiscard]] bool recompiled() const
    {
        return point != nullptr && point->recompiles.value_or(0) > 0;
    }
};

/// A variant at all sizes of the axis.
struct ShapeHeatRow {
    int variant = 0;
    std::vector<std::int64_t> sizes; ///< of all axes; that along the heat map is 0
    std::vector<ShapeCell> cells; ///< one for each column
};

struct ShapeHeat {
    std::size_t axis = 0;
    std::vector<std::int64_t> columns; ///< sizes along the axis, ascending
    std::vector<ShapeHeatRow> rows; ///< by variant, then by the other sizes; the baseline has none
};

/// Its cells point into the series.
[[nodiscard]] ShapeHeat shapeHeat(const ShapeSeries& series, std::size_t axis);

/// The largest ratio, of faster or slower, that a map of these cells has to tell apart: one of a
/// few round ones, no more than 8.
[[nodiscard]] double heatLimit(const ShapeHeat& heat);

/// Of the fastest: a time that is no longer than this many of its own counts as one of the fastest.
inline constexpr double asFast = 1.03; // no more than a goal's smallest effect

/// How a variant does over the shapes at which some variant has a time.
struct ShapeStanding {
    const ShapeStrategy* strategy = nullptr;
    std::size_t near = 0; ///< shapes at which it is as fast as the fastest
    double compileNs = 0; ///< of all shapes
};

/// In plan order.
[[nodiscard]] std::vector<ShapeStanding> shapeStandings(const ShapeSeries& series);

} // namespace profiler
