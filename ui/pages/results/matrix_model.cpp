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

DataColumn heading(const QString& name)
{
    return {.name = name, .align = DataAlign::Text, .explanation = name};
}

Column<MatrixRow> variantColumn(const Matrix::Column& variant, std::size_t place)
{
    return {heading(variant.name), [place](const MatrixRow& row) {
                const MatrixCell& cell = row.cells.at(place);
                return DataCell {.text = textOf(cell),
                    .accessible = QString(cell.explanation).replace(u'\n', QStringLiteral("; ")),
                    .reason = cell.explanation};
            }};
}

} // namespace

void MatrixModel::setMatrix(Matrix matrix)
{
    std::vector<Column<MatrixRow>> columns {
        {heading(tr("case")), [](const MatrixRow& row) {
             return DataCell {.text = row.name,
                 .accessible = caseOf(row, QStringLiteral(", ")),
                 .reason = caseOf(row, QStringLiteral("\n"))};
         }}};
    for (const Matrix::Column& variant : matrix.variants)
        columns.push_back(variantColumn(variant, columns.size() - 1));
    columns.push_back({heading(tr("best choice pays back after")), [](const MatrixRow& row) {
                           return DataCell {.text = row.payback.isEmpty() ? absent() : row.payback,
                               .reason = row.paybackReason};
                       }});
    m_variants = std::move(matrix.variants);
    setRows(std::move(matrix.rows), std::move(columns));
}

const MatrixCell* MatrixModel::variantCell(const QModelIndex& index) const
{
    if (!index.isValid() || index.column() == 0 || index.column() == paybackColumn())
        return nullptr;
    return &row(index.row()).cells.at(static_cast<std::size_t>(index.column() - 1));
}

} // namespace ui
