// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/pages/breaks/break_rows.h"

#include <QAbstractTableModel>

#include <vector>

namespace ui {

/// The rows of the Graph breaks page as a table: what the painted list shows, for readers who do
/// not see it and for the clipboard.
class BreakModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        What,
        Place,
        Function,
        Detail,
        Records,
        PerCall,
        Variants,
        Cost,
        Interval,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<BreakRow> rows, QStringList variantNames);

    [[nodiscard]] const BreakRow& row(int row) const
    {
        return m_rows.at(static_cast<std::size_t>(row));
    }

    /// It begins a new kind of rows.
    [[nodiscard]] bool hasHeading(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

    [[nodiscard]] ChartTable table() const;
    /// "default, max-autotune".
    [[nodiscard]] QString variantText(const BreakRow& row) const;

private:
    [[nodiscard]] QString text(const BreakRow& row, int column) const;

    std::vector<BreakRow> m_rows;
    QStringList m_names;
};

} // namespace ui
