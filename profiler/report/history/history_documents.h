// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/history/history.h"
#include "profiler/report/charts/report_charts.h"
#include "profiler/report/document/report_model.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// A history as documents.
namespace profiler {

/// A column stands once, for terminal, report and window.
struct HistoryColumn {
    std::string_view heading;
    Align align = Align::Left;
    std::function<std::string(const History&, std::size_t point)> text;
};

/// By the metric's own heading; what no recording has is left out.
[[nodiscard]] std::vector<HistoryColumn> historyColumns(const History& history);

/// For people, the conclusion last.
[[nodiscard]] std::string historyText(const History& history, int columns);
/// `history --json`.
[[nodiscard]] std::string historyJson(const History& history);
/// A row for each recording.
[[nodiscard]] std::string historyCsv(const History& history);
/// Values with their intervals, the levels as lines, changes marked, borders dashed.
[[nodiscard]] Picture historyChart(const History& history, const ChartLook& look = {});
/// For HTML and Markdown: sentence, chart, changes, table, what was left out.
[[nodiscard]] Report historyReport(const History& history);

} // namespace profiler
