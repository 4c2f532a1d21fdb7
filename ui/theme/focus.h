// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QWidget>

namespace ui {

/// A focus ring is for people who use the keyboard: none after a click, when a window opens, or in
/// a file.
[[nodiscard]] inline bool showsFocus(const QWidget& widget)
{
    return !Theme::DocumentPaint::isActive() && widget.hasFocus()
        && widget.window()->testAttribute(Qt::WA_KeyboardFocusChange);
}

} // namespace ui
