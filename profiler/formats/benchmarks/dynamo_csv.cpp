// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/benchmarks/benchmark_formats.h"
#include "profiler/formats/json/json_fields.h"
#include "profiler/model/quantity.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace profiler {

namespace {

using Cells = std::vector<std::string>;

/// A column and how many of our unit one of its is.
struct Figure {
    HistoryMetric metric;
    std::string_view column;
    double scale;
};

constexpr std::array<Figure, 4> figures {{{HistoryMetric::Median, "abs_latency", 1e6}, // ms
    {HistoryMetric::SpeedUp, "speedup", 1},
    {HistoryMetric::Compile, "compilation_latency", 1e9}, // s
    {HistoryMetric::Memory, "dynamo_peak_mem", 1e9}}}; // GB of 10^9 bytes

/// A line of RFC 4180 without line ends in its cells, as these files have none.
Cells csvCells(std::string_view line)
{
    Cells cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
            cells.back() += line[++i];
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            cells.emplace_back();
        else if (c != '\r')
            cells.back() += c;
    }
    return cells;
}

std::string_view nextLine(std::string_view& text)
{
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

/// A row by the names of its columns.
class Row {
public:
    Row(const Cells& columns, Cells cells)
        : m_columns(columns)
        , m_cells(std::move(cells))
    {
    }

    [[nodiscard]] std::string text(std::string_view column) const
    {
        const auto found = std::ranges::find(m_columns, column);
        const auto index = static_cast<std::size_t>(found - m_columns.begin());
        return index < m_cells.size() ? json_text::readable(m_cells[index]) : std::string();
    }

private:
    const Cells& m_columns;
    Cells m_cells;
};

std::optional<HistoryPoint> pointOf(const Row& row, const Figure& figure, const BenchmarkText& file)
{
    const auto name = row.text("name");
    const auto number = decimalNumber(row.text(figure.column));
    if (name.empty() || !number || *number <= 0)
        return std::nullopt; // of a model that failed all numbers are 0
    const auto batch = row.text("batch_size");
    return HistoryPoint {.file = file.path.string(),
        .started = file.written,
        .tool = "PyTorch benchmarks/dynamo",
        .workload = name,
        .task = "benchmark",
        .caseName = batch.empty() ? "default" : "batch " + batch,
        .variant = json_text::readable(file.path.stem().string()),
        .unit = "calls",
        .environment = {{"device", row.text("dev")}},
        .value = HistoryValue {.value = *number * figure.scale}};
}

bool isDynamoCsv(std::string_view begin)
{
    return begin.starts_with("dev,name,batch_size,");
}

Result<std::vector<HistoryPoint>> readDynamoPoints(const BenchmarkText& file, HistoryMetric metric)
{
    std::vector<HistoryPoint> points;
    const auto* const figure = std::ranges::find(figures, metric, &Figure::metric);
    if (figure == figures.end())
        return points;
    std::string_view rest = file.text;
    const auto columns = csvCells(nextLine(rest));
    while (!rest.empty() && points.size() < mostBenchmarks) {
        const Row row(columns, csvCells(nextLine(rest)));
        if (auto point = pointOf(row, *figure, file))
            points.push_back(std::move(*point));
    }
    return points;
}

} // namespace

const BenchmarkFormat dynamoCsv {.recognises = isDynamoCsv, .read = readDynamoPoints};

} // namespace profiler
