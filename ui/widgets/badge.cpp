// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/badge.h"

#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QPainter>

namespace ui {

Badge::Badge(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    setFont(uiFont(type::caption, QFont::DemiBold));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Badge::setStatus(Status status, const QString& word)
{
    m_status = status;
    m_word = word;
    setAccessibleName(word);
    updateGeometry();
    update();
}

QSize Badge::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_word) + 34, 22};
}

void Badge::paintEvent(QPaintEvent* /*event*/)
{
    const Tokens& tokens = m_theme.tokens();
    const bool quiet = m_status == Status::Neutral || m_status == Status::Information;
    const QColor colour = tokens.status(m_status);
    const qreal inset = tokens.line / 2;
    const QRectF pill = QRectF(rect()).adjusted(inset, inset, -inset, -inset);

    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(
        quiet ? tokens.muted : blend(colour, tokens.panel, tokens.tints ? 0.6 : 1), tokens.line));
    painter.setBrush(quiet || !tokens.tints ? tokens.raised : blend(colour, tokens.panel, 0.14));
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    drawStatus(painter, tokens, m_status, QRectF(7, (height() - 13) / 2.0, 13, 13));
    painter.setPen(quiet ? tokens.text : colour);
    painter.drawText(rect().adjusted(24, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_word);
}

} // namespace ui
