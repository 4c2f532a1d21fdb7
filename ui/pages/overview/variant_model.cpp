// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/variant_model.h"

#include <array>
#include <limits>

namespace ui {

namespace {

/// Numbers that are missing sort behind all others.
QVariant number(const std::optional<double>& value)
{
    return value.value_or(std::numeric_limits<double>::infinity());
}

/// Larger is better: the missing ones sort before.
QVariant best(const std::optional<double>& value)
{
    return value.value_or(0);
}

QVariant ratio(const ForestRow& row)
{
    return row.ratio ? row.ratio->estimate : row.variant == 0 ? 1.0 : 0.0;
}

QString ratioText(const ForestRow& row)
{
    return row.intervalText.isEmpty() ? row.ratioText
                                      : row.ratioText + QLatin1Char(' ') + row.intervalText;
}

QString verdictText(const ForestRow& row)
{
    return row.note.isEmpty() ? row.verdict : row.verdict + QStringLiteral("; ") + row.note;
}

struct ColumnSpec {
    QString (*heading)(const Forest&);
    QVariant (*sortKey)(const ForestRow&);
    QString (*text)(const ForestRow&);
    QString (*explanation)(const ForestRow&);
    Qt::AlignmentFlag alignment;
};

QString none(const ForestRow& /*row*/)
{
    return {};
}

const std::array<ColumnSpec, VariantModel::ColumnCount>& columns()
{
    static const std::array<ColumnSpec, VariantModel::ColumnCount> table {{
        {[](const Forest&) { return QObject::tr("variant"); },
            [](const ForestRow& row) { return QVariant(row.variant); },
            [](const ForestRow& row) { return row.name; },
            [](const ForestRow& row) { return row.name; }, Qt::AlignLeft},
        {[](const Forest& forest) {
             return QObject::tr("time of one call, %1").arg(forest.timeUnit);
         },
            [](const ForestRow& row) { return number(row.medianNs); },
            [](const ForestRow& row) {
                return QObject::tr("median %1, p99 %2").arg(row.median, row.p99);
            },
            [](const ForestRow& row) { return row.whyNoTime; }, Qt::AlignLeft},
        {[](const Forest&) { return QObject::tr("median"); },
            [](const ForestRow& row) { return number(row.medianNs); },
            [](const ForestRow& row) { return row.median; },
            [](const ForestRow& row) { return row.whyNoTime; }, Qt::AlignRight},
        {[](const Forest&) { return QObject::tr("p99"); },
            [](const ForestRow& row) { return number(row.p99Ns); },
            [](const ForestRow& row) { return row.p99; },
            [](const ForestRow& row) { return row.whyNoP99; }, Qt::AlignRight},
        {[](const Forest&) { return QObject::tr("times faster than eager"); }, ratio, ratioText,
            [](const ForestRow& row) { return row.whyNoRatio; }, Qt::AlignLeft},
        {[](const Forest&) { return QObject::tr("× (95 % interval)"); }, ratio, ratioText,
            [](const ForestRow& row) { return row.whyNoRatio; }, Qt::AlignRight},
        {[](const Forest& forest) { return forest.throughputUnit; },
            [](const ForestRow& row) { return best(row.perSecond); },
            [](const ForestRow& row) { return row.throughput; }, none, Qt::AlignRight},
        {[](const Forest&) { return QObject::tr("verdict"); },
            [](const ForestRow& row) { return QVariant(row.verdict); }, verdictText, verdictText,
            Qt::AlignLeft},
    }};
    return table;
}

} // namespace

void VariantModel::setForest(Forest forest)
{
    if (forest.rows.size() == m_forest.rows.size() && !forest.rows.empty()) {
        m_forest = std::move(forest);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
        return;
    }
    beginResetModel();
    m_forest = std::move(forest);
    endResetModel();
}

int VariantModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_forest.rows.size());
}

int VariantModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant VariantModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const ColumnSpec& column = columns().at(static_cast<std::size_t>(index.column()));
    const ForestRow& shown = row(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return column.text(shown);
    case Qt::ToolTipRole:
        return column.explanation(shown);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(column.alignment | Qt::AlignVCenter);
    case SortRole:
        return column.sortKey(shown);
    default:
        return {};
    }
}

QVariant VariantModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const ColumnSpec& column = columns().at(static_cast<std::size_t>(section));
    if (role == Qt::DisplayRole)
        return column.heading(m_forest);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(column.alignment | Qt::AlignVCenter);
    return {};
}

} // namespace ui
