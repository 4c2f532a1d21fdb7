// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace/page_stack.h"

#include "ui/pages/list/page_list.h"
#include "ui/pages/page.h"
#include "ui/pages/page_services.h"
#include "ui/window/workspace/blank_page.h"
#include "ui/window/workspace/inspector_dock.h"
#include "ui/window/workspace/not_in_file_page.h"
#include "ui/window/workspace/page_holder.h"

#include <QLayout>
#include <QStyle>

#include <chrono>
#include <utility>
#include <vector>

namespace ui {

namespace {

constexpr std::chrono::milliseconds pause {30}; ///< between two steps that are done ahead

/// What the first showing of a widget would do.
void layOut(QWidget& widget)
{
    for (QWidget* child : widget.findChildren<QWidget*>())
        child->ensurePolished();
    if (widget.layout() != nullptr)
        widget.layout()->activate();
}

} // namespace

PageStack::PageStack(PageServices& services, QWidget* parent)
    : QStackedWidget(parent)
    , m_services(services)
    , m_blank(new BlankPage(services.theme()))
    , m_notInFile(new NotInFilePage(services.theme()))
{
    setAccessibleName(tr("Page"));
    addWidget(m_blank);
    addWidget(m_notInFile);
    connect(m_notInFile, &NotInFilePage::noted, this, &PageStack::noted);
    m_ahead.setPause(pause);
}

PageHolder* PageStack::holderOf(PageId id)
{
    PageHolder*& holder = m_pages[id];
    if (holder == nullptr) {
        Page* page = descriptorOf(id).make(m_services);
        page->setAccessibleName(descriptorOf(id).name);
        holder = new PageHolder(page);
        addWidget(holder);
        Q_EMIT pageMade(page);
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
    for (const PageDescriptor& entry : pageList()) {
        if (m_pages.contains(entry.id))
            continue;
        steps.emplace_back([this, id = entry.id] { pageOf(id); });
        if (entry.showsViewAlone) { // others would read, draw or ask the machine for it
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
    pageOf(id)->enter(m_view);
}

/// A page that shows nothing but the view is not built anew from the same one.
void PageStack::giveView(PageId id)
{
    Page* page = pageOf(id);
    page->setCompact(m_compact);
    if (!descriptorOf(id).whyNotInFile(m_view).isEmpty())
        return; // nothing of it is seen
    const auto given = m_given.find(id);
    if (given != m_given.end() && given->second == m_view && descriptorOf(id).showsViewAlone)
        return;
    m_given[id] = m_view;
    page->showView(m_view);
}

void PageStack::coverPage()
{
    uncover(m_blank);
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

/// What had the keys may be hidden with the page before: Qt would give them to the next button,
/// which may be Cancel.
void PageStack::uncover(QWidget* widget)
{
    const QWidget* focused = window()->focusWidget();
    if (widget != currentWidget() && focused != nullptr && focused != this && isAncestorOf(focused))
        setFocus(Qt::OtherFocusReason);
    setCurrentWidget(widget);
}

/// A page about the comparison has nothing to say while there is none.
void PageStack::showPage()
{
    const QString reason = descriptorOf(m_current).whyNotInFile(m_view);
    if (!reason.isEmpty()) {
        m_notInFile->showReason(descriptorOf(m_current), reason);
        uncover(m_notInFile);
    } else if (isBlank()) {
        uncover(m_blank);
    } else if (currentPage() != nullptr) {
        uncover(holderOf(m_current));
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
    const PageDescriptor& current = descriptorOf(m_current);
    return (m_view.comparison == nullptr && current.needsComparison)
        || !current.whyNotInFile(m_view).isEmpty();
}

Page* PageStack::currentPage() const
{
    const auto found = m_pages.find(m_current);
    return found == m_pages.end() ? nullptr : found->second->page();
}

} // namespace ui
