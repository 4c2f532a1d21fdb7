// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palette/search_button.h"

#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"

#include <QKeyEvent>
#include <QPainter>

namespace ui {

SearchButton::SearchButton(const Theme& theme, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setText(tr("Search"));
    setAccessibleName(tr("Search commands, pages and cases"));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
}

void SearchButton::setKeyText(const QString& key)
{
    m_key = key;
    update();
}

void SearchButton::setSignOnly(bool signOnly)
{
    m_signOnly = signOnly;
    updateGeometry();
}

void SearchButton::paintEvent(QPaintEvent* /*event*/)
{
    const Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool focused = showsFocus(*this);
    const qreal line = focused ? 2 : tokens.line;
    painter.setPen(QPen(focused ? tokens.accent : tokens.border, line));
    painter.setBrush(tokens.raised);
    painter.drawRoundedRect(
        QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), 6, 6);
    const qreal left = m_signOnly ? (width() - 14) / 2.0 : 11;
    drawIcon(painter, Icon::Search, QRectF(left, height() / 2.0 - 7, 14, 14),
        underMouse() ? tokens.text : tokens.muted);
    if (m_signOnly)
        return;
    painter.setFont(uiFont());
    painter.setPen(tokens.muted);
    const QRect box = rect().adjusted(34, 0, -10, 0);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, text());
    painter.setFont(uiFont(type::small));
    painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, m_key);
}

void SearchButton::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

} // namespace ui
