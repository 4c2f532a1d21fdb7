// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elided_label.h"

#include "ui/theme/text_measures.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

bool hasDigit(const QString& text)
{
    return std::ranges::any_of(text, [](QChar letter) { return letter.isDigit(); });
}

/// Without its last part; empty: there was but one.
QString withoutLastPart(const QString& text)
{
    const auto dot = text.lastIndexOf(QStringLiteral(" · "));
    const auto semicolon = text.lastIndexOf(QStringLiteral("; "));
    return text.left(std::max<qsizetype>({dot, semicolon, 0}));
}

} // namespace

QString wholeParts(const QString& text, const QFont& font, int width)
{
    QString shown = text;
    while (!shown.isEmpty() && qRound(widthOfText(font, shown)) > width)
        shown = withoutLastPart(shown);
    return shown;
}

ElidedLabel::ElidedLabel(Qt::TextElideMode mode)
    : m_mode(mode)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    showAllInToolTip();
    updateGeometry();
    update();
}

void ElidedLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

void ElidedLabel::setPartsWhole(bool whole)
{
    m_partsWhole = whole;
    update();
}

QString ElidedLabel::shownText() const
{
    const QString whole = m_partsWhole ? wholeParts(m_text, font(), width()) : QString();
    if (!whole.isEmpty() || (m_partsWhole && hasDigit(m_text)))
        return whole;
    return elidedText(m_text, font(), m_mode, width());
}

QSize ElidedLabel::sizeHint() const
{
    return {qRound(widthOfText(font(), m_text)) + 1, fontMetrics().height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const
{
    const int shortest = fontMetrics().averageCharWidth() * 4;
    return {std::min(shortest, sizeHint().width()), fontMetrics().height() + 2};
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    drawText(painter, rect(), static_cast<int>(m_alignment) | Qt::TextSingleLine, shownText());
}

void ElidedLabel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showAllInToolTip();
}

void ElidedLabel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

void ElidedLabel::showAllInToolTip()
{
    setToolTip(qRound(widthOfText(font(), m_text)) > width() ? m_text : QString());
}

} // namespace ui
