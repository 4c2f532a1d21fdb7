// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/shapes/shape_series.h"
#include "ui/comparison/comparison_view.h"
#include "ui/tables/data_model.h"

namespace ui {

/// Every shape with the time under each variant that is not hidden, and what the focused one paid
/// to compile it. A row's key is its case.
[[nodiscard]] DataContent shapeTable(
    const ComparisonView& view, const profiler::ShapeSeries& series);

/// The buckets that an advice is made of.
[[nodiscard]] DataContent bucketTable(
    const profiler::ShapeSeries& series, const profiler::ShapeAdvice& advice);

} // namespace ui
