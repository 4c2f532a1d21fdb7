// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

/// Short texts, measured and shaped once: a page that is painted again shows the same words in the
/// same fonts, and shaping them costs more than painting them.
namespace ui {

/// As wide as QFontMetricsF::horizontalAdvance says.
[[nodiscard]] double widthOfText(const QFont& font, const QString& text);

/// As QFontMetricsF::elidedText.
[[nodiscard]] QString elidedText(
    const QString& text, const QFont& font, Qt::TextElideMode mode, double width);

/// In the painter's font.
[[nodiscard]] QString elidedText(
    const QPainter& painter, const QString& text, Qt::TextElideMode mode, double width);

/// As QPainter::drawText, in the painter's font and colour. `flags` are those of Qt::Alignment and
/// Qt::TextFlag.
void drawText(QPainter& painter, const QRectF& box, int flags, const QString& text);

} // namespace ui
