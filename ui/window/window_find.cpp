// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_canvas.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/window/bars/inspector_dock.h"
#include "ui/window/find/find_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/page_stack.h"
#include "ui/window/palette/action_registry.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

/// How the window finds words in its page, and what it forgets and closes on Esc.
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

void MainWindow::addFindActions()
{
    const QString group = tr("Edit");
    add("edit.find", group, tr("Find in page"), tr("Words in its tables, texts and labels"),
        {QKeySequence(tr("/")), QKeySequence(tr("Ctrl+F"))}, [this] { findInPage(); });
    const auto finding = [this] { return m_find->takesEnter(); };
    add(
        "edit.findNext", group, tr("Find next"), tr("The next place; after the last the first"),
        {QKeySequence(Qt::Key_Enter), QKeySequence(Qt::Key_Return)}, [this] { m_find->step(1); },
        finding);
    add(
        "edit.findPrevious", group, tr("Find previous"),
        tr("The place before; before the first the last"),
        {QKeySequence(Qt::SHIFT | Qt::Key_Enter), QKeySequence(Qt::SHIFT | Qt::Key_Return)},
        [this] { m_find->step(-1); }, finding);
    add(
        "edit.filter", group, tr("Filter the list"), tr("Goes to the field above the list"), {},
        [this] { focusFilter(); },
        [this] {
            const PageId page = m_pages->currentId();
            return page == PageId::Runs || page == PageId::Log;
        });
    add("edit.clear", group, tr("Clear the selection, then close"),
        tr("First what is selected or marked, then find in page"), {QKeySequence(Qt::Key_Escape)},
        [this] { clearOrClose(); });
    m_find->describe(*m_actions);
    connect(m_find, &FindBar::closed, this, [this] {
        m_pages->setFocus();
        m_actions->refresh();
    });
    // Enter belongs to a button or a table that has the focus.
    connect(qApp, &QApplication::focusChanged, this, [this] {
        if (m_find->isOpen())
            m_actions->refresh();
    });
}

/// The page, then what stands beside it.
void MainWindow::setFindPlaces()
{
    QList<QWidget*> places {m_pages};
    if (m_inspector->widget() != nullptr && !m_inspector->isHidden())
        places << m_inspector->widget();
    m_find->setPlaces(places);
}

/// Timeline paints its events; the field above it finds them by name.
void MainWindow::findInPage()
{
    if (shownTimeline() != nullptr) {
        focusFilter();
        return;
    }
    setFindPlaces();
    m_find->open();
}

/// Pages with a filter have one field for it.
void MainWindow::focusFilter()
{
    for (QLineEdit* field : m_pages->currentPage()->findChildren<QLineEdit*>()) {
        if (!field->isVisible() || field->isReadOnly())
            continue;
        field->setFocus(Qt::ShortcutFocusReason);
        field->selectAll();
        return;
    }
}

void MainWindow::clearOrClose()
{
    const bool marked = m_find->clearMark();
    const bool text = clearText(*m_pages);
    const bool rows = clearRows(*m_pages);
    auto* timeline = shownTimeline();
    const bool events = timeline != nullptr && timeline->canvas().clearSelection();
    if (marked || text || rows || events)
        return;
    if (m_find->isOpen())
        m_find->dismiss();
    else if (qobject_cast<QLineEdit*>(QApplication::focusWidget()) != nullptr)
        m_pages->setFocus(); // single keys act on the page again
}

} // namespace ui
