// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/suite/ratio_delegate.h"

#include "ui/figure/scale.h"
#include "ui/theme/shapes.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

RatioDelegate::RatioDelegate(const Theme& theme, const SuiteModel& model, QObject* parent)
    : DataDelegate(theme, parent)
    , m_model(model)
{
}

/// What lies outside of the axis ends at its end.
double RatioDelegate::placeOf(const QRectF& axis, double ratio) const
{
    const auto& span = m_model.axis();
    const double held = std::clamp(ratio, span.low, span.high);
    return axis.left()
        + (axis.width() * std::log(held / span.low) / std::log(span.high / span.low));
}

void RatioDelegate::paintItem(const PaintedItem& item) const
{
    constexpr double mostLane = 9;
    constexpr int mostTicks = 5;
    QPainter& painter = item.painter;
    const QRect cell = item.option.rect;
    painter.setClipRect(cell);
    paintGround(item);
    const QRectF axis = QRectF(cell).adjusted(cellSide, 3, -cellSide, -2);
    const auto line = [&](double ratio, const QPen& pen) {
        painter.setPen(pen);
        const double x = placeOf(axis, ratio);
        painter.drawLine(QPointF(x, cell.top()), QPointF(x, cell.bottom() + 1));
    };
    const auto& span = m_model.axis();
    for (const double tick : ratioCandidates(span.low, span.high, mostTicks))
        line(tick, QPen(item.tokens().grid, 1));
    line(1, QPen(item.tokens().muted, 1.4));
    const auto drawn = m_model.ratios(sourceOf(item.index).row());
    const auto lanes = static_cast<double>(drawn.size());
    const double height = std::min(mostLane, axis.height() / std::max(1.0, lanes));
    double top = axis.center().y() - (height * lanes / 2);
    for (const auto& each : drawn) {
        paintRatio(painter, QRectF(axis.left(), top, axis.width(), height), each,
            m_model.isTotal(sourceOf(item.index).row()));
        top += height;
    }
}

void RatioDelegate::paintRatio(
    QPainter& painter, const QRectF& lane, const DrawnRatio& drawn, bool strong) const
{
    constexpr double largest = 8;
    const auto style = theme().variant(drawn.variant);
    const double y = lane.center().y();
    painter.setPen(QPen(style.colour, strong ? 2.4 : 1.6));
    painter.drawLine(
        QPointF(placeOf(lane, drawn.ratio.low), y), QPointF(placeOf(lane, drawn.ratio.high), y));
    drawMarker(painter, style, QPointF(placeOf(lane, drawn.ratio.estimate), y),
        std::min(largest, lane.height() + 1));
}

} // namespace ui
