// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft/plan_draft.h"

#include <QAbstractTableModel>

#include <vector>

namespace ui {

/// The cases of a draft, one row for each tensor; a case of the callable's own inputs has one row.
class CaseTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { CaseName, Tensor, Shape, Type, Values, Items, Check, Remove, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setCases(std::vector<CaseDraft> cases);

    [[nodiscard]] const std::vector<CaseDraft>& cases() const { return m_cases; }

    /// A copy of the last case under a name of its own.
    void addCase();
    /// To the case that `row` belongs to; below 0: to the last one.
    void addTensor(int row);
    void removeAt(int row);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void edited();

private:
    struct Place {
        std::size_t caseIndex = 0;
        int tensor = -1; ///< below 0: the case has none
    };

    void rebuild();
    [[nodiscard]] const TensorDraft* tensorAt(const Place& place) const;
    [[nodiscard]] QString textAt(const Place& place, int column) const;
    [[nodiscard]] QString problemAt(const Place& place, int column) const;
    [[nodiscard]] QVariant placeholder(const Place& place, int column) const;

    [[nodiscard]] bool isFirst(const Place& place) const { return place.tensor <= 0; }

    std::vector<CaseDraft> m_cases;
    std::vector<Place> m_places;
};

} // namespace ui
