// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "storage/run_database.h"

#include <QAbstractTableModel>

#include <vector>

namespace ui {

/// The comparisons of a run database, newest first.
class RunsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Date, Name, Workload, Cases, Variants, Device, Torch, State, ColumnCount };

    enum Role { SortRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setSummaries(std::vector<storage::ComparisonSummary> summaries);

    [[nodiscard]] const storage::ComparisonSummary& summary(int row) const
    {
        return m_summaries.at(static_cast<std::size_t>(row));
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<storage::ComparisonSummary> m_summaries;
};

} // namespace ui
