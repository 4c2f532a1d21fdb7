// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/matrix_model.h"

#include "ui/text/text.h"

namespace ui {

namespace {

QString textOf(const MatrixCell& cell)
{
    if (cell.variant == 0)
        return cell.median;
    if (cell.ratio.isEmpty())
        return cell.word;
    return (cell.ratio + u' ' + cell.direction).trimmed() + QStringLiteral(" (") + cell.interval
        + u')';
}

QString caseOf(const MatrixRow& row, const QString& beforeInputs)
{
    return row.inputs.isEmpty() ? row.name : row.name + beforeInputs + row.inputs;
}

QString paybackOf(const MatrixRow& row)
{
    return row.payback.isEmpty() ? absent() : row.payback;
}

} // namespace

void MatrixModel::setMatrix(Matrix matrix)
{
    const bool sameShape = !matrix.rows.empty() && matrix.rows.size() == m_matrix.rows.size()
        && matrix.variants.size() == m_matrix.variants.size();
    if (sameShape) {
        m_matrix = std::move(matrix);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        return;
    }
    beginResetModel();
    m_matrix = std::move(matrix);
    endResetModel();
}

const MatrixCell* MatrixModel::cell(const QModelIndex& index) const
{
    if (!index.isValid() || index.column() == 0 || index.column() == paybackColumn())
        return nullptr;
    return &row(index.row()).cells.at(static_cast<std::size_t>(index.column() - 1));
}

int MatrixModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matrix.rows.size());
}

int MatrixModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : paybackColumn() + 1;
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const MatrixRow& shown = row(index.row());
    const MatrixCell* variant = cell(index);
    switch (role) {
    case Qt::DisplayRole:
        if (variant != nullptr)
            return textOf(*variant);
        return index.column() == 0 ? shown.name : paybackOf(shown);
    case Qt::AccessibleTextRole:
        if (variant != nullptr)
            return QString(variant->explanation).replace(u'\n', QStringLiteral("; "));
        return index.column() == 0 ? caseOf(shown, QStringLiteral(", ")) : paybackOf(shown);
    case Qt::ToolTipRole:
        if (variant != nullptr)
            return variant->explanation;
        return index.column() == 0 ? caseOf(shown, QStringLiteral("\n")) : shown.paybackReason;
    default:
        return {};
    }
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | Qt::AlignLeft);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (section == 0)
        return tr("case");
    if (section == paybackColumn())
        return tr("best choice pays back after");
    return m_matrix.variants.at(static_cast<std::size_t>(section - 1)).name;
}

} // namespace ui
