// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/overview/forest_row.h"

#include <QAbstractTableModel>

namespace ui {

/// The rows of the forest as a table: what is painted can also be read, sorted and copied.
class VariantModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Times, Median, P99, Bar, Ratio, Throughput, Verdict, ColumnCount };

    enum Role { SortRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    /// Same variants: the rows change in place, so that a view keeps its sorting and its place.
    void setForest(Forest forest);

    [[nodiscard]] const Forest& forest() const { return m_forest; }

    [[nodiscard]] const ForestRow& row(int row) const
    {
        return m_forest.rows.at(static_cast<std::size_t>(row));
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    Forest m_forest;
};

} // namespace ui
