// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/page_stack.h"

#include "ui/pages/latency_page.h"
#include "ui/pages/later_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/runs_page.h"

namespace ui {

PageStack::PageStack(const Theme& theme, QWidget* parent)
    : QStackedWidget(parent)
    , m_theme(theme)
{
}

Page* PageStack::make(PageId id)
{
    switch (id) {
    case PageId::Overview:
        return new OverviewPage(m_theme);
    case PageId::Latency:
        return new LatencyPage(m_theme);
    case PageId::Runs:
        return new RunsPage(m_theme);
    default:
        return new LaterPage(m_theme, pageEntry(id));
    }
}

Page* PageStack::showPage(PageId id)
{
    Page*& page = m_pages[id];
    if (page == nullptr) {
        page = make(id);
        addWidget(page);
        Q_EMIT pageMade(id, page);
    }
    m_current = id;
    page->setCompact(m_compact);
    page->showView(m_view);
    setCurrentWidget(page);
    return page;
}

void PageStack::showView(const ComparisonView& view)
{
    m_view = view;
    if (Page* page = currentPage())
        page->showView(view);
}

void PageStack::setCompact(bool compact)
{
    m_compact = compact;
    if (Page* page = currentPage())
        page->setCompact(compact);
}

Page* PageStack::currentPage() const
{
    return static_cast<Page*>(currentWidget());
}

} // namespace ui
