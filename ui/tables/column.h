// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/data_model.h"

#include <functional>
#include <utility>
#include <vector>

namespace ui {

/// A column stands once: its heading and width, and what its cell says of a row.
template <typename Row>
struct Column {
    DataColumn heading;
    std::function<DataCell(const Row&)> cell;
};

template <typename Row>
[[nodiscard]] std::vector<DataColumn> headingsOf(const std::vector<Column<Row>>& columns)
{
    std::vector<DataColumn> headings;
    headings.reserve(columns.size());
    for (const Column<Row>& column : columns)
        headings.push_back(column.heading);
    return headings;
}

/// `row` without cells; the columns fill it.
template <typename Row>
[[nodiscard]] DataRow filledRow(
    const std::vector<Column<Row>>& columns, const Row& values, DataRow row = {})
{
    row.cells.reserve(columns.size());
    for (const Column<Row>& column : columns)
        row.cells.push_back(column.cell(values));
    return row;
}

/// A table whose cells are made when they are looked at, of as many rows as there are.
template <typename Row>
class RowModel : public TableModel {
public:
    using TableModel::TableModel;

    void setRows(std::vector<Row> rows, std::vector<Column<Row>> columns)
    {
        change(rows.size(), columns.size(), [&] {
            m_rows = std::move(rows);
            m_headings = headingsOf(columns);
            m_columns = std::move(columns);
        });
    }

    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }

    [[nodiscard]] const Row& row(int row) const { return m_rows.at(static_cast<std::size_t>(row)); }

    [[nodiscard]] const std::vector<DataColumn>& columns() const override { return m_headings; }

    [[nodiscard]] DataCell cell(int row, int column) const override
    {
        return m_columns.at(static_cast<std::size_t>(column)).cell(this->row(row));
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }

protected:
    std::vector<Row> m_rows;

private:
    std::vector<DataColumn> m_headings;
    std::vector<Column<Row>> m_columns;
};

} // namespace ui
