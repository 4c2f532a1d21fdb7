// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_link_row.h"

#include "ui/figure/chart_parts.h"
#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"

#include <QFontMetrics>
#include <QPainter>

#include <utility>

namespace ui {

constexpr int rowHeight = 26;
constexpr int reach = 6; ///< of the ground beyond the texts
constexpr double signSize = 15;
constexpr double markerSize = 8;
constexpr double signMiddle = signSize / 2;
constexpr double markerMiddle = signSize + 13;
constexpr double textLeft = signSize + 26;

TimelinePlaceRow::TimelinePlaceRow(const Theme& theme, TimelinePosition place, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_place(std::move(place))
{
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const QString words = tr("%1 in %2, %3").arg(m_place.name, m_place.variantName, m_place.value);
    setAccessibleName(words);
    setAccessibleDescription(tr("Shows it in the timeline"));
    setToolTip(words.toHtmlEscaped());
}

QSize TimelinePlaceRow::sizeHint() const
{
    const int value
        = QFontMetrics(uiFont(type::base, QFont::DemiBold)).horizontalAdvance(m_place.value);
    const int name = QFontMetrics(uiFont(type::base)).horizontalAdvance(m_place.name);
    return {static_cast<int>(textLeft) + name + 12 + value, rowHeight};
}

void TimelinePlaceRow::paintSign(QPainter& painter) const
{
    const Tokens& tokens = m_theme.tokens();
    const double middle = rect().center().y() + 0.5;
    const QRectF box(signMiddle - (signSize / 2), middle - (signSize / 2), signSize, signSize);
    if (m_place.pattern)
        drawIdle(painter, tokens, *m_place.pattern, box);
    if (!m_place.sign.isEmpty()) {
        painter.setPen(QPen(tokens.warn, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(box.adjusted(0.5, 0.5, -0.5, -0.5));
        drawLabel(painter, box, Qt::AlignCenter, uiFont(type::small, QFont::Bold), tokens.text,
            m_place.sign);
    }
    drawMarker(painter, m_theme.variant(m_place.variant), {markerMiddle, middle}, markerSize);
}

void TimelinePlaceRow::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& tokens = m_theme.tokens();
    if (underMouse() || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(tokens.selection);
        painter.drawRoundedRect(rect(), 4, 4);
    }
    paintSign(painter);
    const QFont strong = uiFont(type::base, QFont::DemiBold);
    const double value = QFontMetricsF(strong).horizontalAdvance(m_place.value);
    drawLabel(painter, QRectF(rect()), Qt::AlignRight | Qt::AlignVCenter, strong, tokens.text,
        m_place.value);
    const QRectF room = QRectF(rect()).adjusted(textLeft, 0, -value - reach, 0);
    const QFont font = uiFont(type::base);
    drawLabel(painter, room, Qt::AlignLeft | Qt::AlignVCenter, font, tokens.text,
        QFontMetrics(font).elidedText(
            m_place.name, Qt::ElideMiddle, static_cast<int>(room.width())));
    if (showsFocus(*this)) {
        painter.setPen(QPen(tokens.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

} // namespace ui
