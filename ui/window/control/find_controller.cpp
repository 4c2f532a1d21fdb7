// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/find_controller.h"

#include "ui/pages/list/page_list.h"
#include "ui/pages/page.h"
#include "ui/window/find/find_bar.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/workspace/page_stack.h"
#include "ui/window/workspace/workspace.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace ui {

namespace {

/// One row that is chosen stands for what the page shows; several are a choice of the user's.
bool clearRows(const QWidget& place)
{
    bool cleared = false;
    for (QAbstractItemView* view : place.findChildren<QAbstractItemView*>()) {
        const bool several = view->selectionMode() == QAbstractItemView::ExtendedSelection
            || view->selectionMode() == QAbstractItemView::MultiSelection;
        if (!several || !view->isVisible() || !view->selectionModel()->hasSelection())
            continue;
        view->clearSelection();
        cleared = true;
    }
    return cleared;
}

bool clearText(const QWidget& place)
{
    bool cleared = false;
    for (QLabel* label : place.findChildren<QLabel*>())
        if (label->isVisible() && label->hasSelectedText()) {
            label->setSelection(0, 0);
            cleared = true;
        }
    for (QPlainTextEdit* text : place.findChildren<QPlainTextEdit*>()) {
        QTextCursor cursor = text->textCursor();
        if (!text->isVisible() || !cursor.hasSelection())
            continue;
        cursor.clearSelection();
        text->setTextCursor(cursor);
        cleared = true;
    }
    return cleared;
}

} // namespace

FindController::FindController(const WindowContext& context, FindBar& bar)
    : m_context(context)
    , m_bar(bar)
{
    connect(&context.workspace, &Workspace::contentsChanged, this, &FindController::setPlaces);
    connect(&context.workspace, &Workspace::pageAboutToChange, this, &FindController::leavePage);
    connect(&bar, &FindBar::closed, this, [this] {
        m_context.workspace.pages().setFocus();
        m_context.actions.refresh();
    });
    // Enter belongs to a button or a table that has the focus.
    connect(qApp, &QApplication::focusChanged, this, [this] {
        if (m_bar.isOpen())
            m_context.actions.refresh();
    });
}

void FindController::setPlaces()
{
    m_bar.setPlaces(m_context.workspace.shownWidgets());
}

/// The keys belong to the new page.
void FindController::leavePage(PageId next)
{
    if (next != m_context.workspace.currentId() && m_bar.isOpen())
        m_bar.dismiss();
}

void FindController::findInPage()
{
    const Workspace& workspace = m_context.workspace;
    if (workspace.seenPage() != nullptr
        && descriptorOf(workspace.currentId()).field == PageField::Find) {
        focusFilter();
        return;
    }
    setPlaces();
    m_bar.open();
}

/// Pages with a filter have one field for it.
void FindController::focusFilter() const
{
    for (QLineEdit* field : m_context.workspace.currentPage()->findChildren<QLineEdit*>()) {
        if (!field->isVisible() || field->isReadOnly())
            continue;
        field->setFocus(Qt::ShortcutFocusReason);
        field->selectAll();
        return;
    }
}

void FindController::clearOrClose()
{
    PageStack& pages = m_context.workspace.pages();
    const bool marked = m_bar.clearMark();
    const bool text = clearText(pages);
    const bool rows = clearRows(pages);
    Page* page = m_context.workspace.seenPage();
    const bool own = page != nullptr && page->clearSelection();
    if (marked || text || rows || own)
        return;
    if (m_bar.isOpen())
        m_bar.dismiss();
    else if (qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr)
        pages.setFocus(); // single keys act on the page again
}

} // namespace ui
