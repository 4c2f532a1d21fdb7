// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/chart_table.h"

#include "profiler/report/html/report_writers.h"

#include <QLocale>
#include <QMimeData>
#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace ui {

namespace {

bool isMissing(const QVariant& cell)
{
    return !cell.isValid() || cell.canConvert<MissingCell>();
}

QString reasonOf(const QVariant& cell)
{
    return cell.canConvert<MissingCell>() ? cell.value<MissingCell>().reason : QString();
}

/// A number with as many digits as it takes to read it back; nothing where it is missing.
QString cellText(const QVariant& cell)
{
    if (isMissing(cell))
        return {};
    if (cell.typeId() == QMetaType::Double)
        return QString::number(cell.toDouble(), 'g', QLocale::FloatingPointShortest);
    return cell.toString();
}

/// For reading: ten digits are more than enough.
QString shownText(const QVariant& cell)
{
    if (isMissing(cell))
        return QStringLiteral("–");
    if (cell.typeId() == QMetaType::Double)
        return QString::number(cell.toDouble(), 'g', 10);
    return cell.toString();
}

bool isNumber(const QVariant& cell)
{
    const int type = cell.typeId();
    return type == QMetaType::Double || type == QMetaType::Int || type == QMetaType::LongLong;
}

/// RFC 4180: quotes around what holds a separator, a quote or a line end.
QString csvCell(const QVariant& cell)
{
    QString text = cellText(cell);
    static const QRegularExpression special(QStringLiteral("[,\"\\r\\n]"));
    if (!text.contains(special))
        return text;
    text.replace(u"\""_qs, u"\"\""_qs);
    return u'"' + text + u'"';
}

QString tsvCell(const QVariant& cell)
{
    QString text = cellText(cell);
    text.replace(u'\t', u' ').replace(u'\n', u' ').replace(u'\r', u' ');
    return text;
}

template <typename Cell>
QString joined(const ChartTable& table, QChar separator, Cell cell)
{
    QString text;
    const auto line = [&](const auto& cells) {
        QStringList words;
        for (const auto& value : cells)
            words.append(cell(QVariant(value)));
        text += words.join(separator) + u'\n';
    };
    line(table.columns);
    for (const QVariantList& row : table.rows)
        line(row);
    return text;
}

/// "p99: needs 400 calls; p99.9: needs 4 000 calls".
QString reasonsOf(const ChartTable& table, const QVariantList& row)
{
    QStringList reasons;
    for (qsizetype column = 0; column < row.size(); ++column)
        if (const QString reason = reasonOf(row[column]); !reason.isEmpty())
            reasons << table.columns.value(column) + QStringLiteral(": ") + reason;
    return reasons.join(QStringLiteral("; "));
}

/// With a column of reasons, where there are any.
ChartTable withReasons(ChartTable table)
{
    QStringList reasons;
    for (const QVariantList& row : table.rows)
        reasons << reasonsOf(table, row);
    if (std::all_of(reasons.begin(), reasons.end(), [](const QString& r) { return r.isEmpty(); }))
        return table;
    for (qsizetype row = 0; row < table.rows.size(); ++row) {
        table.rows[row].resize(table.columns.size());
        table.rows[row].append(reasons[row]);
    }
    table.columns.append(QStringLiteral("missing"));
    return table;
}

bool numeric(const ChartTable& table, qsizetype column)
{
    if (!table.rightAligned.isEmpty())
        return table.rightAligned.value(column);
    return std::any_of(table.rows.begin(), table.rows.end(),
        [column](const QVariantList& row) { return column < row.size() && isNumber(row[column]); });
}

/// Of every column.
QVector<bool> rightAligned(const ChartTable& table)
{
    QVector<bool> right;
    for (qsizetype column = 0; column < table.columns.size(); ++column)
        right.append(numeric(table, column));
    return right;
}

} // namespace

QVariant missing(const QString& reason)
{
    return QVariant::fromValue(MissingCell {reason});
}

QString toCsv(const ChartTable& table)
{
    ChartTable whole = withReasons(table);
    if (!whole.source.isEmpty()) {
        for (QVariantList& row : whole.rows) {
            row.resize(whole.columns.size());
            row.append(whole.source);
        }
        whole.columns.append(QStringLiteral("source"));
    }
    return joined(whole, u',', csvCell);
}

QString toTsv(const ChartTable& table)
{
    return joined(withReasons(table), u'\t', tsvCell);
}

QString toMarkdown(const ChartTable& table)
{
    using namespace profiler;
    const auto line = [](const QString& text) { return text.simplified().toStdString(); };
    TableBlock block;
    for (qsizetype column = 0; column < table.columns.size(); ++column)
        block.columns.push_back({.heading = line(table.columns[column]),
            .align = numeric(table, column) ? Align::Right : Align::Left});
    for (const QVariantList& cells : table.rows) {
        ReportRow& row = block.rows.emplace_back();
        for (const QVariant& cell : cells)
            row.cells.push_back(line(shownText(cell)));
    }
    return QString::fromStdString(markdownTable(block, std::numeric_limits<std::size_t>::max()));
}

QString toHtml(const ChartTable& table)
{
    QString text = u"<table>"_qs;
    text += u"<caption>"_qs + table.title.toHtmlEscaped() + u"</caption><tr>"_qs;
    for (const QString& column : table.columns)
        text += u"<th>"_qs + column.toHtmlEscaped() + u"</th>"_qs;
    text += u"</tr>"_qs;
    const QVector<bool> right = rightAligned(table);
    for (const QVariantList& row : table.rows) {
        text += u"<tr>"_qs;
        for (qsizetype column = 0; column < row.size(); ++column) {
            text += right.value(column) ? u"<td align=\"right\">"_qs : u"<td>"_qs;
            text += shownText(row[column]).toHtmlEscaped() + u"</td>"_qs;
        }
        text += u"</tr>"_qs;
    }
    return text + u"</table>"_qs;
}

QMimeData* tableMimeData(const ChartTable& table)
{
    auto* data = new QMimeData;
    data->setText(toMarkdown(table));
    data->setData(u"text/markdown"_qs, toMarkdown(table).toUtf8());
    data->setHtml(toHtml(table));
    data->setData(u"text/tab-separated-values"_qs, toTsv(table).toUtf8());
    return data;
}

ChartTableModel::ChartTableModel(ChartTable table, QObject* parent)
    : QAbstractTableModel(parent)
    , m_table(std::move(table))
{
}

int ChartTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int ChartTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant ChartTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const QVariant cell = m_table.rows[index.row()].value(index.column());
    if (role == Qt::DisplayRole)
        return shownText(cell);
    if (role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole)
        return reasonOf(cell);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::AlignVCenter | (isNumber(cell) ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

QVariant ChartTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::DisplayRole)
        return m_table.columns.value(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::AlignVCenter | (numeric(m_table, section) ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

} // namespace ui
