// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/main_window.h"
#include "ui/frame/page_stack.h"
#include "ui/pages/timeline/timeline_canvas.h"
#include "ui/pages/timeline/timeline_page.h"

/// The timeline's own commands among those of the window: only where it is shown.
namespace ui {

TimelinePage* MainWindow::shownTimeline() const
{
    return m_pages->isBlank() ? nullptr : qobject_cast<TimelinePage*>(m_pages->currentPage());
}

void MainWindow::addTimelineActions()
{
    for (const auto& spec : timelineCommands()) {
        if (spec.id.isEmpty())
            continue;
        add(
            spec.id.toLatin1().constData(), tr("Timeline"), spec.text, spec.help, {spec.key},
            [this, command = spec.command] {
                if (auto* page = shownTimeline(); page != nullptr)
                    page->canvas().run(command);
            },
            [this] { return shownTimeline() != nullptr; });
    }
}

} // namespace ui
