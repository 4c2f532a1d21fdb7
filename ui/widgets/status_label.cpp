// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/status_label.h"

#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int statusSign = 14; ///< of a status label
constexpr int statusGap = 6;

} // namespace

StatusWidget::StatusWidget(const Theme& theme)
    : PaintedWidget(theme)
{
}

void StatusWidget::setStatus(Status status, const QString& text)
{
    m_status = status;
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

Badge::Badge(const Theme& theme)
    : StatusWidget(theme)
{
    setFont(uiFont(type::caption, QFont::DemiBold));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize Badge::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 34, 22};
}

void Badge::paint(QPainter& painter, const Tokens& tokens)
{
    const bool quiet = status() == Status::Neutral || status() == Status::Information;
    const QColor colour = tokens.status(status());
    const qreal inset = tokens.line / 2;
    const QRectF pill = QRectF(rect()).adjusted(inset, inset, -inset, -inset);

    painter.setPen(QPen(
        quiet ? tokens.muted : blend(colour, tokens.panel, tokens.tints ? 0.6 : 1), tokens.line));
    painter.setBrush(quiet || !tokens.tints ? tokens.raised : blend(colour, tokens.panel, 0.14));
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);
    drawStatus(painter, tokens, status(), QRectF(7, (height() - 13) / 2.0, 13, 13));
    painter.setPen(quiet ? tokens.text : colour);
    drawText(painter, rect().adjusted(24, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
}

StatusLabel::StatusLabel(const Theme& theme, Status status, const QString& text)
    : StatusWidget(theme)
{
    setFont(uiFont(type::caption));
    setForegroundRole(QPalette::PlaceholderText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setStatus(status, text);
}

void StatusLabel::setBlank(bool blank)
{
    m_blank = blank;
    update();
}

QSize StatusLabel::sizeHint() const
{
    return {statusSign + statusGap + fontMetrics().horizontalAdvance(text()) + 1,
        std::max(statusSign, fontMetrics().height()) + 2};
}

QSize StatusLabel::minimumSizeHint() const
{
    return {std::min(sizeHint().width(), 80), sizeHint().height()};
}

void StatusLabel::paint(QPainter& painter, const Tokens& tokens)
{
    if (m_blank)
        return;
    drawStatus(painter, tokens, status(),
        QRectF(0, (height() - statusSign) / 2.0, statusSign, statusSign));
    const QRect box = rect().adjusted(statusSign + statusGap, 0, 0, 0);
    const QString shown = elidedText(text(), font(), Qt::ElideRight, box.width());
    setToolTip(shown == text() ? QString() : text());
    painter.setPen(palette().color(foregroundRole()));
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
}

StatusSign::StatusSign(const Theme& theme, int size)
    : PaintedWidget(theme)
{
    setFixedSize(size, size);
}

void StatusSign::setStatus(Status status, const QString& word)
{
    m_status = status;
    setAccessibleName(word);
    setToolTip(word);
    update();
}

void StatusSign::paint(QPainter& painter, const Tokens& tokens)
{
    drawStatus(painter, tokens, m_status, contentsRect());
}

StatusSign* makeLeadingSign(const Theme& theme, Status status, int size, int behind)
{
    constexpr int line = 18;
    auto* made = new StatusSign(theme, size);
    made->setStatus(status);
    made->setFixedSize(size + behind, line);
    made->setContentsMargins(0, 1, behind, line - 1 - size);
    return made;
}

} // namespace ui
