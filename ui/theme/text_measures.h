// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

/// Measures and glyphs of short texts, kept: a page that is painted again shows the same words in
/// the same fonts, and shaping them costs more than painting them.
namespace ui {

/// As wide as QFontMetricsF::horizontalAdvance says.
[[nodiscard]] double widthOfText(const QFont& font, const QString& text);

/// As QFontMetricsF::elidedText.
[[nodiscard]] QString elidedText(
    const QString& text, const QFont& font, Qt::TextElideMode mode, double width);

/// One line in the painter's font and pen, as QPainter::drawText draws it with Qt::TextDontClip.
void drawShaped(QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QString& text);

} // namespace ui
