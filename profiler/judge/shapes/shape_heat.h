// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/shapes/shape_series.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// Shape × variant: how many times faster than the baseline each variant is at each shape.
namespace profiler {

/// One variant at one shape.
struct ShapeCell {
    const ShapePoint* point = nullptr; ///< null: the sweep has no such shape
    const ShapePoint* baseline = nullptr;
    std::optional<double> ratio; ///< how many times faster than the baseline, where it is decided

    [[nodiscard]] bool ranEager() const { return point != nullptr && point->ranEager; }

    /// Both have a time, and judging decided nothing.
    [[nodiscard]] bool isOpen() const
    {
        return !ratio && point != nullptr && point->hasOwnTime() && baseline->ns;
    }

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

} // namespace profiler
