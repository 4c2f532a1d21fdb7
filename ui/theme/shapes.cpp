// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/shapes.h"

#include "ui/theme/kept_drawing.h"

#include <QPainter>
#include <QPolygonF>

#include <array>
#include <cmath>
#include <numbers>

namespace ui {

namespace {

QPainterPath polygonPath(QPointF centre, qreal radius, int corners, qreal firstAngleDegrees)
{
    QPolygonF polygon;
    for (int corner = 0; corner < corners; ++corner) {
        const qreal angle
            = (firstAngleDegrees + 360.0 * corner / corners) * std::numbers::pi / 180.0;
        polygon << centre + QPointF(std::cos(angle), std::sin(angle)) * radius;
    }
    QPainterPath path;
    path.addPolygon(polygon);
    path.closeSubpath();
    return path;
}

QPainterPath rectPath(QPointF centre, qreal half)
{
    QPainterPath path;
    path.addRect(QRectF(centre - QPointF(half, half), QSizeF(2 * half, 2 * half)));
    return path;
}

QPainterPath discPath(QPointF centre, qreal radius)
{
    QPainterPath path;
    path.addEllipse(centre, radius, radius);
    return path;
}

void stroke(QPainter& painter, const QColor& colour, qreal width, const QPainterPath& path)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(path);
}

void fill(QPainter& painter, const QColor& colour, const QPainterPath& path)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPath(path);
}

/// The drawings below are made in a box of 16 × 16.
void drawGood(QPainter& painter, const QColor& colour, const QColor& sign)
{
    fill(painter, colour, discPath({8, 8}, 7));
    QPainterPath check(QPointF(4.9, 8.3));
    check.lineTo(7.1, 10.5);
    check.lineTo(11.2, 5.9);
    stroke(painter, sign, 1.9, check);
}

void drawWarning(QPainter& painter, const QColor& colour, const QColor& sign)
{
    QPainterPath triangle(QPointF(8, 1.8));
    triangle.lineTo(15.2, 14);
    triangle.lineTo(0.8, 14);
    triangle.closeSubpath();
    fill(painter, colour, triangle);
    stroke(painter, colour, 1.4, triangle);
    QPainterPath mark(QPointF(8, 6));
    mark.lineTo(8, 9.6);
    stroke(painter, sign, 1.8, mark);
    fill(painter, sign, discPath({8, 12.2}, 1.1));
}

void drawBad(QPainter& painter, const QColor& colour, const QColor& sign)
{
    fill(painter, colour, polygonPath({8, 8}, 7.5, 8, 22.5));
    QPainterPath cross(QPointF(5.5, 5.5));
    cross.lineTo(10.5, 10.5);
    cross.moveTo(10.5, 5.5);
    cross.lineTo(5.5, 10.5);
    stroke(painter, sign, 1.8, cross);
}

void drawNeutral(QPainter& painter, const QColor& colour)
{
    stroke(painter, colour, 1.5, discPath({8, 8}, 6.4));
    QPainterPath bar(QPointF(5, 8));
    bar.lineTo(11, 8);
    stroke(painter, colour, 1.7, bar);
}

void drawInformation(QPainter& painter, const QColor& colour)
{
    stroke(painter, colour, 1.5, discPath({8, 8}, 6.4));
    QPainterPath stem(QPointF(8, 7.6));
    stem.lineTo(8, 11.2);
    stroke(painter, colour, 1.7, stem);
    fill(painter, colour, discPath({8, 5}, 1.05));
}

void paintStatus(
    QPainter& painter, Status status, const QRectF& box, const QColor& colour, const QColor& sign)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.topLeft());
    painter.scale(box.width() / 16, box.height() / 16);
    switch (status) {
    case Status::Good:
        drawGood(painter, colour, sign);
        break;
    case Status::Warning:
        drawWarning(painter, colour, sign);
        break;
    case Status::Bad:
        drawBad(painter, colour, sign);
        break;
    case Status::Neutral:
        drawNeutral(painter, colour);
        break;
    case Status::Information:
        drawInformation(painter, colour);
        break;
    }
    painter.restore();
}

} // namespace

QPainterPath markerPath(Marker marker, QPointF centre, qreal size)
{
    const qreal half = size / 2;
    switch (marker) {
    case Marker::Square:
        return rectPath(centre, half * 0.86);
    case Marker::Circle:
        return discPath(centre, half);
    case Marker::Diamond:
        return polygonPath(centre, half * 1.2, 4, 0);
    case Marker::TriangleUp:
        return polygonPath(centre + QPointF(0, half * 0.2), half * 1.25, 3, -90);
    case Marker::TriangleDown:
        return polygonPath(centre - QPointF(0, half * 0.2), half * 1.25, 3, 90);
    case Marker::Pentagon:
        return polygonPath(centre, half * 1.1, 5, -90);
    case Marker::Hexagon:
        return polygonPath(centre, half * 1.06, 6, 0);
    case Marker::TriangleRight:
        break;
    }
    return polygonPath(centre - QPointF(half * 0.2, 0), half * 1.25, 3, 0);
}

void drawMarker(QPainter& painter, const VariantStyle& style, QPointF centre, qreal size)
{
    const qreal half = size * 0.65; // the longest reach of a marker of that size
    drawKept(painter,
        {.kind = SignKind::Marker,
            .which = static_cast<int>(style.marker),
            .colour = style.colour.rgba()},
        {centre.x() - half, centre.y() - half, 2 * half, 2 * half}, [&](QPainter& onto) {
            onto.save();
            onto.setRenderHint(QPainter::Antialiasing);
            fill(onto, style.colour, markerPath(style.marker, centre, size));
            onto.restore();
        });
}

void drawHollowMarker(
    QPainter& painter, const VariantStyle& style, QPointF centre, qreal size, const QColor& ground)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QPainterPath path = markerPath(style.marker, centre, size - 1.5);
    fill(painter, ground, path);
    stroke(painter, style.colour, 1.5, path);
    painter.restore();
}

void drawDash(QPainter& painter, const VariantStyle& style, const QRectF& box, qreal width)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(style.pen(width));
    const qreal y = box.center().y();
    painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
    painter.restore();
}

void drawFocusRing(QPainter& painter, const QColor& colour, const QRectF& box, qreal corner)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), corner, corner);
}

void drawFrame(
    QPainter& painter, const Tokens& tokens, const QRectF& box, const QColor& ground, qreal corner)
{
    drawFrame(painter,
        {.ground = ground, .border = tokens.border, .line = tokens.line, .corner = corner}, box);
}

void drawStatus(QPainter& painter, const Tokens& tokens, Status status, const QRectF& box)
{
    const QColor& colour = tokens.status(status);
    const QColor sign = readableOn(colour);
    drawKept(painter,
        {.kind = SignKind::Status,
            .which = static_cast<int>(status),
            .colour = colour.rgba(),
            .ground = sign.rgba()},
        box, [&](QPainter& onto) { paintStatus(onto, status, box, colour, sign); });
}

void drawIdle(QPainter& painter, const Tokens& tokens, IdlePattern pattern, const QRectF& box)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, pattern != IdlePattern::Horizontal);
    constexpr std::array styles {Qt::BDiagPattern, Qt::DiagCrossPattern, Qt::HorPattern,
        Qt::VerPattern, Qt::Dense6Pattern, Qt::FDiagPattern, Qt::CrossPattern, Qt::Dense4Pattern,
        Qt::Dense7Pattern, Qt::NoBrush};
    static_assert(styles.size() == static_cast<std::size_t>(IdlePattern::DottedOutline) + 1);
    const Qt::BrushStyle brushStyle = styles.at(static_cast<std::size_t>(pattern));
    const QColor& ink = tokens.muted;
    painter.setPen(
        QPen(ink, 1, pattern == IdlePattern::DottedOutline ? Qt::DotLine : Qt::SolidLine));
    painter.setBrush(QBrush(blend(ink, tokens.panel, 0.75), brushStyle));
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.restore();
}

} // namespace ui
