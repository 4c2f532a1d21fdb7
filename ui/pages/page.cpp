// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page.h"

namespace ui {

Page::Page(const Theme& theme)
    : m_theme(theme)
{
}

void Page::setCompact(bool compact)
{
    if (compact == m_isCompact)
        return;
    m_isCompact = compact;
    compactChanged();
}

} // namespace ui
