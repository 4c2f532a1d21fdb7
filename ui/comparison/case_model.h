// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/theme/tokens.h"

#include <QAbstractTableModel>

namespace ui {

/// The cases of a comparison with what is said of each; "All cases" first.
class CaseModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Inputs, Ratio, Verdict, ColumnCount };

    enum Role { StatusRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    void showView(const ComparisonView& view);

    /// Nothing for "All cases".
    [[nodiscard]] static std::optional<int> caseOf(int row)
    {
        return row > 0 ? std::optional(row - 1) : std::nullopt;
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString name;
        QString inputs;
        QString ratio; ///< of the variant spoken of; empty where none may be shown
        QString verdict;
        QString sentence; ///< tooltip
        Status status = Status::Neutral;
    };

    std::vector<Row> m_rows;
};

/// Name and shapes of a case in one line; a name that says nothing gives way to the shapes.
[[nodiscard]] QString caseText(const profiler::CaseResult& caseResult);

} // namespace ui
