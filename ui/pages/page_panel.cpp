// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_panel.h"

namespace ui {

PagePanel::PagePanel(const Theme& theme, const QString& title)
    : Panel(theme, title)
{
}

} // namespace ui
