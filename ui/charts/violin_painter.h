// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/statistics/violin.h"
#include "ui/theme/tokens.h"
#include "ui/theme/variant_style.h"

#include <QPolygonF>
#include <QRectF>

#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace ui {

enum class ViolinSize {
    Mini, ///< outline, median, line to p99: a row of the forest
    Full, ///< with the middle half and the slowest call
};

/// A violin lying in `row`, its highest density as high as the row. `toX` gives the pixel of a
/// value; what lies beyond `row` on either side is cut, the slowest call with an arrow.
void drawViolin(QPainter& painter, const Tokens& tokens, const VariantStyle& style,
    const profiler::Violin& violin, const QRectF& row, const std::function<double(double)>& toX,
    ViolinSize size);

/// The outline of a histogram over a thin ground, so that another one stays seen.
void drawSteps(
    QPainter& painter, const Tokens& tokens, const VariantStyle& style, const QPolygonF& steps);

/// The bin that holds a value; nothing beyond the first and the last edge.
[[nodiscard]] std::optional<std::size_t> binAt(const std::vector<double>& edges, double value);

} // namespace ui
