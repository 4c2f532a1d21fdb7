// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/kernels_page.h"
#include "ui/pages/timeline/canvas/timeline_canvas.h"
#include "ui/pages/timeline/canvas/timeline_commands.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/window/main_window.h"
#include "ui/window/page_stack.h"

/// The timeline's own commands among those of the window, only where it is shown; and the ways
/// between it and Kernels.
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

void MainWindow::connectWork(Page* page)
{
    if (const auto* kernels = qobject_cast<KernelsPage*>(page))
        connect(kernels, &KernelsPage::timelineAsked, this, &MainWindow::showInTimeline);
    if (const auto* timeline = qobject_cast<TimelinePage*>(page))
        connect(timeline, &TimelinePage::workAsked, this, &MainWindow::showInKernels);
}

void MainWindow::showInTimeline(const QString& name, int variant)
{
    showPage(PageId::Timeline);
    if (auto* page = shownTimeline(); page != nullptr)
        page->showWork(name.toStdString(), variant);
}

void MainWindow::showInKernels(const QString& name, int variant)
{
    if (variant != 0)
        setFocus(variant);
    showPage(PageId::Kernels);
    if (auto* page = qobject_cast<KernelsPage*>(m_pages->currentPage()); page != nullptr)
        page->showWork(name.toStdString());
}

} // namespace ui
