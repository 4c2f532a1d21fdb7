// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/data_model.h"

#include <algorithm>

namespace ui {

namespace {

constexpr QChar dash(0x2013);

QString withQuiet(const QString& text, const DataCell& cell)
{
    return cell.quiet.isEmpty() ? text : text + u' ' + cell.quiet;
}

QString wholeText(const DataCell& cell)
{
    return cell.accessible.isEmpty() ? withQuiet(cell.text, cell) : cell.accessible;
}

QString copiedText(const DataCell& cell)
{
    return cell.copied.isEmpty() ? cell.text : cell.copied;
}

/// In one line, for copies.
QString headingOf(const DataColumn& column)
{
    const QString name = QString(column.name).replace(u'\n', QStringLiteral(", "));
    return column.unit.isEmpty() ? name : name + QStringLiteral(", ") + column.unit;
}

Qt::Alignment alignmentOf(const DataColumn& column)
{
    return Qt::AlignVCenter | (column.align == DataAlign::Number ? Qt::AlignRight : Qt::AlignLeft);
}

bool isText(const QVariant& value)
{
    return value.typeId() == QMetaType::QString;
}

QVariant rawValue(const DataCell& cell)
{
    if (cell.value.isValid() && !isText(cell.value))
        return cell.value;
    return cell.text == dash ? missing(cell.reason) : QVariant(copiedText(cell));
}

} // namespace

DataCell missingCell(const QString& reason)
{
    return {.text = dash, .reason = reason, .muted = true};
}

DataCell textCell(const QString& text)
{
    return {.text = text, .value = text};
}

DataCell variantCell(const QString& name, int variant)
{
    return {.text = name, .value = name, .variant = variant};
}

DataCell numberCell(const QString& text, double value, const QString& quiet)
{
    return {.text = text, .quiet = quiet, .value = value};
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(columns().size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const DataCell shown = cell(index.row(), index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return shown.text;
    case Qt::AccessibleTextRole:
        return wholeText(shown);
    case Qt::AccessibleDescriptionRole:
        return shown.reason;
    case Qt::ToolTipRole:
        return shown.reason.isEmpty() && column(index.column()).elastic ? wholeText(shown)
                                                                        : shown.reason;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(alignmentOf(column(index.column())));
    case SortRole:
        return shown.value;
    case QuietRole:
        return shown.quiet;
    case StatusRole:
        return shown.status ? QVariant(static_cast<int>(*shown.status)) : QVariant();
    case VariantRole:
        return shown.variant ? QVariant(*shown.variant) : QVariant();
    case KeyRole:
        return key(index.row());
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return column(section).name;
    case Qt::ToolTipRole:
        return column(section).explanation;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(alignmentOf(column(section)));
    default:
        return {};
    }
}

void DataModel::setContent(DataContent content)
{
    change(content.rows.size(), content.columns.size(), [&] { m_content = std::move(content); });
}

DataCell DataModel::cell(int row, int column) const
{
    const auto& cells = this->row(row).cells;
    const auto place = static_cast<std::size_t>(column);
    return place < cells.size() ? cells[place] : DataCell();
}

int DataModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_content.rows.size());
}

DataSorter::DataSorter(TableModel* model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(model);
    setSortRole(TableModel::SortRole);
}

bool DataSorter::lessThan(const QModelIndex& one, const QModelIndex& other) const
{
    const bool upwards = sortOrder() == Qt::AscendingOrder;
    if (m_model->isTotal(one.row()) != m_model->isTotal(other.row()))
        return m_model->isTotal(one.row()) != upwards;
    const QVariant left = m_model->cell(one.row(), one.column()).value;
    const QVariant right = m_model->cell(other.row(), other.column()).value;
    if (left.isValid() != right.isValid())
        return left.isValid() == upwards;
    if (isText(left) || isText(right))
        return QString::localeAwareCompare(left.toString(), right.toString()) < 0;
    return left.toDouble() < right.toDouble();
}

QModelIndex sourceOf(const QModelIndex& index)
{
    const auto* proxy = qobject_cast<const QAbstractProxyModel*>(index.model());
    return proxy == nullptr ? index : proxy->mapToSource(index);
}

const TableModel& tableModelOf(const QModelIndex& source)
{
    return static_cast<const TableModel&>(*source.model());
}

ChartTable shownTable(const TableModel& model, const std::vector<int>& order, const QString& title)
{
    ChartTable table {.title = title};
    for (const DataColumn& column : model.columns()) {
        table.columns.append(headingOf(column));
        table.rightAligned.append(column.align == DataAlign::Number);
    }
    for (const int row : order) {
        QVariantList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            const DataCell cell = model.cell(row, column);
            cells.append(withQuiet(copiedText(cell), cell));
        }
        table.rows.append(cells);
    }
    return table;
}

ChartTable rawTable(const TableModel& model, const std::vector<int>& order, const QString& title)
{
    ChartTable table {.title = title};
    table.rows.resize(static_cast<qsizetype>(order.size()));
    for (int column = 0; column < model.columnCount(); ++column) {
        const DataColumn& heading = model.column(column);
        if (heading.drawn)
            continue;
        std::vector<DataCell> cells;
        for (const int row : order)
            cells.push_back(model.cell(row, column));
        const bool quiet = heading.raw.isEmpty()
            && std::any_of(cells.begin(), cells.end(),
                [](const DataCell& cell) { return !cell.quiet.isEmpty(); });
        table.columns.append(heading.raw.isEmpty() ? QStringList(headingOf(heading)) : heading.raw);
        if (quiet)
            table.columns.append(QObject::tr("%1, interval").arg(headingOf(heading)));
        for (std::size_t row = 0; row < cells.size(); ++row) {
            QVariantList& made = table.rows[static_cast<qsizetype>(row)];
            made.append(
                cells[row].raw.isEmpty() ? QVariantList {rawValue(cells[row])} : cells[row].raw);
            if (quiet)
                made.append(cells[row].quiet);
        }
    }
    return table;
}

} // namespace ui
