// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/overview/forest_row.h"

#include <QRectF>

#include <vector>

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

} // namespace ui
