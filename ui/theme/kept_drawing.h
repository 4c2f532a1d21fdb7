// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

#include <compare>
#include <functional>

class QPainter;

/// Signs and frames that pages paint again and again: their pixels are kept. Antialiased paths are
/// what painting a page takes longest for, and a frame as large as a panel is the longest of them.
namespace ui {

enum class SignKind { Status, Marker, Icon };

/// What makes two signs alike, wherever they stand.
struct SignLook {
    SignKind kind = SignKind::Status;
    int which = 0; ///< of its kind
    QRgb colour = 0;
    QRgb ground = 0;

    auto operator<=>(
        const SignLook&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy 14
};

/// Paints what `draw` paints within `box`, and no more than a unit outside of it. Where a painter
/// draws no pixels (SVG, PDF), or scales them, `draw` paints itself.
void drawKept(QPainter& painter, const SignLook& look, const QRectF& box,
    const std::function<void(QPainter&)>& draw);

struct FrameLook {
    QColor ground;
    QColor border;
    qreal line = 1;
    qreal corner = 0;
};

/// A ground with round corners and a border, which lies inside `box`.
void drawFrame(QPainter& painter, const FrameLook& look, const QRectF& box);

} // namespace ui
