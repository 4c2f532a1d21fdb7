// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page.h"

#include "ui/pages/page_data.h"
#include "ui/pages/page_panel.h"

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

void Page::passOn(const PagePanel& panel, const ComparisonView& view)
{
    connect(&panel, &PagePanel::noted, this, &Page::noted);
    connect(&panel, &PagePanel::variantChosen, this, &Page::focusRequested);
    connect(
        &panel, &PagePanel::recordingRequested, this, [this, &view](const profiler::Plan& plan) {
            Q_EMIT recordingRequested(plan, outputOf(view));
        });
}

} // namespace ui
