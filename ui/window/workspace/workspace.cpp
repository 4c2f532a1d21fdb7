// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace/workspace.h"

#include "ui/pages/list/page_list.h"
#include "ui/pages/page.h"
#include "ui/window/workspace/inspector_dock.h"
#include "ui/window/workspace/page_stack.h"

#include <QLayout>

#include <algorithm>

namespace ui {

Workspace::Workspace(PageServices& services, QSettings* settings)
    : m_pages(new PageStack(services))
    , m_inspector(new InspectorDock(*this))
    , m_layout(*this, settings)
{
    setWindowFlags(Qt::Widget);
    setObjectName(QStringLiteral("workspace"));
    setCentralWidget(m_pages);
    addDockWidget(Qt::RightDockWidgetArea, m_inspector);
}

void Workspace::showPage(PageId id)
{
    if (m_pages->currentPage() != nullptr)
        rememberLayout();
    Q_EMIT pageAboutToChange(id);
    // A page is laid out once, for the room that the inspector leaves it.
    if (id != m_pages->currentId())
        m_pages->coverPage();
    m_pages->preparePage(id);
    if (m_pages->isBlank() || m_pages->wasShown(id)) {
        placeInspector();
        reveal();
    } else {
        revealStepwise();
    }
    Q_EMIT pageChanged(id);
}

void Workspace::stepPage(int pages)
{
    std::vector<PageId> ids;
    for (const PageDescriptor& page : pageList())
        if (page.group != PageGroup::None)
            ids.push_back(page.id);
    const auto count = static_cast<int>(ids.size());
    const auto found = std::ranges::find(ids, currentId());
    const int current = found == ids.end() ? -1 : static_cast<int>(found - ids.begin());
    showPage(ids.at(static_cast<std::size_t>((current + pages + count) % count)));
}

void Workspace::takeView(const ComparisonView& view)
{
    m_pages->takeView(view);
    if (m_pages->isBlank() || m_pages->wasShown(currentId())) {
        m_pages->showPage();
        placeInspector();
        Q_EMIT contentsChanged();
    } else {
        revealStepwise();
    }
}

/// The inspector is placed before: the page is as wide as it leaves room for.
void Workspace::reveal()
{
    restoreLayout();
    layout()->activate();
    m_pages->showPage();
    Q_EMIT contentsChanged();
}

/// What is shown for the first time takes its time: polishing, fonts, layouts.
void Workspace::revealStepwise()
{
    m_revealing.run({[this] { placeInspector(); }, [this] { reveal(); }});
}

/// After the dock has something to be as wide as.
void Workspace::restoreLayout()
{
    if (!m_inspector->isHidden())
        m_layout.restore(currentId());
}

void Workspace::rememberLayout()
{
    if (m_inspector->isVisible())
        m_layout.remember(currentId());
}

void Workspace::resetLayout()
{
    m_layout.reset();
    placeInspector();
    m_inspector->resetWidth();
}

void Workspace::placeInspector()
{
    Page* page = seenPage();
    m_inspector->showContent(page == nullptr ? nullptr : page->inspector(), inspectorWanted());
}

void Workspace::toggleInspector()
{
    m_layout.setInspectorWanted(currentId(), !inspectorWanted());
    placeInspector();
}

void Workspace::openInspector()
{
    if (!inspectorWanted())
        toggleInspector();
}

void Workspace::setCompact(bool compact)
{
    m_pages->setCompact(compact);
    placeInspector();
}

PageId Workspace::currentId() const
{
    return m_pages->currentId();
}

Page* Workspace::currentPage() const
{
    return m_pages->currentPage();
}

Page* Workspace::seenPage() const
{
    return m_pages->isBlank() ? nullptr : m_pages->currentPage();
}

bool Workspace::hasInspector() const
{
    Page* page = seenPage();
    return page != nullptr && page->inspector() != nullptr;
}

bool Workspace::inspectorWanted() const
{
    return m_layout.inspectorWanted(currentId());
}

bool Workspace::isSettled() const
{
    return !m_revealing.isRunning() && m_pages->isSettled();
}

QList<QWidget*> Workspace::shownWidgets() const
{
    QList<QWidget*> widgets {m_pages};
    if (m_inspector->widget() != nullptr && !m_inspector->isHidden())
        widgets << m_inspector->widget();
    return widgets;
}

} // namespace ui
