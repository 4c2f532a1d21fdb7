// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/violin_painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using ToX = std::function<double(double)>;

/// Points nearer than a pixel or so change nothing but the time of the stroke.
QPolygonF outline(const profiler::Violin& violin, const QRectF& row, const ToX& toX)
{
    constexpr double nearX = 1.5;
    constexpr double nearY = 0.75;
    const double middle = row.center().y();
    const double half = row.height() / 2;
    QPolygonF upper;
    for (const profiler::ViolinPoint& point : violin.outline) {
        const QPointF next(toX(point.value), middle - (point.width * half));
        const bool last = &point == &violin.outline.back();
        if (upper.isEmpty() || last || next.x() - upper.back().x() >= nearX
            || std::abs(next.y() - upper.back().y()) >= nearY)
            upper << next;
    }
    QPolygonF whole = upper;
    for (auto point = upper.crbegin(); point != upper.crend(); ++point)
        whole << QPointF(point->x(), (2 * middle) - point->y());
    return whole;
}

void drawBody(QPainter& painter, const Tokens& tokens, const VariantStyle& style,
    const QPolygonF& polygon, double lineWidth)
{
    painter.setBrush(tokens.tints ? blend(style.colour, tokens.panel, 0.32) : tokens.panel);
    painter.setPen(QPen(style.colour, lineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolygon(polygon);
}

void drawTick(QPainter& painter, double x, double middle, double half)
{
    painter.drawLine(QPointF(x, middle - half), QPointF(x, middle + half));
}

/// The middle half as a bar, parted by the median.
void drawMiddleHalf(QPainter& painter, const Tokens& tokens, const profiler::Violin& violin,
    const QRectF& row, const ToX& toX)
{
    const double middle = row.center().y();
    const double left = toX(violin.q1);
    const double right = toX(violin.q3);
    const double half = std::min(4.0, row.height() / 5);
    painter.fillRect(QRectF(left, middle - half, right - left, 2 * half), tokens.text);
    const double x = toX(violin.median);
    painter.fillRect(QRectF(x - 2.5, middle - (2 * half), 5, 4 * half), tokens.panel);
}

void drawReach(QPainter& painter, const VariantStyle& style, const profiler::Violin& violin,
    const QRectF& row, const ToX& toX, double width)
{
    const double middle = row.center().y();
    const double end = std::min(toX(violin.max), row.right());
    painter.setPen(QPen(style.colour, width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(std::max(toX(violin.q1), row.left()), middle), QPointF(end, middle));
    if (toX(violin.max) <= row.right())
        drawTick(painter, end, middle, 4);
}

} // namespace

void drawSteps(
    QPainter& painter, const Tokens& tokens, const VariantStyle& style, const QPolygonF& steps)
{
    QColor ground = style.colour;
    ground.setAlphaF(tokens.tints ? 0.26F : 0.0F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawPolygon(steps);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style.colour, 1.4, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPolyline(steps);
}

std::optional<std::size_t> binAt(const std::vector<double>& edges, double value)
{
    const auto after = std::upper_bound(edges.begin(), edges.end(), value);
    if (after == edges.begin() || after == edges.end())
        return std::nullopt;
    return static_cast<std::size_t>(after - edges.begin()) - 1;
}

void drawViolin(QPainter& painter, const Tokens& tokens, const VariantStyle& style,
    const profiler::Violin& violin, const QRectF& row, const ToX& toX, ViolinSize size)
{
    if (violin.count == 0)
        return;
    const bool full = size == ViolinSize::Full;
    const double middle = row.center().y();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(row.adjusted(-1, -4, 1, 4), Qt::IntersectClip);
    if (full)
        drawReach(painter, style, violin, row, toX, 1.5);
    else if (violin.p99) {
        painter.setPen(QPen(style.colour, 2, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(QPointF(toX(violin.median), middle), QPointF(toX(*violin.p99), middle));
    }
    if (!violin.outline.empty())
        drawBody(painter, tokens, style, outline(violin, row, toX), full ? 1.3 : 1.5);
    if (full)
        drawMiddleHalf(painter, tokens, violin, row, toX);
    painter.setPen(QPen(tokens.text, full ? 2 : 2.5, Qt::SolidLine, Qt::FlatCap));
    drawTick(painter, toX(violin.median), middle,
        full ? std::min(11.0, row.height() / 2) : row.height() * 0.28);
    if (violin.p99 && toX(*violin.p99) <= row.right()) {
        painter.setPen(QPen(style.colour, 2.2, Qt::SolidLine, Qt::FlatCap));
        drawTick(painter, toX(*violin.p99), middle,
            full ? std::min(7.0, row.height() * 0.4) : row.height() * 0.2);
    }
    painter.restore();
}

} // namespace ui
