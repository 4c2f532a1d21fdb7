// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/results/matrix.h"

#include <QAbstractTableModel>

namespace ui {

/// The matrix as a table: a column for the case, one for each variant, one for payback. What is
/// painted can also be read.
class MatrixModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setMatrix(Matrix matrix);

    [[nodiscard]] const Matrix& matrix() const { return m_matrix; }

    [[nodiscard]] const MatrixRow& row(int row) const
    {
        return m_matrix.rows.at(static_cast<std::size_t>(row));
    }

    /// Null in the first and the last column.
    [[nodiscard]] const MatrixCell* cell(const QModelIndex& index) const;

    [[nodiscard]] int paybackColumn() const
    {
        return static_cast<int>(m_matrix.variants.size()) + 1;
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    Matrix m_matrix;
};

} // namespace ui
