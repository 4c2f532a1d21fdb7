// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_stack.h"

#include "ui/pages/breaks/breaks_page.h"
#include "ui/pages/compile/compile_page.h"
#include "ui/pages/configuration/configuration_page.h"
#include "ui/pages/gpu/gpu_page.h"
#include "ui/pages/kernels/kernels_page.h"
#include "ui/pages/latency/latency_page.h"
#include "ui/pages/live/live_page.h"
#include "ui/pages/log/log_page.h"
#include "ui/pages/memory/memory_page.h"
#include "ui/pages/new_comparison/new_comparison_page.h"
#include "ui/pages/numerics/numerics_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/page_catalogue.h"
#include "ui/pages/page_data.h"
#include "ui/pages/reports/reports_page.h"
#include "ui/pages/results/results_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/window/bars/inspector_dock.h"
#include "ui/window/blank_page.h"
#include "ui/window/not_in_file_page.h"
#include "ui/window/page_holder.h"

#include <QLayout>
#include <QStyle>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <vector>

namespace ui {

namespace {

constexpr std::chrono::milliseconds pause {30}; ///< between two steps that are done ahead

bool showsViewAlone(PageId id)
{
    constexpr std::array pages {PageId::Overview, PageId::Results, PageId::Latency,
        PageId::CompileTime, PageId::Kernels, PageId::GraphBreaks, PageId::Gpu, PageId::Numerics,
        PageId::Memory};
    return std::find(pages.begin(), pages.end(), id) != pages.end();
}

/// What the first showing of a widget would do.
void layOut(QWidget& widget)
{
    for (QWidget* child : widget.findChildren<QWidget*>())
        child->ensurePolished();
    if (widget.layout() != nullptr)
        widget.layout()->activate();
}

} // namespace

PageStack::PageStack(const Theme& theme, QWidget* parent)
    : QStackedWidget(parent)
    , m_theme(theme)
    , m_blank(new BlankPage(theme))
    , m_notInFile(new NotInFilePage(theme))
{
    setAccessibleName(tr("Page"));
    addWidget(m_blank);
    addWidget(m_notInFile);
    connect(m_notInFile, &NotInFilePage::noted, this, &PageStack::noted);
    m_ahead.setPause(pause);
}

Page* PageStack::make(PageId id)
{
    switch (id) {
    case PageId::Overview:
        return new OverviewPage(m_theme);
    case PageId::Latency:
        return new LatencyPage(m_theme);
    case PageId::Results:
        return new ResultsPage(m_theme);
    case PageId::CompileTime:
        return new CompilePage(m_theme);
    case PageId::Numerics:
        return new NumericsPage(m_theme);
    case PageId::Memory:
        return new MemoryPage(m_theme);
    case PageId::Timeline:
        return new TimelinePage(m_theme);
    case PageId::Kernels:
        return new KernelsPage(m_theme);
    case PageId::GraphBreaks:
        return new BreaksPage(m_theme);
    case PageId::Gpu:
        return new GpuPage(m_theme);
    case PageId::Configuration:
        return new ConfigurationPage(m_theme);
    case PageId::Log:
        return new LogPage(m_theme);
    case PageId::Runs:
        return new RunsPage(m_theme);
    case PageId::Reports:
        return new ReportsPage(m_theme);
    case PageId::NewComparison:
        return new NewComparisonPage(m_theme);
    case PageId::Live:
        return new LivePage(m_theme);
    }
    return nullptr;
}

PageHolder* PageStack::holderOf(PageId id)
{
    PageHolder*& holder = m_pages[id];
    if (holder == nullptr) {
        holder = new PageHolder(make(id));
        addWidget(holder);
        Q_EMIT pageMade(id, holder->page());
    }
    return holder;
}

Page* PageStack::pageOf(PageId id)
{
    return holderOf(id)->page();
}

void PageStack::makeAhead()
{
    std::vector<StepQueue::Step> steps;
    for (const PageEntry& entry : pageCatalogue()) {
        if (m_pages.contains(entry.id))
            continue;
        steps.emplace_back([this, id = entry.id] { pageOf(id); });
        if (showsViewAlone(entry.id)) { // others would read, draw or ask the machine for it
            steps.emplace_back([this, id = entry.id] { fillAhead(id); });
            steps.emplace_back([this, id = entry.id] { layOutAhead(id); });
            steps.emplace_back([this, id = entry.id] { layOutInspectorAhead(id); });
        }
    }
    m_ahead.run(std::move(steps));
}

/// What it would be given when it is shown: its widgets exist then.
void PageStack::fillAhead(PageId id)
{
    if (m_view.comparison != nullptr && pageOf(id) != currentPage())
        giveView(id);
}

void PageStack::layOutAhead(PageId id)
{
    if (pageOf(id) == currentPage())
        return;
    holderOf(id)->resize(sizeBeside(pageOf(id)->inspector()));
    layOut(*pageOf(id));
}

/// Of a page beside that inspector, as wide as it is at first; another size would be laid out, and
/// its charts drawn, a second time.
QSize PageStack::sizeBeside(const QWidget* inspector) const
{
    const int all = parentWidget() == nullptr ? width() : parentWidget()->width();
    const int separator = style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent);
    return {inspector == nullptr ? all : all - InspectorDock::usualWidth - separator, height()};
}

void PageStack::layOutInspectorAhead(PageId id)
{
    QWidget* inspector = pageOf(id)->inspector();
    if (pageOf(id) == currentPage() || inspector == nullptr)
        return;
    inspector->resize(InspectorDock::usualWidth, height());
    layOut(*inspector);
}

void PageStack::preparePage(PageId id)
{
    pageOf(id); // made while the page before is the current one
    m_current = id;
    giveView(id);
}

/// A page that shows nothing but the view is not built anew from the same one.
void PageStack::giveView(PageId id)
{
    Page* page = pageOf(id);
    page->setCompact(m_compact);
    if (!whyNotInFile(id, m_view).isEmpty())
        return; // nothing of it is seen
    const auto given = m_given.find(id);
    if (given != m_given.end() && given->second == m_view && showsViewAlone(id))
        return;
    m_given[id] = m_view;
    page->showView(m_view);
}

void PageStack::coverPage()
{
    setCurrentWidget(m_blank);
}

void PageStack::takeView(const ComparisonView& view)
{
    m_view = view;
    if (currentPage() != nullptr)
        giveView(m_current);
}

void PageStack::setCompact(bool compact)
{
    m_compact = compact;
    if (Page* page = currentPage())
        page->setCompact(compact);
}

void PageStack::setLoading(bool loading)
{
    m_blank->setLoading(loading);
}

/// A page about the comparison has nothing to say while there is none.
void PageStack::showPage()
{
    const QString reason = whyNotInFile(m_current, m_view);
    if (!reason.isEmpty()) {
        m_notInFile->showReason(pageEntry(m_current), reason, whatTellsIt(m_current));
        setCurrentWidget(m_notInFile);
    } else if (isBlank()) {
        setCurrentWidget(m_blank);
    } else if (currentPage() != nullptr) {
        setCurrentWidget(holderOf(m_current));
        m_shown.insert(m_current);
    }
}

bool PageStack::isSettled() const
{
    const auto found = m_pages.find(m_current);
    return found == m_pages.end() || found->second->isSettled();
}

bool PageStack::isBlank() const
{
    return (m_view.comparison == nullptr && needsComparison(m_current))
        || !whyNotInFile(m_current, m_view).isEmpty();
}

Page* PageStack::currentPage() const
{
    const auto found = m_pages.find(m_current);
    return found == m_pages.end() ? nullptr : found->second->page();
}

} // namespace ui
