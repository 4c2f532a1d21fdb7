// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/bar_button.h"

#include "ui/theme/focus.h"

#include <QPainter>

namespace ui {

BarButton::BarButton(const Theme& theme, QSizePolicy::Policy horizontal, QWidget* parent)
    : PaintedButton(theme, parent)
{
    setSizePolicy(horizontal, QSizePolicy::Fixed);
}

void BarButton::paintFrame(QPainter& painter) const
{
    const Tokens& tokens = theme().tokens();
    const bool focused = showsFocus(*this);
    const qreal line = focused ? 2 : tokens.line;
    painter.setPen(QPen(focused ? tokens.accent : tokens.border, line));
    painter.setBrush(tokens.raised);
    painter.drawRoundedRect(
        QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), 6, 6);
}

} // namespace ui
