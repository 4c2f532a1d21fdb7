// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card.h"

#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/elided_label.h"

#include <QPainter>
#include <QStringList>

namespace ui {

namespace {

constexpr int cardPadding = 14;

QString accessibleText(const CardContent& content)
{
    const QStringList words {
        content.name, content.value, content.unit, content.note, content.reason};
    return words.join(QLatin1Char(' ')).simplified();
}

} // namespace

Card::Card(const Theme& theme)
    : PaintedWidget(theme)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Card::setContent(const CardContent& content, int variant)
{
    if (content == m_content && variant == m_variant)
        return;
    m_content = content;
    m_variant = variant;
    setAccessibleName(accessibleText(content));
    setToolTip(content.reason.isEmpty() ? content.note : content.reason);
    update();
}

void Card::paint(QPainter& painter, const Tokens& tokens)
{
    drawFrame(painter, tokens, rect(), tokens.panel, 10);

    const QRect inner = rect().adjusted(cardPadding, 11, -cardPadding, -11);
    painter.setFont(uiFont(type::caption));
    painter.setPen(tokens.muted);
    drawText(painter, QRect(inner.left(), inner.top(), inner.width() - 16, 18),
        Qt::AlignLeft | Qt::AlignVCenter,
        elidedText(m_content.name, painter.font(), Qt::ElideRight, inner.width() - 16));
    drawMarker(painter, theme().variant(m_variant), QPointF(inner.right() - 3, inner.top() + 9), 8);
    paintValue(painter, QRect(inner.left(), inner.top() + 22, inner.width(), 32));
    paintNote(painter, QRect(inner.left(), inner.bottom() - 18, inner.width(), 18));
}

void Card::paintValue(QPainter& painter, const QRect& line) const
{
    const Tokens& tokens = theme().tokens();
    const bool absent = m_content.value == QStringLiteral("–");
    painter.setFont(uiFont(type::value, QFont::DemiBold));
    painter.setPen(absent ? tokens.muted : tokens.text);
    const int width = qRound(widthOfText(painter.font(), m_content.value));
    drawText(painter, line, Qt::AlignLeft | Qt::AlignVCenter, m_content.value);
    const QRect rest = line.adjusted(width + 6, 4, 0, 4);
    painter.setFont(uiFont(type::base));
    painter.setPen(tokens.muted);
    const QFontMetrics metrics = painter.fontMetrics();
    const bool roomForAll = metrics.horizontalAdvance(m_content.unit) <= rest.width();
    const QString& unit
        = roomForAll || m_content.shortUnit.isEmpty() ? m_content.unit : m_content.shortUnit;
    drawText(painter, rest, Qt::AlignLeft | Qt::AlignVCenter,
        elidedText(unit, painter.font(), Qt::ElideRight, rest.width()));
}

void Card::paintNote(QPainter& painter, QRect line) const
{
    const Tokens& tokens = theme().tokens();
    if (m_content.noteStatus) {
        drawStatus(painter, tokens, *m_content.noteStatus,
            QRectF(line.left(), line.center().y() - 6, 13, 13));
        line.adjust(19, 0, 0, 0);
    }
    painter.setFont(uiFont(type::caption));
    painter.setPen(tokens.muted);
    const QString whole = wholeParts(m_content.note, painter.font(), line.width());
    drawText(painter, line, Qt::AlignLeft | Qt::AlignVCenter,
        whole.isEmpty() ? elidedText(m_content.note, painter.font(), Qt::ElideRight, line.width())
                        : whole);
}

} // namespace ui
