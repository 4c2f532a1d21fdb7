// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/imported_spec.h"
#include "ui/pages/log/log_page.h"
#include "ui/pages/new_comparison/new_comparison_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/reports/reports_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/text/text.h"
#include "ui/window/bars/comparison_bar.h"
#include "ui/window/bars/inspector_dock.h"
#include "ui/window/bars/side_bar.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/find/find_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/page_stack.h"
#include "ui/window/palette/action_registry.h"

#include <QLayout>

/// The pages of the window: connected once they are made, and shown with the inspector that they
/// have.
namespace ui {

void MainWindow::connectPage(PageId id, Page* page)
{
    connect(page, &Page::focusRequested, this, &MainWindow::setFocus);
    connect(page, &Page::pageRequested, this, &MainWindow::showPage);
    connect(page, &Page::noted, m_status, &StatusLine::note);
    connect(page, &Page::reportRequested, this, [this] { showPage(PageId::Reports); });
    connect(page, &Page::goalRequested, this, &MainWindow::changeGoal);
    connect(page, &Page::caseRequested, this, [this](int caseIndex, int variant) {
        setCase(caseIndex);
        setFocus(variant);
        showPage(PageId::Overview);
    });
    if (const auto* overview = qobject_cast<OverviewPage*>(page))
        connect(overview, &OverviewPage::recordMoreRequested, this, &MainWindow::recordMore);
    connectRecordingPage(id, page);
    connectWork(page);
    if (id == PageId::Reports)
        static_cast<ReportsPage*>(page)->setStore(&m_reports);
    if (id == PageId::Log)
        static_cast<LogPage*>(page)->setNoteStore(m_notes);
    if (id != PageId::Runs)
        return;
    auto* runs = static_cast<RunsPage*>(page);
    runs->showRuns(m_runs, m_fileName);
    connect(runs, &RunsPage::openFileRequested, this, &MainWindow::chooseFile);
    connect(runs, &RunsPage::sampleRequested, this, &MainWindow::openSample);
    connect(runs, &RunsPage::listChanged, &m_source, &ComparisonSource::refreshList);
    connect(runs, &RunsPage::comparisonChosen, this, [this](profiler::ComparisonId comparison) {
        m_source.show(comparison);
        showPage(PageId::Overview);
    });
}

void MainWindow::showPage(PageId id)
{
    if (m_pages->currentPage() != nullptr && m_inspector->isVisible())
        m_layout.remember(m_pages->currentId());
    m_bar->setVisible(id != PageId::NewComparison); // that page has a bar of its own
    // A page is laid out once, for the room that the inspector leaves it.
    if (id != m_pages->currentId()) {
        if (m_find->isOpen())
            m_find->dismiss(); // the keys belong to the new page
        m_pages->coverPage();
    }
    m_pages->preparePage(id);
    if (id == PageId::NewComparison)
        offerOpenPlan();
    if (m_pages->isBlank() || m_pages->wasShown(id)) {
        placeInspector();
        restoreLayout();
        revealPage();
    } else {
        revealStepwise();
    }
    m_sideBar->setCurrentPage(id);
    m_actions->refresh();
    showRecording();
}

/// An import was recorded by another tool: it has no plan to run.
void MainWindow::offerOpenPlan()
{
    auto* draft = qobject_cast<NewComparisonPage*>(m_pages->currentPage());
    if (draft == nullptr || m_view.comparison == nullptr)
        return;
    const auto& result = m_view.comparison->result;
    if (result.plan.workload.spec != profiler::importedSpec)
        draft->offerOpenPlan(result.plan, qt(result.info.name));
}

/// After the dock has something to be as wide as.
void MainWindow::restoreLayout()
{
    if (!m_inspector->isHidden())
        m_layout.restore(m_pages->currentId());
}

void MainWindow::revealPage()
{
    m_inner->layout()->activate();
    m_pages->showPage();
    setFindPlaces();
}

/// What is shown for the first time takes its time: polishing, fonts, layouts.
void MainWindow::revealStepwise()
{
    m_revealing.run({[this] { placeInspector(); },
        [this] {
            restoreLayout();
            revealPage();
        }});
}

void MainWindow::makePagesAhead()
{
    m_pages->makeAhead();
}

void MainWindow::placeInspector()
{
    Page* page = m_pages->currentPage();
    QWidget* content = page == nullptr || m_pages->isBlank() ? nullptr : page->inspector();
    m_inspector->showContent(content, m_layout.inspectorWanted(m_pages->currentId()));
}

} // namespace ui
