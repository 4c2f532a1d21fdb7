// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/data_table.h"

#include "ui/tables/table_menu.h"

namespace ui {

DataTable::DataTable(const Theme& theme, const QString& accessibleName, QWidget* parent)
    : DataTable(theme, new DataModel, accessibleName, parent)
{
}

DataTable::DataTable(
    const Theme& theme, DataModel* model, const QString& accessibleName, QWidget* parent)
    : TableView(theme, new DataSorter(model), accessibleName, parent)
    , m_model(model)
{
    sortByHeadings();
    menu().offerRow([this] { return ui::shownTable(*m_model, {sourceRow(currentIndex())}); });
}

void DataTable::setContent(DataContent content)
{
    m_model->setContent(std::move(content));
    fit();
}

QString DataTable::title() const
{
    const QString& own = m_model->content().title;
    return own.isEmpty() ? accessibleName() : own;
}

} // namespace ui
