// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/results/matrix.h"
#include "ui/tables/table_view.h"

namespace ui {

class MatrixDelegate;

/// Cases × variants. Arrow keys go from cell to cell, a click or Enter opens one.
class MatrixTable : public TableView {
    Q_OBJECT

public:
    explicit MatrixTable(const Theme& theme);

    /// Every number, one row for each case and variant.
    [[nodiscard]] ChartTable rawTable() const override;

    void showMatrix(Matrix matrix, int shownCase);

Q_SIGNALS:
    void cellChosen(int caseIndex, int variant);

protected:
    [[nodiscard]] std::vector<int> widthsFor(int room) const override;

    [[nodiscard]] QString title() const override { return tr("Cases × variants"); }

private:
    MatrixTable(const Theme& theme, MatrixModel* model);

    [[nodiscard]] int caseWidth() const;
    void choose(const QModelIndex& index);

    MatrixModel* m_model;
    MatrixDelegate* m_delegate;
};

} // namespace ui
