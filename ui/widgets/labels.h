// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QLabel>

/// Labels in the design's sizes. Colours come from palette roles, so a change of theme reaches
/// them without code: PlaceholderText is the theme's muted text.
namespace ui {

[[nodiscard]] QLabel* makeLabel(
    const QString& text, const QFont& font, QPalette::ColorRole role = QPalette::WindowText);

/// A label over several lines: never cut off, selectable with mouse and keyboard.
[[nodiscard]] QLabel* makeParagraph(
    const QFont& font, QPalette::ColorRole role = QPalette::WindowText);

/// Small and muted: on one line, or over several.
[[nodiscard]] QLabel* makeCaption(const QString& text);
[[nodiscard]] QLabel* makeNote();

/// In the middle of an empty place.
[[nodiscard]] QLabel* makeCentredLabel(
    const QString& text, const QFont& font, QPalette::ColorRole role = QPalette::PlaceholderText);

/// Above a part of a panel.
[[nodiscard]] QLabel* makePartTitle(const QString& text = {});

/// A label without text takes no room.
void showText(QLabel& label, const QString& text);

/// Text with **words** in bold as rich text; everything else is escaped.
[[nodiscard]] QString emphasized(const QString& markdown);

} // namespace ui
