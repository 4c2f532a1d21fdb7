// SPDX-License-Identifier: Apache-2.0
#include "app/cli/arguments/comparison_argument.h"
#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "profiler/report/csv/csv_row.h"
#include "profiler/report/text/text_table.h"
#include "storage/file/run_database.h"
#include "storage/file/sql_query.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

using storage::SqlValue;
using Json = nlohmann::ordered_json;

struct SqlOptions {
    std::string file;
    std::string query;
    bool json = false;
    bool csv = false;
};

/// The shortest text that reads back as the number, in the C locale.
std::string numberText(double value)
{
    std::array<char, 32> text {};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string bytesText(const storage::SqlBytes& bytes)
{
    return "(" + std::to_string(bytes.size) + " bytes)";
}

/// Empty where there is no value.
std::string textOf(const SqlValue& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return std::to_string(*number);
    if (const auto* number = std::get_if<double>(&value))
        return numberText(*number);
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    if (const auto* bytes = std::get_if<storage::SqlBytes>(&value))
        return bytesText(*bytes);
    return {};
}

Json jsonOf(const SqlValue& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return *number;
    if (const auto* number = std::get_if<double>(&value))
        return *number;
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    if (const auto* bytes = std::get_if<storage::SqlBytes>(&value))
        return bytesText(*bytes);
    return nullptr;
}

std::string csvLine(const std::vector<std::string>& cells)
{
    profiler::CsvRow row;
    for (const auto& cell : cells)
        row.text(cell);
    return row.line("\n");
}

bool isNumber(const SqlValue& value)
{
    return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

/// As CSV, written while it is read: an answer of any length.
profiler::Result<void> printCsv(const SqlOptions& options)
{
    const auto texts = [](const std::vector<SqlValue>& row) {
        std::vector<std::string> cells(row.size());
        std::ranges::transform(row, cells.begin(), textOf);
        return cells;
    };
    return storage::readSql(options.file, options.query,
        {.begin = [](const auto& columns) { printData(csvLine(columns)); },
            .row = [&](const auto& row) { printData(csvLine(texts(row))); }});
}

profiler::Result<void> printRowsAsJson(const SqlOptions& options)
{
    Json document {{"schema", 1}, {"columns", Json::array()}, {"rows", Json::array()}};
    return storage::readSql(options.file, options.query,
        {.begin = [&](const auto& columns) { document["columns"] = columns; },
            .row =
                [&](const auto& row) {
                    auto cells = Json::array();
                    for (const auto& value : row)
                        cells.push_back(jsonOf(value));
                    document["rows"].push_back(std::move(cells));
                }})
        .map([&] { printDocument(document); });
}

/// Numbers stand to the right.
profiler::Align alignmentOf(const std::vector<std::vector<SqlValue>>& rows, std::size_t column)
{
    for (const auto& row : rows)
        if (!std::holds_alternative<std::monostate>(row[column]))
            return isNumber(row[column]) ? profiler::Align::Right : profiler::Align::Left;
    return profiler::Align::Left;
}

profiler::Result<void> printTable(const SqlOptions& options)
{
    std::vector<std::string> headings;
    std::vector<std::vector<SqlValue>> rows;
    auto read = storage::readSql(options.file, options.query,
        {.begin = [&](const auto& columns) { headings = columns; },
            .row = [&](const auto& row) { rows.push_back(row); }});
    if (!read)
        return read;
    std::vector<profiler::TextColumn> columns;
    columns.reserve(headings.size());
    for (std::size_t i = 0; i < headings.size(); ++i)
        columns.push_back(
            {.heading = profiler::printable(headings[i]), .align = alignmentOf(rows, i)});
    profiler::TextTable table(std::move(columns));
    for (const auto& row : rows) {
        std::vector<std::string> cells;
        cells.reserve(row.size());
        for (const auto& value : row)
            cells.push_back(std::holds_alternative<std::monostate>(value)
                    ? "–"
                    : profiler::printable(textOf(value)));
        table.addRow(std::move(cells));
    }
    print(table.text());
    return {};
}

ExitCode answer(SqlOptions options)
{
    const auto [file, selector] = comparisonFrom(options.file, storage::libraryPath());
    if (!selector.empty())
        return refuse(ExitCode::NotStarted,
            "a query sees the whole file: leave @" + selector
                + " away and write WHERE comparison = …");
    options.file = file.string();
    const auto done = options.json ? printRowsAsJson(options)
        : options.csv              ? printCsv(options)
                                   : printTable(options);
    return done ? ExitCode::Done : refuse(done.error());
}

} // namespace

void addSqlCommand(app::Command& program, Call& call)
{
    auto [command, options]
        = addCommand<SqlOptions>(program, call, "sql", "One SQL query on a run database", answer);
    command.add("file", options.file, "a run database").required().placeholder("FILE");
    command
        .add("query", options.query,
            "one SELECT. Every row of a trace: kernel, operator, api_call, copy, counter; "
            "summaries: kernel_summary, kernel_change, operator_summary, operator_change, "
            "device_summary, call_summary")
        .required()
        .placeholder("QUERY");
    const auto json = addJson(command, options.json);
    command.addFlag("--csv", options.csv, "CSV, written while it is read").excludes(json);
}

} // namespace cli
