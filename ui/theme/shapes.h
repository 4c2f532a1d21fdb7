// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"
#include "ui/theme/variant_style.h"

#include <QPainterPath>
#include <QRectF>

class QPainter;

/// Small painted signs. Colour never carries a meaning alone: each has its own outline.
namespace ui {

/// Outline of a marker around `centre`, of about the same area for every form.
[[nodiscard]] QPainterPath markerPath(Marker marker, QPointF centre, qreal size);

void drawMarker(QPainter& painter, const VariantStyle& style, QPointF centre, qreal size = 9);
/// Outline only, on `ground`: "eager again", warm cache.
void drawHollowMarker(
    QPainter& painter, const VariantStyle& style, QPointF centre, qreal size, const QColor& ground);

/// A piece of the variant's line, vertically centred in `box`.
void drawDash(QPainter& painter, const VariantStyle& style, const QRectF& box, qreal width = 3);

/// The ring of the keyboard's focus, just inside `box`.
void drawFocusRing(QPainter& painter, const QColor& colour, const QRectF& box, qreal corner = 5);

/// A ground with round corners and a border, which lies inside `box`.
void drawFrame(
    QPainter& painter, const Tokens& tokens, const QRectF& box, const QColor& ground, qreal corner);

/// Check in a disc, triangle, octagon with ×, open circle with bar, open circle with i.
void drawStatus(QPainter& painter, const Tokens& tokens, Status status, const QRectF& box);

/// Causes of idle time are patterns, not colours.
enum class IdlePattern {
    Diagonal,
    Crossed,
    Horizontal,
    Vertical,
    Dots,
    OtherDiagonal,
    Grid,
    Dense,
    Sparse,
    DottedOutline,
};
void drawIdle(QPainter& painter, const Tokens& tokens, IdlePattern pattern, const QRectF& box);

} // namespace ui
