// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/data_model.h"

#include <algorithm>

namespace ui {

namespace {

const QString dash = QStringLiteral("–");

QString withQuiet(const QString& text, const DataCell& cell)
{
    return cell.quiet.isEmpty() ? text : text + u' ' + cell.quiet;
}

QString wholeText(const DataCell& cell)
{
    return withQuiet(cell.text, cell);
}

QString copiedText(const DataCell& cell)
{
    return cell.copied.isEmpty() ? cell.text : cell.copied;
}

/// In one line, for copies.
QString headingOf(const DataColumn& column)
{
    return QString(column.name).replace(u'\n', QStringLiteral(", "));
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

DataCell numberCell(const QString& text, double value, const QString& quiet)
{
    return {.text = text, .quiet = quiet, .value = value};
}

void DataModel::setContent(DataContent content)
{
    const bool sameShape = !m_content.rows.empty() && content.rows.size() == m_content.rows.size()
        && content.columns.size() == m_content.columns.size();
    if (sameShape) {
        m_content = std::move(content);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        return;
    }
    beginResetModel();
    m_content = std::move(content);
    endResetModel();
}

const DataCell& DataModel::cell(int row, int column) const
{
    static const DataCell nothing;
    const auto& cells = this->row(row).cells;
    const auto place = static_cast<std::size_t>(column);
    return place < cells.size() ? cells[place] : nothing;
}

int DataModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_content.rows.size());
}

int DataModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_content.columns.size());
}

QVariant DataModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const DataCell& shown = cell(index.row(), index.column());
    switch (role) {
    case Qt::DisplayRole:
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
        return row(index.row()).key;
    default:
        return {};
    }
}

QVariant DataModel::headerData(int section, Qt::Orientation orientation, int role) const
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

DataSorter::DataSorter(DataModel* model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(model);
    setSortRole(DataModel::SortRole);
}

bool DataSorter::lessThan(const QModelIndex& one, const QModelIndex& other) const
{
    const bool upwards = sortOrder() == Qt::AscendingOrder;
    const auto last = [this](const QModelIndex& index, bool total) {
        return total ? m_model->row(index.row()).total
                     : !m_model->cell(index.row(), index.column()).value.isValid();
    };
    for (const bool total : {true, false}) {
        if (last(one, total) != last(other, total))
            return last(one, total) != upwards;
    }
    const QVariant& left = m_model->cell(one.row(), one.column()).value;
    const QVariant& right = m_model->cell(other.row(), other.column()).value;
    if (isText(left) || isText(right))
        return QString::localeAwareCompare(left.toString(), right.toString()) < 0;
    return left.toDouble() < right.toDouble();
}

ChartTable shownTable(const DataModel& model, const std::vector<int>& order)
{
    ChartTable table {model.content().title, {}, {}};
    for (const DataColumn& column : model.content().columns) {
        table.columns.append(headingOf(column));
        table.rightAligned.append(column.align == DataAlign::Number);
    }
    for (const int row : order) {
        QVariantList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells.append(withQuiet(copiedText(model.cell(row, column)), model.cell(row, column)));
        table.rows.append(cells);
    }
    return table;
}

ChartTable rawTable(const DataModel& model, const std::vector<int>& order)
{
    ChartTable table {model.content().title, {}, {}};
    table.rows.resize(static_cast<qsizetype>(order.size()));
    for (int column = 0; column < model.columnCount(); ++column) {
        const bool quiet = std::any_of(order.begin(), order.end(),
            [&](int row) { return !model.cell(row, column).quiet.isEmpty(); });
        table.columns.append(headingOf(model.column(column)));
        if (quiet)
            table.columns.append(QObject::tr("%1, interval").arg(headingOf(model.column(column))));
        for (std::size_t place = 0; place < order.size(); ++place) {
            const DataCell& cell = model.cell(order[place], column);
            QVariantList& cells = table.rows[static_cast<qsizetype>(place)];
            cells.append(rawValue(cell));
            if (quiet)
                cells.append(cell.quiet);
        }
    }
    return table;
}

} // namespace ui
