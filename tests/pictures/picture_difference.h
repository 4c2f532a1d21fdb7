// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRect>
#include <QString>

namespace pictures {

/// How far two pictures of one page may lie apart, in steps of 255 of one channel.
struct Tolerance {
    /// Grounds, bars and lines: nothing smooths them, so this is rounding alone.
    int even = 3;
    /// Pixels of text and curves, which another version of a rasterizer shades a little otherwise.
    int shaded = 56;
    /// As many may lie apart by more.
    int strayEven = 12;
    int strayShaded = 2;
};

struct Difference {
    QString sentence; ///< empty: the same
    QRect where; ///< of all that lies apart, in pixels
    QImage marked; ///< the new picture, pale, with what lies apart in red

    [[nodiscard]] bool isNone() const { return sentence.isEmpty(); }
};

/// A pixel is even where it is part of a run of one colour, across or down, in both pictures.
[[nodiscard]] Difference compare(
    const QImage& stored, const QImage& actual, const Tolerance& tolerance = {});

/// In 256 colours: grounds as they are, shades as the nearest of these; a third of the bytes.
[[nodiscard]] QImage withFewColours(const QImage& picture);

} // namespace pictures
