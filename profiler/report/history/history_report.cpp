// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/number_text.h"
#include "profiler/report/document/provenance.h"
#include "profiler/report/history/history_documents.h"
#include "profiler/report/history/history_text.h"

#include <utility>

namespace profiler {

namespace {

TableBlock tableOf(const History& history)
{
    TableBlock table;
    const auto columns = historyColumns(history);
    for (const auto& column : columns)
        table.columns.push_back({.heading = std::string(column.heading), .align = column.align});
    for (std::size_t i = 0; i < history.points.size(); ++i) {
        ReportRow row;
        for (const auto& column : columns)
            row.cells.push_back(column.text(history, i));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Section summaryOf(const History& history)
{
    Section section {.id = ReportSection::Summary};
    section.blocks.emplace_back(
        ParagraphBlock {.text = historySentence(history, Emphasis::Markdown),
            .role = TextRole::Verdict,
            .mark = historyMark(history),
            .word = historyWord(history)});
    section.blocks.emplace_back(
        ParagraphBlock {.text = historyNote(history), .role = TextRole::Muted});
    return section;
}

Section changesOf(const History& history)
{
    Section section {.id = ReportSection::Changes, .title = "What changed"};
    ListBlock list;
    for (const auto& change : history.changes)
        list.items.push_back({.mark = change.worse ? Mark::Bad : Mark::Good,
            .word = change.worse ? "Worse" : "Better",
            .text = changeText(history, change),
            .detail = differencesText(change.differences)});
    for (const auto& border : history.borders)
        list.items.push_back(
            {.mark = Mark::Information, .word = "Border", .text = borderText(history, border)});
    section.blocks.emplace_back(std::move(list));
    return section;
}

Section leftOutOf(const std::vector<std::string>& texts)
{
    Section section {.id = ReportSection::Notes, .title = "Left out"};
    ListBlock list;
    for (const auto& text : texts)
        list.items.push_back({.mark = Mark::Warning, .text = text});
    section.blocks.emplace_back(std::move(list));
    return section;
}

} // namespace

Report historyReport(const History& history)
{
    Report report {.title = capitalized(historySubject(history)),
        .subtitle
        = countText(static_cast<std::int64_t>(history.points.size()), "recording", "recordings")
            + " by " + historyOrderName(history.query.order),
        .source = "Fusescope " + programVersion()};
    report.sections.push_back(summaryOf(history));
    Section chart {.id = ReportSection::Latency, .title = "Over time"};
    chart.blocks.emplace_back(ChartBlock {.name = "history",
        .picture = historyChart(history),
        .narrow = historyChart(history, narrowLook({}))});
    report.sections.push_back(std::move(chart));
    if (!history.changes.empty() || !history.borders.empty())
        report.sections.push_back(changesOf(history));
    Section recordings {.id = ReportSection::Results, .title = "Recordings"};
    recordings.blocks.emplace_back(tableOf(history));
    report.sections.push_back(std::move(recordings));
    if (const auto texts = leftOutTexts(history); !texts.empty())
        report.sections.push_back(leftOutOf(texts));
    return report;
}

} // namespace profiler
