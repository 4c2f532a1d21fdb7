// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_table.h"

#include "ui/pages/kernels/work_delegates.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollArea>

#include <algorithm>
#include <utility>

namespace ui {

constexpr int nameColumn = 0;

WorkTable::WorkTable(const Theme& theme, QWidget* parent)
    : DataTable(theme, tr("Work of one call"), parent)
{
    setRowHeight(29);
    setItemDelegateForColumn(nameColumn, new WorkNameDelegate(theme, m_signs, this));
    connect(this, &DataTable::rowChosen, this, &WorkTable::takeRow);
}

void WorkTable::showContents(WorkContents contents, bool sortable)
{
    const auto before = choice();
    m_filling = true;
    if (!sortable || contents.changeColumns != m_changeColumns) // another column is meant by it
        horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(sortable);
    placeDelegates(contents.changeColumns);
    m_signs = std::move(contents.signs);
    m_choices = std::move(contents.choices);
    setContent(std::move(contents.table));
    if (!before || !choose(*before))
        setCurrentIndex({});
    m_filling = false;
    viewport()->update();
}

void WorkTable::placeDelegates(const std::vector<int>& changeColumns)
{
    if (changeColumns == m_changeColumns)
        return;
    for (const int column : m_changeColumns)
        setItemDelegateForColumn(column, nullptr);
    m_changeColumns = changeColumns;
    for (std::size_t which = 0; which < changeColumns.size(); ++which) {
        if (which == m_changeDelegates.size())
            m_changeDelegates.push_back(new WorkChangeDelegate(theme(), m_signs, which, this));
        setItemDelegateForColumn(changeColumns[which], m_changeDelegates[which]);
    }
}

std::optional<WorkChoice> WorkTable::choice() const
{
    const int key = currentIndex().isValid() ? currentIndex().data(DataModel::KeyRole).toInt() : -1;
    if (key < 0 || static_cast<std::size_t>(key) >= m_choices.size())
        return std::nullopt;
    return m_choices[static_cast<std::size_t>(key)];
}

bool WorkTable::choose(const WorkChoice& choice)
{
    const auto found = std::ranges::find(m_choices, choice);
    if (found == m_choices.end())
        return false;
    const bool filling = std::exchange(m_filling, true);
    selectKey(static_cast<int>(found - m_choices.begin()));
    m_filling = filling;
    return true;
}

void WorkTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    DataTable::currentChanged(current, previous);
    if (m_filling)
        return;
    reveal();
    Q_EMIT choiceChanged();
}

/// The table is as high as its rows: what surrounds it scrolls.
void WorkTable::reveal()
{
    for (QWidget* outer = parentWidget(); outer != nullptr; outer = outer->parentWidget()) {
        auto* area = qobject_cast<QScrollArea*>(outer);
        if (area == nullptr || area->widget() == nullptr || !currentIndex().isValid())
            continue;
        const QPoint middle
            = viewport()->mapTo(area->widget(), visualRect(currentIndex()).center());
        area->ensureVisible(area->widget()->width() / 2, middle.y(), 0, 2 * rowHeight(0));
    }
}

void WorkTable::takeRow(int key)
{
    const auto& choice = m_choices.at(static_cast<std::size_t>(key));
    if (!choice.work)
        Q_EMIT groupChosen(choice.group);
}

void WorkTable::openWork()
{
    if (const auto chosen = choice(); chosen && chosen->work)
        Q_EMIT workOpened();
}

void WorkTable::mouseDoubleClickEvent(QMouseEvent* event)
{
    DataTable::mouseDoubleClickEvent(event);
    if (event->button() == Qt::LeftButton && indexAt(event->position().toPoint()).isValid())
        openWork();
}

void WorkTable::keyPressEvent(QKeyEvent* event)
{
    DataTable::keyPressEvent(event);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        openWork();
}

} // namespace ui
