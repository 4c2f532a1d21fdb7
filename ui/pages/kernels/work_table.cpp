// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_table.h"

#include "ui/pages/kernels/work_delegates.h"

#include <QHeaderView>

namespace ui {

WorkTable::WorkTable(const Theme& theme, QWidget* parent)
    : DataTable(theme, tr("Work of one call"), parent)
{
    setRowHeight(29);
    setItemDelegateForColumn(
        NameColumn, new WorkNameDelegate(theme, dataModel(), sorter(), m_signs, this));
    setItemDelegateForColumn(
        ChangeColumn, new WorkChangeDelegate(theme, dataModel(), sorter(), m_signs, this));
}

void WorkTable::showContents(WorkContents contents, bool sortable)
{
    if (!sortable)
        horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    setSortingEnabled(sortable);
    m_signs = std::move(contents.signs);
    setContent(std::move(contents.table));
    viewport()->update();
}

} // namespace ui
