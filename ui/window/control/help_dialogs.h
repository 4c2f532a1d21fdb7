// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/control/window_context.h"

namespace ui {

void openShortcutSheet(const WindowContext& context);
void openShortcutDialog(const WindowContext& context);

/// What the shown page is for and how to read it.
void openPageHelp(const WindowContext& context);

} // namespace ui
