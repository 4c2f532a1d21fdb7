// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/csv/csv_row.h"
#include "profiler/report/history/history_documents.h"
#include "profiler/report/history/history_text.h"
#include "profiler/report/text/enum_text.h"

#include <array>
#include <cmath>

namespace profiler {

namespace {

void addNumber(CsvRow& row, HistoryMetric metric, const std::optional<double>& value)
{
    if (!value || !std::isfinite(*value))
        row.missing();
    else if (metric == HistoryMetric::Throughput || metric == HistoryMetric::SpeedUp)
        row.ratio(*value);
    else
        row.wholeNs(*value);
}

void addFields(CsvRow& row, const HistoryPoint& point)
{
    for (const auto* field : {"git_commit", "torch", "device_name", "driver"})
        row.text(fieldIn(point.environment, field));
}

std::string rowOf(const History& history, std::size_t index)
{
    const auto& point = history.points[index];
    const auto& query = history.query;
    CsvRow row;
    row.text(utcText(point.started)).text(point.file).number(point.id.value).text(point.name);
    row.text(point.workload).text(point.caseName).text(point.variant);
    addFields(row, point);
    const bool has = point.value.has_value();
    addNumber(row, query.metric, has ? std::optional(point.value->value) : std::nullopt);
    addNumber(row, query.metric, has ? point.value->low : std::nullopt);
    addNumber(row, query.metric, has ? point.value->high : std::nullopt);
    return row.text(pointNote(history, index)).line();
}

} // namespace

std::string historyCsv(const History& history)
{
    CsvRow headings;
    for (const auto* heading : {"time", "file", "id", "name", "workload", "case", "variant",
             "git_commit", "torch", "device_name", "driver"})
        headings.text(heading);
    headings.text(historyMetricWords(history.query.metric).csvHeading)
        .text("low")
        .text("high")
        .text("note");
    auto text = headings.line();
    for (std::size_t i = 0; i < history.points.size(); ++i)
        text += rowOf(history, i);
    return text;
}

} // namespace profiler
