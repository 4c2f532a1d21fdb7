// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/kept_drawing.h"

#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPen>

#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace ui {

namespace {

constexpr std::size_t mostKeptDrawings = 1000; ///< of a kind, small pictures all of them

bool isWhole(qreal number)
{
    return number == std::floor(number);
}

bool isWhole(const QRectF& box)
{
    return isWhole(box.x()) && isWhole(box.y()) && isWhole(box.width()) && isWhole(box.height());
}

/// Pixels of a unit, where each unit begins at a pixel; otherwise kept pixels would lie elsewhere.
std::optional<qreal> pixelsOfUnit(const QPainter& painter)
{
    const QTransform& toDevice = painter.deviceTransform();
    const qreal scale = painter.device()->devicePixelRatio();
    const bool exact = painter.paintEngine()->type() == QPaintEngine::Raster
        && toDevice.type() <= QTransform::TxScale && toDevice.m11() == scale
        && toDevice.m22() == scale && isWhole(scale) && isWhole(toDevice.dx())
        && isWhole(toDevice.dy()) && painter.opacity() == 1
        && painter.compositionMode() == QPainter::CompositionMode_SourceOver;
    return exact ? std::optional(scale) : std::nullopt;
}

QImage drawn(const QRect& place, qreal scale, const std::function<void(QPainter&)>& draw)
{
    QImage image(place.size() * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.translate(-place.topLeft());
    draw(painter);
    return image;
}

/// Of this thread: exports are drawn on others.
template <typename Key>
const QImage& kept(std::map<Key, QImage>& images, const Key& key, const QRect& place, qreal scale,
    const std::function<void(QPainter&)>& draw)
{
    const auto found = images.find(key);
    if (found != images.end())
        return found->second;
    if (images.size() >= mostKeptDrawings)
        images.clear();
    return images.emplace(key, drawn(place, scale, draw)).first->second;
}

void paintFrame(QPainter& painter, const FrameLook& look, const QRectF& box)
{
    const qreal inset = look.line / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.border, look.line));
    painter.setBrush(look.ground);
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), look.corner, look.corner);
}

/// How many rows of pixels of a frame's straight edge are not yet its ground.
int rowsOfBorder(const QImage& frame, const QColor& ground)
{
    const int middle = frame.width() / 2;
    int rows = 0;
    while (rows < middle && frame.pixelColor(middle, rows) != ground)
        ++rows;
    return rows;
}

/// Lays a small frame over a larger box: its corners as they are, its edges and its ground by
/// colour.
void drawOut(
    QPainter& painter, const QImage& frame, int corner, const QRectF& box, const QColor& ground)
{
    const qreal scale = frame.devicePixelRatio();
    const qreal right = box.right() - corner;
    const qreal bottom = box.bottom() - corner;
    const qreal far = (corner + 1) * scale;
    const qreal side = corner * scale;
    painter.drawImage(box.topLeft(), frame, {0, 0, side, side});
    painter.drawImage(QPointF(right, box.top()), frame, {far, 0, side, side});
    painter.drawImage(QPointF(box.left(), bottom), frame, {0, far, side, side});
    painter.drawImage(QPointF(right, bottom), frame, {far, far, side, side});
    const qreal wide = box.width() - 2 * corner;
    const qreal high = box.height() - 2 * corner;
    const int rows = rowsOfBorder(frame, ground);
    for (int i = 0; i < rows; ++i) {
        const QColor colour = frame.pixelColor(frame.width() / 2, i);
        const qreal at = i / scale;
        const qreal thick = 1 / scale;
        painter.fillRect(QRectF(box.left() + corner, box.top() + at, wide, thick), colour);
        painter.fillRect(
            QRectF(box.left() + corner, box.bottom() - at - thick, wide, thick), colour);
        painter.fillRect(QRectF(box.left() + at, box.top() + corner, thick, high), colour);
        painter.fillRect(QRectF(box.right() - at - thick, box.top() + corner, thick, high), colour);
    }
    const qreal border = rows / scale;
    painter.fillRect(
        QRectF(box.left() + border, box.top() + corner, box.width() - 2 * border, high), ground);
    painter.fillRect(
        QRectF(box.left() + corner, box.top() + border, wide, corner - border), ground);
    painter.fillRect(QRectF(box.left() + corner, bottom, wide, corner - border), ground);
}

} // namespace

void drawKept(QPainter& painter, const SignLook& look, const QRectF& box,
    const std::function<void(QPainter&)>& draw)
{
    using Key = std::tuple<SignLook, qreal, qreal, qreal, qreal, qreal>;
    static thread_local std::map<Key, QImage> signs;
    const auto scale = pixelsOfUnit(painter);
    if (!scale)
        return draw(painter);
    const QRect place = box.adjusted(-1, -1, 1, 1).toAlignedRect();
    const Key key {
        look, box.x() - place.x(), box.y() - place.y(), box.width(), box.height(), *scale};
    painter.drawImage(place.topLeft(), kept(signs, key, place, *scale, draw));
}

void drawFrame(QPainter& painter, const FrameLook& look, const QRectF& box)
{
    using Key = std::tuple<QRgb, QRgb, qreal, qreal, qreal>;
    static thread_local std::map<Key, QImage> frames;
    const int corner = static_cast<int>(std::ceil(look.corner + look.line)) + 1;
    const auto scale = pixelsOfUnit(painter);
    if (!scale || !isWhole(box) || std::min(box.width(), box.height()) <= 2 * corner)
        return paintFrame(painter, look, box);
    const Key key {look.ground.rgba(), look.border.rgba(), look.line, look.corner, *scale};
    const QRect small(0, 0, 2 * corner + 1, 2 * corner + 1);
    const QImage& frame
        = kept(frames, key, small, *scale, [&](QPainter& onto) { paintFrame(onto, look, small); });
    drawOut(painter, frame, corner, box, look.ground);
}

} // namespace ui
