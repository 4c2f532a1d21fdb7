// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette/popup.h"

namespace ui {

Popup::Popup(const Theme& theme, QWidget* parent)
    : Painted<QFrame>(theme, parent, Qt::Popup | Qt::FramelessWindowHint)
{
}

void Popup::paint(QPainter& painter, const Tokens& tokens)
{
    painter.setRenderHint(QPainter::Antialiasing, false); // its lines are whole pixels
    painter.fillRect(rect(), tokens.panel);
    painter.setPen(QPen(tokens.border, tokens.line));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

bool Popup::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        takeChosen();
        return true;
    case Qt::Key_Escape:
        close();
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

} // namespace ui
