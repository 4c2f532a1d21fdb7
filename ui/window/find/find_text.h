// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QRegularExpression>
#include <QString>

class QAbstractItemView;
class QWidget;

/// What can be read on a page, as text to find words in.
namespace ui {

/// Upper or lower case; a blank finds the thin ones between digits, "-" a minus, "x" a "×".
[[nodiscard]] QRegularExpression wholeWordsPattern(const QString& words);

/// What a label, a sign, a card or a button shows; empty for any other widget.
[[nodiscard]] QString shownText(const QWidget& widget);

/// What the view paints there. A row of a list stands for all its columns.
[[nodiscard]] QString shownText(const QAbstractItemView& view, const QModelIndex& index);

} // namespace ui
