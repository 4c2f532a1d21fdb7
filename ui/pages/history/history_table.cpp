// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/history/history_table.h"

#include "profiler/report/history/history_documents.h"
#include "profiler/report/history/history_text.h"
#include "ui/text/text.h"

#include <QObject>

#include <algorithm>

namespace ui {

namespace {

using profiler::History;

/// Of a row on which something happens.
std::optional<Status> statusAt(const History& history, std::size_t point)
{
    const auto change = std::ranges::find(history.changes, point, &profiler::HistoryChange::after);
    if (change != history.changes.end())
        return change->worse ? Status::Bad : Status::Good;
    if (std::ranges::find(history.borders, point, &profiler::HistoryBorder::at)
        != history.borders.end())
        return Status::Information;
    if (history.apart && history.apart->at == point)
        return Status::Neutral;
    return std::nullopt;
}

DataCell cellOf(const History& history, const profiler::HistoryColumn& column, std::size_t point)
{
    const auto text = qt(column.text(history, point));
    const bool number = column.align == profiler::Align::Right;
    const auto& value = history.points[point].value;
    if (number && !value)
        return missingCell(qt(value.error()));
    if (number)
        return numberCell(text, value->value);
    DataCell cell = textCell(text);
    cell.reason = text;
    return cell;
}

} // namespace

DataContent historyTable(const History& history)
{
    DataContent content {.title = qt(profiler::historySubject(history))};
    const auto columns = profiler::historyColumns(history);
    const auto last = columns.size() - 1;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const bool number = columns[i].align == profiler::Align::Right;
        const bool isNote = i == last && !number;
        content.columns.push_back({.name = QString::fromUtf8(columns[i].heading.data(),
                                       static_cast<qsizetype>(columns[i].heading.size())),
            .align = number ? DataAlign::Number : DataAlign::Text,
            .elastic = !number,
            .fills = isNote ? 1 : 0});
    }
    for (std::size_t point = 0; point < history.points.size(); ++point) {
        DataRow row {.cells = {}, .key = static_cast<int>(point)};
        for (const auto& column : columns)
            row.cells.push_back(cellOf(history, column, point));
        row.cells.front().status = statusAt(history, point);
        content.rows.push_back(std::move(row));
    }
    return content;
}

} // namespace ui
