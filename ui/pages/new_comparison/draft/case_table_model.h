// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft/form_model.h"
#include "ui/pages/new_comparison/draft/plan_draft.h"

namespace ui {

/// The cases of a draft, one row for each tensor; a case of the callable's own inputs has one row.
class CaseTableModel : public FormModel {
    Q_OBJECT

public:
    enum Column { CaseName, Tensor, Shape, Type, Values, Items, Check, Remove };

    explicit CaseTableModel(QObject* parent = nullptr);

    void setCases(std::vector<CaseDraft> cases, const QString& sweep);
    /// Names for sizes: the one case stands for all combinations of their values.
    void setSweep(const QString& sweep);

    [[nodiscard]] bool isSwept() const { return !m_sweep.trimmed().isEmpty(); }

    [[nodiscard]] const std::vector<CaseDraft>& cases() const { return m_cases; }

    /// A copy of the last case under a name of its own.
    void addCase();
    /// To the case that `row` belongs to; below 0: to the last one.
    void addTensor(int row);
    void removeAt(int row) override;

    [[nodiscard]] FormCell cell(int row, int column) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;

protected:
    void store(int row, int column, const QString& text) override;

private:
    struct Place {
        std::size_t caseIndex = 0;
        int tensor = -1; ///< below 0: the case has none
    };

    template <typename Change>
    void change(Change change);
    [[nodiscard]] FormCell caseCell(Place place, int column) const;
    [[nodiscard]] FormCell tensorCell(Place place, int column) const;

    [[nodiscard]] FormCell nameCell(Place place) const;
    [[nodiscard]] QString shapeProblem(const TensorDraft& tensor) const;
    [[nodiscard]] TensorDraft newTensor(const QString& name) const;
    void showSweep(const QString& sweep);

    std::vector<CaseDraft> m_cases;
    QString m_sweep;
    profiler::Result<std::vector<profiler::SweepAxis>> m_axes; ///< empty: no sweep
    std::vector<Place> m_places;
};

} // namespace ui
