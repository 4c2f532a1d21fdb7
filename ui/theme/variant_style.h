// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QColor>
#include <QList>
#include <QPen>

namespace ui {

enum class Marker {
    Square,
    Circle,
    Diamond,
    TriangleUp,
    TriangleDown,
    Pentagon,
    Hexagon,
    TriangleRight
};

/// How a variant looks for the life of its comparison, on every page and in reports.
struct VariantStyle {
    QColor colour;
    Marker marker = Marker::Square;
    QList<qreal> dashes; ///< in units of the pen's width; empty = solid

    /// A pen of that colour and dash.
    [[nodiscard]] QPen pen(qreal width = 2) const;
};

/// `index` is the variant's place in the plan: 0 = baseline.
[[nodiscard]] VariantStyle variantStyle(const Tokens& tokens, int index);

} // namespace ui
