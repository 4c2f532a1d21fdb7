// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/number_text.h"
#include "profiler/report/history/history_documents.h"
#include "profiler/report/history/history_text.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>

namespace profiler {

namespace {

std::string environmentText(const HistoryPoint& point, const std::string& field)
{
    const auto text = fieldIn(point.environment, field);
    return text.empty() ? missingMark : printable(text);
}

HistoryColumn environmentColumn(std::string_view heading, const char* field)
{
    return {heading, Align::Left, [field](const History& history, std::size_t point) {
                return environmentText(history.points[point], field);
            }};
}

std::string valueCell(const History& history, std::size_t point)
{
    const auto& value = history.points[point].value;
    return value ? historyValueText(history, value->value) : missingMark;
}

std::string intervalCell(const History& history, std::size_t point)
{
    const auto& value = history.points[point].value;
    return value ? historyIntervalText(history, *value) : std::string();
}

bool saysNothing(const HistoryColumn& column, const History& history)
{
    for (std::size_t i = 0; i < history.points.size(); ++i)
        if (const auto text = column.text(history, i); !text.empty() && text != missingMark)
            return false;
    return true;
}

} // namespace

std::vector<HistoryColumn> historyColumns(const History& history)
{
    const bool range = history.query.metric == HistoryMetric::Compile;
    const auto valueHeading = historyMetricWords(history.query.metric).heading;
    std::vector<HistoryColumn> columns {{"date", Align::Left,
                                            [](const History& all, std::size_t point) {
                                                const auto& each = all.points[point];
                                                return localText(
                                                    each.started, each.utcOffsetMinutes);
                                            }},
        {"recording", Align::Left,
            [](const History& all, std::size_t point) { return pointName(all.points[point]); }},
        {"commit", Align::Left,
            [](const History& all, std::size_t point) { return pointCommit(all.points[point]); }},
        environmentColumn("torch", "torch"), environmentColumn("machine", "device_name"),
        environmentColumn("driver", "driver"), {valueHeading, Align::Right, valueCell},
        {range ? "range" : "95 % interval", Align::Right, intervalCell},
        {"what happened", Align::Left, pointNote}};
    std::erase_if(columns, [&](const HistoryColumn& column) {
        return column.heading != valueHeading && saysNothing(column, history);
    });
    return columns;
}

std::string historyText(const History& history, int columns)
{
    // Notes are long and stand below the table.
    auto shown = historyColumns(history);
    std::erase_if(
        shown, [](const HistoryColumn& column) { return column.heading == "what happened"; });
    std::vector<TextColumn> headings;
    headings.reserve(shown.size());
    for (const auto& column : shown)
        headings.push_back({std::string(column.heading), column.align});
    TextTable table(headings);
    for (std::size_t i = 0; i < history.points.size(); ++i) {
        std::vector<std::string> cells;
        cells.reserve(shown.size());
        for (const auto& column : shown)
            cells.push_back(column.text(history, i));
        table.addRow(std::move(cells));
    }
    auto text = table.text() + "\n";
    for (const auto& border : history.borders)
        text += wrappedText("Border: " + borderText(history, border), columns);
    for (const auto& change : history.changes)
        text += wrappedText((change.worse ? "Worse: " : "Better: ") + changeText(history, change)
                + ": " + differencesText(change.differences),
            columns);
    for (const auto& line : leftOutTexts(history))
        text += wrappedText(line, columns);
    return text + wrappedText(historySentence(history, Emphasis::None), columns);
}

} // namespace profiler
