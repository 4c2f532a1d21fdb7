// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/reports/report_section_model.h"

#include <QMimeData>

#include <algorithm>
#include <memory>

namespace ui {

namespace {

const QString rowType = QStringLiteral("application/x-fusescope-section");

} // namespace

void ReportSectionModel::setChoices(std::vector<profiler::SectionChoice> choices)
{
    if (choices == m_choices)
        return;
    beginResetModel();
    m_choices = std::move(choices);
    endResetModel();
}

bool ReportSectionModel::moveSection(int from, int to)
{
    const int count = rowCount();
    if (from == to || from < 0 || to < 0 || from >= count || to >= count)
        return false;
    // Qt counts the place before the row is taken out.
    if (!beginMoveRows({}, from, from, {}, to > from ? to + 1 : to))
        return false;
    const auto first = m_choices.begin();
    if (from < to)
        std::rotate(first + from, first + from + 1, first + to + 1);
    else
        std::rotate(first + to, first + from, first + from + 1);
    endMoveRows();
    Q_EMIT edited();
    return true;
}

int ReportSectionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_choices.size());
}

QVariant ReportSectionModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& choice = m_choices.at(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return QString::fromStdString(profiler::sectionTitle(choice.section));
    case Qt::CheckStateRole:
        return choice.shown ? Qt::Checked : Qt::Unchecked;
    case Qt::AccessibleDescriptionRole:
        return choice.shown ? tr("in the report") : tr("left out");
    default:
        return {};
    }
}

bool ReportSectionModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    m_choices.at(static_cast<std::size_t>(index.row())).shown = value.toInt() == Qt::Checked;
    Q_EMIT dataChanged(index, index, {role, Qt::AccessibleDescriptionRole});
    Q_EMIT edited();
    return true;
}

Qt::ItemFlags ReportSectionModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::ItemIsDropEnabled; // between the rows, not into one
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
        | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
}

QStringList ReportSectionModel::mimeTypes() const
{
    return {rowType};
}

QMimeData* ReportSectionModel::mimeData(const QModelIndexList& indexes) const
{
    if (indexes.isEmpty())
        return nullptr;
    auto data = std::make_unique<QMimeData>();
    data->setData(rowType, QByteArray::number(indexes.front().row()));
    return data.release();
}

bool ReportSectionModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row,
    int /*column*/, const QModelIndex& parent)
{
    if (data == nullptr || action != Qt::MoveAction || !data->hasFormat(rowType))
        return false;
    const int from = data->data(rowType).toInt();
    const int before = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
    moveSection(from, before > from ? before - 1 : before);
    return false; // moved here: the view must not take the row out again
}

} // namespace ui
