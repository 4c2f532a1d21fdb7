// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QPainter>
#include <QWidget>

namespace ui {

/// A focus ring is for people who use the keyboard: none after a click, when a window opens, or in
/// a file.
[[nodiscard]] inline bool showsFocus(const QWidget& widget)
{
    return !Theme::DocumentPaint::isActive() && widget.hasFocus()
        && widget.window()->testAttribute(Qt::WA_KeyboardFocusChange);
}

/// The ring, just inside `box`.
inline void drawFocusRing(
    QPainter& painter, const QColor& colour, const QRectF& box, qreal corner = 5)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), corner, corner);
}

} // namespace ui
