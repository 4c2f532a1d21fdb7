// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/log/log_table.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/result.h"
#include "profiler/model/variant.h"
#include "profiler/report/text/text_table.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/tables/data_delegate.h"
#include "ui/tables/table_menu.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QDateTime>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

constexpr std::size_t longestRow = 1000; ///< bytes of a line that a row shows

/// At the recording machine's clock.
QDateTime timeOf(const LogDocument& document, const profiler::LogLine& line)
{
    const int offset
        = document.comparison == nullptr ? 0 : document.comparison->result.info.utcOffsetMinutes;
    return QDateTime::fromMSecsSinceEpoch(line.time.ns / 1'000'000, Qt::OffsetFromUTC, offset * 60);
}

constexpr int logRowPixels = 21;
constexpr int logPadding = 6;
constexpr int logSignRoom = 18;
constexpr int narrowLog = 760; ///< below: process and stream give way to the text

/// How often the line was said, at the right end; how much room it took.
int paintCount(const PaintedItem& item, const QRect& box)
{
    const int count = item.index.data(LogModel::CountRole).toInt();
    if (count < 2)
        return 0;
    const QString text = QStringLiteral("×%1").arg(count);
    const QFont font = uiFont(type::caption, QFont::DemiBold);
    item.painter.setFont(font);
    item.painter.setPen(item.tokens().text);
    drawText(item.painter, box, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, text);
    return QFontMetrics(font).horizontalAdvance(text) + logPadding;
}

/// A warning has its shape before the text, a line that was said again its number behind it.
void paintLogRow(const PaintedItem& item, const DataCell& cell)
{
    const auto& [painter, option, index, theme] = item;
    const Tokens& tokens = theme.tokens();
    const bool isText = index.column() == LogModel::Text;
    const bool isVariant = index.column() == LogModel::Variant;
    QRect box = option.rect.adjusted(logPadding, 0, -logPadding, 0);
    if (cell.status)
        drawStatus(
            painter, tokens, *cell.status, QRectF(box.left(), box.center().y() - 5.5, 12, 12));
    if (cell.variant)
        drawMarker(painter, theme.variant(*cell.variant),
            QPointF(box.left() + 5, box.center().y() + 0.5), 8);
    if (isText || isVariant)
        box.adjust(logSignRoom, 0, 0, 0);
    if (isText)
        box.adjust(0, 0, -paintCount(item, box), 0);
    const QFont font = isText ? monoFont(type::caption) : uiFont(type::caption);
    painter.setFont(font);
    painter.setPen(isText || isVariant ? tokens.text : tokens.muted);
    drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        QFontMetrics(font).elidedText(cell.text, Qt::ElideRight, box.width()));
}

} // namespace

LogModel::LogModel(QObject* parent)
    : RowModel(parent)
{
    setRows({}, logColumns());
}

std::size_t LogModel::lineOf(int row) const
{
    return static_cast<std::size_t>(m_rows.at(static_cast<std::size_t>(row)).line);
}

bool LogModel::continues(const LogDocument* document, const std::vector<FoldedLine>& shown) const
{
    return m_document != nullptr && document != nullptr && !m_rows.empty()
        && m_document->comparison != nullptr && document->comparison != nullptr
        && m_document->comparison->result.info.id == document->comparison->result.info.id
        && shown.size() >= m_rows.size()
        && std::equal(m_rows.begin(), m_rows.end(), shown.begin(),
            [](const FoldedLine& one, const FoldedLine& other) { return one.line == other.line; });
}

void LogModel::setLines(std::shared_ptr<const LogDocument> document, std::vector<FoldedLine> shown)
{
    if (continues(document.get(), shown)) {
        const int before = rowCount();
        const auto now = static_cast<int>(shown.size());
        m_document = std::move(document);
        if (now > before)
            beginInsertRows({}, before, now - 1);
        m_rows = std::move(shown);
        if (now > before)
            endInsertRows();
        if (before > 0) // they may have been said again
            Q_EMIT dataChanged(index(0, Text), index(before - 1, Text));
        return;
    }
    beginResetModel();
    m_document = std::move(document);
    m_rows = std::move(shown);
    endResetModel();
}

QString LogModel::text(std::size_t line, int column) const
{
    const profiler::LogLine& shown = m_document->lines.at(line);
    switch (column) {
    case Time:
        return timeOf(*m_document, shown).toString(QStringLiteral("HH:mm:ss"));
    case Variant:
        return logSource(*m_document, line).name;
    case Process:
        return logSource(*m_document, line).process;
    case Stream:
        return qt(profiler::keyOf(shown.stream));
    default:
        return qt(profiler::printable(
            std::string(profiler::withoutLogPrefix(shown.text).substr(0, longestRow))));
    }
}

/// What a row leaves out: the beginning that torch gives it, and the other times it was said.
QString LogModel::wholeText(const FoldedLine& folded) const
{
    const auto at = static_cast<std::size_t>(folded.line);
    QString text = qt(profiler::printable(m_document->lines.at(at).text));
    if (folded.repeats.empty())
        return text;
    constexpr std::size_t mostNamed = 20;
    QStringList again;
    for (std::size_t i = 0; i < std::min(mostNamed, folded.repeats.size()); ++i) {
        const auto line = static_cast<std::size_t>(folded.repeats[i]);
        again << this->text(line, Time) + u' ' + logSource(*m_document, line).process;
    }
    if (folded.repeats.size() > mostNamed)
        again << tr("%1 more").arg(folded.repeats.size() - mostNamed);
    return text + u'\n' + tr("Said again: %1").arg(again.join(QStringLiteral(", ")));
}

std::vector<ui::Column<FoldedLine>> LogModel::logColumns() const
{
    std::vector<ui::Column<FoldedLine>> columns;
    const QStringList names {tr("time"), tr("variant"), tr("process"), tr("stream"), tr("text")};
    for (int column = Time; column <= Text; ++column)
        columns.push_back({{.name = names.at(column), .align = DataAlign::Text},
            [this, column](const FoldedLine& folded) {
                const auto line = static_cast<std::size_t>(folded.line);
                DataCell cell {.text = text(line, column)};
                if (column == Variant && logSource(*m_document, line).variant >= 0)
                    cell.variant = logSource(*m_document, line).variant;
                const profiler::LogLevel level = m_document->levels.at(line);
                if (column == Text && level != profiler::LogLevel::Plain)
                    cell.status
                        = level == profiler::LogLevel::Error ? Status::Bad : Status::Warning;
                return cell;
            }});
    return columns;
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (index.isValid() && role == CountRole)
        return static_cast<int>(row(index.row()).repeats.size()) + 1;
    if (index.isValid() && role == WholeTextRole)
        return wholeText(row(index.row()));
    return RowModel::data(index, role);
}

QString LogModel::lineText(int row) const
{
    const std::size_t line = lineOf(row);
    return QStringLiteral("%1 %2 %3 %4 | %5")
        .arg(text(line, Time), text(line, Variant), text(line, Process), text(line, Stream),
            qt(profiler::printable(m_document->lines.at(line).text)));
}

QStringList LogModel::wholeRow(int row) const
{
    const std::size_t line = lineOf(row);
    const profiler::LogLine& shown = m_document->lines.at(line);
    return {timeOf(*m_document, shown).toString(Qt::ISODateWithMs), text(line, Variant),
        text(line, Process), text(line, Stream), qt(profiler::printable(shown.text))};
}

LogTable::LogTable(const Theme& theme, LogModel* model)
    : TableView(theme, model, tr("Lines of output"))
    , m_lines(*model)
{
    setItemDelegate(new DataDelegate(theme, this, paintLogRow));
    setScrolling();
    setFocusMark(FocusMark::None);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setRowHeight(logRowPixels);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    menu().setOwnCopy(tr("Copy the selected lines"), [this] { Q_EMIT copyRequested(); });
}

std::vector<int> LogTable::widthsFor(int room) const
{
    const bool tight = room < narrowLog;
    std::vector<int> widths {72, tight ? 130 : 170, tight ? 0 : 110, tight ? 0 : 76};
    widths.push_back(std::max(1, room - std::accumulate(widths.begin(), widths.end(), 0)));
    return widths;
}

bool LogTable::isAtEnd() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum();
}

QString LogTable::selectedText() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(),
        [](const QModelIndex& one, const QModelIndex& other) { return one.row() < other.row(); });
    QStringList lines;
    for (const QModelIndex& row : rows)
        lines << m_lines.lineText(row.row());
    return lines.join(u'\n');
}

ChartTable LogTable::rawTable() const
{
    ChartTable all {.title = tr("Log")};
    for (int column = 0; column < m_lines.columnCount(); ++column)
        all.columns << m_lines.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    for (int row = 0; row < m_lines.rowCount(); ++row) {
        QVariantList cells;
        for (const QString& cell : m_lines.wholeRow(row))
            cells << cell;
        all.rows << cells;
    }
    return all;
}

void LogTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    TableView::currentChanged(current, previous);
    Q_EMIT lineChosen(current);
}

} // namespace ui
