// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/search_button.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/text_measures.h"

#include <QPainter>

namespace ui {

SearchButton::SearchButton(const Theme& theme)
    : BarButton(theme, QSizePolicy::Fixed)
{
    setText(tr("Search"));
    setAccessibleName(tr("Search commands, pages and cases"));
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

void SearchButton::paint(QPainter& painter, const Tokens& tokens)
{
    paintFrame(painter);
    const qreal left = m_signOnly ? (width() - 14) / 2.0 : 11;
    drawIcon(painter, Icon::Search, QRectF(left, height() / 2.0 - 7, 14, 14),
        underMouse() ? tokens.text : tokens.muted);
    if (m_signOnly)
        return;
    painter.setFont(uiFont());
    painter.setPen(tokens.muted);
    const QRect box = rect().adjusted(34, 0, -10, 0);
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter, text());
    painter.setFont(uiFont(type::small));
    drawText(painter, box, Qt::AlignRight | Qt::AlignVCenter, m_key);
}

} // namespace ui
