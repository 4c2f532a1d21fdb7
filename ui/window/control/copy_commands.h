// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure_owner.h"
#include "ui/window/control/window_context.h"

#include <QString>

/// What of the window can be taken elsewhere: by the clipboard, and what a figure says of where it
/// is from.
namespace ui {

/// The shown page's sentence, else the comparison's.
[[nodiscard]] QString verdictSentence(const WindowContext& context);
void copyVerdict(const WindowContext& context);

/// The chart with the keys, else the one under the pointer, else the page's first.
void copyChart(const WindowContext& context);

void copyCommandLine(const WindowContext& context);

/// Page, case and focus that are shown.
[[nodiscard]] FigureSource shownSource(const WindowContext& context);

} // namespace ui
