// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/nav_item.h"

#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QPainter>

namespace ui {

NavItem::NavItem(const Theme& theme, const PageDescriptor& page, QWidget* parent)
    : BarButton(theme, QSizePolicy::Expanding, parent)
    , m_page(page)
{
    setText(page.name);
    setAccessibleName(page.name);
    setAccessibleDescription(page.question);
    setToolTip(page.question);
    setCheckable(true);
    setAutoExclusive(true);
}

void NavItem::setDimmed(bool dimmed)
{
    if (dimmed == m_dimmed)
        return;
    m_dimmed = dimmed;
    update();
}

void NavItem::setNavBadge(const NavBadge& badge)
{
    if (badge == m_badge)
        return;
    m_badge = badge;
    setAccessibleName(
        badge.text.isEmpty() ? m_page.name : m_page.name + QStringLiteral(", ") + badge.text);
    update();
}

void NavItem::setShape(bool iconOnly, int height)
{
    m_iconOnly = iconOnly;
    m_height = height;
    updateGeometry();
}

void NavItem::paint(QPainter& painter, const Tokens& tokens)
{
    const QRectF box = QRectF(rect()).adjusted(0, 1, 0, -1);
    if (isChecked() || underMouse()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(isChecked() ? tokens.selection : tokens.raised);
        painter.drawRoundedRect(box, 6, 6);
    }
    if (isChecked()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.accent);
        painter.drawRoundedRect(
            QRectF(0, box.center().y() - 8, tokens.tints ? 3 : 5, 16), 1.5, 1.5);
    }
    if (showsFocus(*this)) {
        painter.setPen(QPen(tokens.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(1, 0, -1, 0), 6, 6);
    }
    const QColor ink = m_dimmed && !isChecked() ? tokens.faint : tokens.text;
    const QColor iconInk = isChecked() ? tokens.text : m_dimmed ? tokens.faint : tokens.muted;
    drawIcon(painter, m_page.icon,
        QRectF(m_iconOnly ? (width() - 14) / 2.0 : 11, height() / 2.0 - 7, 14, 14), iconInk);
    if (m_iconOnly)
        return paintBadgeSign(painter);
    painter.setFont(uiFont(type::base, isChecked() ? QFont::DemiBold : QFont::Medium));
    painter.setPen(ink);
    drawText(painter, rect().adjusted(34, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
    paintBadge(painter);
}

void NavItem::paintBadge(QPainter& painter) const
{
    const Tokens& tokens = theme().tokens();
    const bool loud = m_badge.status && *m_badge.status != Status::Neutral;
    painter.setFont(
        uiFont(loud ? type::caption : type::small, loud ? QFont::DemiBold : QFont::Normal));
    painter.setPen(loud ? tokens.status(*m_badge.status) : m_dimmed ? tokens.faint : tokens.muted);
    const QRect box = rect().adjusted(0, 0, width() > 170 ? -10 : -4, 0);
    const QFontMetrics name(uiFont(type::base, QFont::Medium));
    const int free = box.right() - 34 - name.horizontalAdvance(text());
    if (!m_badge.status && painter.fontMetrics().horizontalAdvance(m_badge.text) + 6 > free)
        return; // the dimmed name tells it, and the page says it in words
    drawText(painter, box, Qt::AlignRight | Qt::AlignVCenter, m_badge.text);
    if (!m_badge.status)
        return;
    const int words = painter.fontMetrics().horizontalAdvance(m_badge.text);
    drawStatus(painter, tokens, *m_badge.status,
        QRectF(box.right() - words - (words > 0 ? 4 : 0) - 13, height() / 2.0 - 6.5, 13, 13));
}

/// Icons alone: the shape of a loud badge in the corner.
void NavItem::paintBadgeSign(QPainter& painter) const
{
    if (m_badge.status && *m_badge.status != Status::Neutral)
        drawStatus(painter, theme().tokens(), *m_badge.status, QRectF(width() - 13, 1, 11, 11));
}

} // namespace ui
