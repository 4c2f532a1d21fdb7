// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/overview/forest_row.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace ui {

/// An axis across one column of the forest.
struct ColumnAxis {
    double low = 0;
    double high = 1;
    bool logarithmic = false; ///< of ratios: 2× faster and 2× slower are as far from 1
    std::vector<double> ticks;

    [[nodiscard]] double toX(const QRectF& column, double value) const;

    [[nodiscard]] bool contains(double value) const { return value >= low && value <= high; }
};

/// From the quickest call to the slowest p99, where that is not out of all proportion.
[[nodiscard]] ColumnAxis timeAxis(const Forest& forest);
/// Holds 1, the shaded band and every ratio; a far end of a wide interval may lie outside.
[[nodiscard]] ColumnAxis ratioAxis(const Forest& forest);

/// A tick's number with no more digits than its neighbours need.
[[nodiscard]] QString tickText(const ColumnAxis& axis, double tick);

/// A line in the colour of the grid at each tick; `box` is what the axis covers of the cell.
void paintTickLines(QPainter& painter, const Tokens& tokens, const ColumnAxis& axis,
    const QRectF& box, const QRect& cell);
/// Their numbers in units of `scale`, in the foot of which the axis covers `box`; where there is no
/// room some are left out.
void paintTickTexts(QPainter& painter, const ColumnAxis& axis, const QRectF& box, double scale = 1);

} // namespace ui
