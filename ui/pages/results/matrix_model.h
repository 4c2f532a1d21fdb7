// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/results/matrix.h"
#include "ui/tables/column.h"

namespace ui {

/// The matrix as a table: a column for the case, one for each variant, one for payback. What is
/// painted can also be read.
class MatrixModel : public RowModel<MatrixRow> {
public:
    using RowModel::RowModel;

    void setMatrix(Matrix matrix);

    /// The shown variants; the rows are the model's.
    [[nodiscard]] const std::vector<Matrix::Column>& variants() const { return m_variants; }

    /// Null in the first and the last column.
    [[nodiscard]] const MatrixCell* variantCell(const QModelIndex& index) const;

    [[nodiscard]] int paybackColumn() const { return static_cast<int>(m_variants.size()) + 1; }

private:
    std::vector<Matrix::Column> m_variants;
};

} // namespace ui
