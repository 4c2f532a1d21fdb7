// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/breaks/break_model.h"

#include "profiler/model/number_text.h"
#include "ui/text/text.h"

#include <array>

namespace ui {

void BreakModel::setRows(std::vector<BreakRow> rows, QStringList variantNames)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_names = std::move(variantNames);
    endResetModel();
}

bool BreakModel::hasHeading(int row) const
{
    return row == 0 || this->row(row).kind != this->row(row - 1).kind;
}

int BreakModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int BreakModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString BreakModel::variantText(const BreakRow& row) const
{
    QStringList names;
    for (const int variant : row.variants)
        names << m_names.value(variant);
    return names.join(QStringLiteral(", "));
}

QString BreakModel::text(const BreakRow& row, int column) const
{
    switch (column) {
    case What:
        return row.title;
    case Place:
        return row.place;
    case Function:
        return row.function.isEmpty() ? absent() : row.function;
    case Detail:
        return row.detail;
    case Records:
        return row.records == 0 ? absent() : qt(profiler::formatCount(row.records));
    case PerCall:
        return row.perCall ? qt(profiler::formatNumber(*row.perCall)) : absent();
    case Variants:
        return variantText(row);
    case Cost:
        return row.cost;
    default:
        return row.costInterval.isEmpty() ? absent() : row.costInterval;
    }
}

QVariant BreakModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const BreakRow& shown = row(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(shown, index.column());
    case Qt::ToolTipRole:
        if (index.column() == Cost)
            return shown.costReason;
        return index.column() == Place ? shown.wholePlace : shown.said;
    case Qt::AccessibleTextRole:
        if (index.column() != What)
            return text(shown, index.column());
        return QStringList {headingOf(shown.kind), shown.title, shown.place, shown.detail,
            shown.cost, shown.costInterval, variantText(shown)}
            .join(QStringLiteral("; "));
    default:
        return {};
    }
}

QVariant BreakModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount
        || role != Qt::DisplayRole)
        return {};
    const std::array<QString, ColumnCount> names {tr("reason"), tr("place"), tr("function"),
        tr("detail"), tr("records"), tr("times a call"), tr("variants"), tr("cost"),
        tr("95 % interval")};
    return names.at(static_cast<std::size_t>(section));
}

ChartTable BreakModel::table() const
{
    ChartTable table {tr("Graph breaks"), {}, {}};
    for (int column = 0; column < ColumnCount; ++column)
        table.columns.append(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    for (int row = 0; row < rowCount(); ++row) {
        QVariantList cells;
        for (int column = 0; column < ColumnCount; ++column)
            cells.append(text(this->row(row), column));
        table.rows.append(cells);
    }
    return table;
}

} // namespace ui
