// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/row_background.h"

#include <QPainter>
#include <QStyleOptionViewItem>

namespace ui {

bool paintRowGround(QPainter& painter, const Tokens& tokens, const QStyleOptionViewItem& option,
    int column, RowBar bar)
{
    if (!option.state.testFlag(QStyle::State_Selected))
        return false;
    constexpr int barWidth = 3;
    painter.fillRect(option.rect, tokens.selection);
    if (column == 0 && (bar == RowBar::Always || !tokens.tints))
        painter.fillRect(
            QRect(option.rect.topLeft(), QSize(barWidth, option.rect.height())), tokens.accent);
    return true;
}

} // namespace ui
