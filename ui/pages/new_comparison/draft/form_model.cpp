// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft/form_model.h"

#include <utility>

namespace ui {

FormModel::FormModel(std::vector<FormColumn> columns, QObject* parent)
    : QAbstractTableModel(parent)
    , m_columns(std::move(columns))
{
}

FormCell formCellAt(const QModelIndex& index)
{
    return static_cast<const FormModel*>(index.model())->cell(index.row(), index.column());
}

int FormModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant FormModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const FormCell shown = cell(index.row(), index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return shown.text;
    case Qt::AccessibleTextRole:
        return shown.accessible.isEmpty() ? shown.text : shown.accessible;
    case Qt::ToolTipRole:
        return shown.removes.isEmpty() ? shown.problem : shown.removes;
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    default:
        return {};
    }
}

bool FormModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    store(index.row(), index.column(), value.toString().trimmed());
    showAll();
    Q_EMIT edited();
    return true;
}

void FormModel::showAll()
{
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

Qt::ItemFlags FormModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && cell(index.row(), index.column()).editable
        ? flags | Qt::ItemIsEditable
        : flags;
}

QVariant FormModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const FormColumn& column = m_columns.at(static_cast<std::size_t>(section));
    if (role == Qt::DisplayRole)
        return column.name;
    return role == Qt::TextAlignmentRole ? QVariant::fromValue(column.align | Qt::AlignVCenter)
                                         : QVariant();
}

} // namespace ui
