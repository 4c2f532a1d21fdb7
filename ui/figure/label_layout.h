// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QStringList>

#include <vector>

namespace ui {

/// A label that belongs to a point of a chart.
struct PointLabel {
    QPointF anchor;
    QSizeF size;
    double clearance = 8; ///< half the size of the marker at the anchor
};

/// A place for every label beside its point, inside `bounds`, over no other label and over none of
/// `taken`; first comes, first served. A label for which nothing is free gets an empty rectangle.
[[nodiscard]] std::vector<QRectF> placeBesidePoints(const std::vector<PointLabel>& labels,
    const QRectF& bounds, const std::vector<QRectF>& taken = {});

/// A label in a column beside a chart, wanted at the height of its curve.
struct ColumnLabel {
    double wantedTop = 0;
    double height = 0;
};

/// Tops for labels in one column: in the order of what they want, none over another, as near as
/// they can be. When they do not fit they start at `top` and run over the lower end.
[[nodiscard]] std::vector<double> placeInColumn(
    const std::vector<ColumnLabel>& labels, double top, double bottom, double gap = 2);

/// In one line, or in two where that is wider: parted after a space or a joining sign, so that the
/// longer of the two is shortest. What is still too wide is elided.
[[nodiscard]] QStringList inTwoLines(const QString& text, const QFont& font, int width);

} // namespace ui
