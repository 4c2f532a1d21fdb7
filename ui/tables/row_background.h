// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

class QPainter;
class QStyleOptionViewItem;

namespace ui {

/// A bar of accent at the left end of a selected row.
enum class RowBar { WithoutTints, Always };

/// What a cell of a selected row stands on; returns whether it is one. High contrast has no tint
/// for it: there the bar in the first column tells.
bool paintRowGround(QPainter& painter, const Tokens& tokens, const QStyleOptionViewItem& option,
    int column, RowBar bar = RowBar::WithoutTints);

} // namespace ui
