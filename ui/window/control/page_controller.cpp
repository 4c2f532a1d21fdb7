// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/page_controller.h"

#include "profiler/model/finding.h"
#include "ui/pages/kernels/kernels_page.h"
#include "ui/pages/page.h"
#include "ui/pages/page_data.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/presentation_controller.h"
#include "ui/window/control/shown_view.h"
#include "ui/window/workspace/page_stack.h"
#include "ui/window/workspace/workspace.h"

namespace ui {

PageController::PageController(const WindowContext& context, PresentationController& presentation)
    : m_context(context)
    , m_presentation(presentation)
{
    const PageStack& pages = context.workspace.pages();
    connect(&pages, &PageStack::pageMade, this, &PageController::connectPage);
    connect(&pages, &PageStack::noted, &context.status, &StatusLine::note);
}

void PageController::connectPage(Page* page)
{
    Workspace& workspace = m_context.workspace;
    connect(page, &Page::focusRequested, &m_context.shown, &ShownView::setFocus);
    connect(page, &Page::pageRequested, &workspace, &Workspace::showPage);
    connect(page, &Page::noted, &m_context.status, &StatusLine::note);
    connect(page, &Page::reportRequested, &workspace,
        [&workspace] { workspace.showPage(PageId::Reports); });
    connect(page, &Page::goalRequested, &m_presentation, &PresentationController::changeGoal);
    connect(page, &Page::caseRequested, this, &PageController::showCase);
    connect(page, &Page::workRequested, this, &PageController::showWork);
    if (const auto* kernels = qobject_cast<KernelsPage*>(page))
        connect(kernels, &KernelsPage::sameWorkRequested, this, &PageController::showSameWork);
}

void PageController::showCase(int caseIndex, int variant)
{
    m_context.shown.setCase(caseIndex);
    m_context.shown.setFocus(variant);
    m_context.workspace.showPage(PageId::Overview);
}

/// Kernels and Compile time show the variant in focus; the lines of Timeline are several.
void PageController::showWork(PageId page, const QString& name, int variant)
{
    if (page != PageId::Timeline && variant != 0)
        m_context.shown.setFocus(variant);
    m_context.workspace.showPage(page);
    if (Page* shown = m_context.workspace.seenPage())
        shown->showWork(name.toStdString(), variant);
}

void PageController::showSameWork(const std::vector<std::size_t>& rows)
{
    m_context.workspace.showPage(PageId::Timeline);
    if (auto* timeline = qobject_cast<TimelinePage*>(m_context.workspace.seenPage()))
        timeline->showSameWork(rows);
}

void PageController::showFinding(const profiler::Finding& finding)
{
    if (finding.caseIndex)
        m_context.shown.setCase(*finding.caseIndex);
    if (finding.variant.value_or(0) != 0)
        m_context.shown.setFocus(*finding.variant);
    m_context.workspace.showPage(pageOf(finding));
}

void PageController::editGoal()
{
    m_context.workspace.showPage(PageId::Overview);
    m_context.workspace.openInspector();
    m_context.workspace.currentPage()->runCommand(QStringLiteral("edit.goal"));
}

} // namespace ui
