// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

/// Measures of short texts, kept: a page that is painted again shows the same words in the same
/// fonts, and shaping them costs more than painting them.
namespace ui {

/// As wide as QFontMetricsF::horizontalAdvance says.
[[nodiscard]] double widthOfText(const QFont& font, const QString& text);

/// As QFontMetricsF::elidedText.
[[nodiscard]] QString elidedText(
    const QString& text, const QFont& font, Qt::TextElideMode mode, double width);

} // namespace ui
