// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/terminal/module_tables.h"

#include "profiler/model/number_text.h"
#include "profiler/report/numerics/module_text.h"
#include "profiler/report/text/shown_texts.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace profiler {
namespace {

constexpr std::size_t shownRows = 60; ///< of a trail; JSON and the window have all
constexpr std::size_t shownBefore = 20; ///< the first beyond the tolerance

std::string cell(const Json& value)
{
    if (value.is_null())
        return "–";
    if (value.is_number_float())
        return formatNumber(value.get<double>(), 2);
    return value.is_string() ? printable(value.get<std::string>())
                             : formatCount(value.get<std::int64_t>());
}

std::string nameCell(const Json& row)
{
    ModuleError error {.module = row["module"], .call = row["call"]};
    error.figures.path = row["path"];
    return printable(moduleName(error));
}

std::string placeCell(const Json& row)
{
    if (!row["file"].is_string())
        return "–";
    ModuleError error {.file = row["file"]};
    if (row["line"].is_number())
        error.line = row["line"].get<int>();
    return printable(modulePlace(error));
}

void addRow(TextTable& table, const Json& trail, const Json& row)
{
    std::vector<std::string> cells {
        cell(trail["variant"]), cell(trail["case"]), nameCell(row), cell(row["class"])};
    if (row["status"].is_null()) {
        cells.resize(9, "–");
        cells.push_back(placeCell(row));
        cells.push_back(cell(row["status_reason"]));
    } else {
        for (const auto* key :
            {"error_baseline", "error_result", "max_error_baseline", "max_error_result", "max_ulp"})
            cells.push_back(cell(row[key]));
        cells.push_back(placeCell(row));
        cells.push_back(
            row["above_tolerance"].get<bool>() ? "above the tolerance" : cell(row["status"]));
    }
    table.addRow(std::move(cells));
}

/// Of many rows those about the first that is above.
std::pair<std::size_t, std::size_t> shownPart(const Json& rows)
{
    if (rows.size() <= shownRows)
        return {0, rows.size()};
    const auto above = std::ranges::find_if(
        rows, [](const Json& row) { return row.value("above_tolerance", false); });
    const auto at = above == rows.end() ? 0 : static_cast<std::size_t>(above - rows.begin());
    const auto from = std::min(at - std::min(at, shownBefore), rows.size() - shownRows);
    return {from, from + shownRows};
}

std::string trailsText(const Json& trails)
{
    TextTable table({{"variant"}, {"case"}, {"module"}, {"class"}, {"baseline", Align::Right},
        {"variant's error", Align::Right}, {"baseline, max", Align::Right},
        {"variant, max", Align::Right}, {"max ULP", Align::Right}, {"place"}, {"result"}});
    std::size_t left = 0;
    std::size_t shown = 0;
    for (const auto& trail : trails) {
        const auto [from, to] = shownPart(trail["rows"]);
        for (auto i = from; i < to; ++i)
            addRow(table, trail, trail["rows"][i]);
        shown += to - from;
        left += trail["rows"].size() - (to - from);
    }
    if (shown == 0)
        return {};
    auto text = "\nModules in the order in which they returned, errors to fp64 of the values' "
                "size\n\n"
        + table.text();
    if (left > 0)
        text += formatCount(static_cast<std::int64_t>(left)) + " more with --json\n";
    return text;
}

/// A column for each series, a line for each bucket.
std::string distancesText(const Json& distances)
{
    std::vector<TextColumn> columns {{"ULP", Align::Right}};
    std::size_t buckets = 0;
    for (const auto& series : distances) {
        columns.push_back({printable(series["text"].get<std::string>()), Align::Right});
        buckets = std::max(buckets, series["buckets"].size());
    }
    TextTable table(std::move(columns));
    for (std::size_t i = 0; i < buckets; ++i) {
        std::vector<std::string> cells {bucketText(static_cast<int>(i))};
        for (const auto& series : distances)
            cells.push_back(i < series["buckets"].size() ? cell(series["buckets"][i]["values"])
                                                         : std::string("0"));
        table.addRow(std::move(cells));
    }
    return "\nValues by distance in units of the last place\n\n" + table.text();
}

/// A table for each variant and case: they share no buckets.
std::string allDistances(const Json& distances)
{
    std::vector<std::pair<std::string, Json>> groups;
    for (const auto& series : distances) {
        const auto key = cell(series["variant"]) + "\n" + cell(series["case"]);
        if (groups.empty() || groups.back().first != key)
            groups.emplace_back(key, Json::array());
        groups.back().second.push_back(series);
    }
    std::string text;
    for (const auto& [key, group] : groups)
        text += distancesText(group);
    return text;
}

} // namespace

std::string moduleTables(const Json& document)
{
    auto text = trailsText(document["modules"]) + allDistances(document["distances"]);
    if (!document["sentences"].empty())
        text += "\n";
    for (const auto& sentence : document["sentences"])
        text += printable(sentence.get<std::string>()) + "\n";
    return text;
}

} // namespace profiler
