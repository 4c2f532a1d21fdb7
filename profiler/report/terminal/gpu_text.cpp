// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/terminal/gpu_text.h"

#include "profiler/model/number_text.h"
#include "profiler/report/sentences/device_text.h"
#include "profiler/report/text/counter_text.h"
#include "profiler/report/text/text_table.h"

#include <map>
#include <set>

namespace profiler {
namespace {

std::string percentCell(const Json& value)
{
    constexpr double hundred = 100;
    return value.is_number() ? formatNumber(value.get<double>() * hundred, 3) + " %" : missingMark;
}

std::string number(const Json& value)
{
    return value.is_number() ? formatNumber(value.get<double>(), 4) : missingMark;
}

std::string launchesCell(const Json& row)
{
    return launchesText({.launches = row["launches_per_call"].get<std::int64_t>(),
        .graphLaunches = row["graph_launches_per_call"].get<std::int64_t>()});
}

std::string delay(const Json& row, const char* key)
{
    return row["launch_delay"].is_object() ? formatDuration(row["launch_delay"][key].get<double>())
                                           : missingMark;
}

std::string name(const Json& row, const char* key)
{
    return row[key].is_string() ? printable(row[key].get_ref<const std::string&>()) : missingMark;
}

std::string useTable(const Json& rows)
{
    TextTable table({{"variant"}, {"case"}, {"busy", Align::Right}, {"host-bound", Align::Right},
        {"kernels", Align::Right}, {"launches", Align::Right}, {"launch delay", Align::Right},
        {"p95", Align::Right}, {"J a call", Align::Right}});
    for (const auto& row : rows) {
        if (row["busy_ratio"].is_null())
            continue;
        const auto& joules = row["energy_joules_per_call"];
        table.addRow({name(row, "variant"), name(row, "case"),
            percentCell(row["busy_ratio"]["estimate"]), percentCell(row["host_bound_ratio"]),
            formatCount(row["kernels_per_call"].get<std::int64_t>()), launchesCell(row),
            delay(row, "p50_ns"), delay(row, "p95_ns"),
            joules.is_null() ? missingMark : number(joules["estimate"])});
    }
    return table.empty() ? std::string() : table.text();
}

/// Each reason once, with the variants that it holds for where it does not hold for all.
std::string idleReasonsText(const Json& rows)
{
    std::map<std::string, std::set<std::string>> reasons;
    std::set<std::string> all;
    for (const auto& row : rows) {
        all.insert(name(row, "variant"));
        if (row["busy_ratio"].is_null())
            reasons[row["busy_ratio_reason"].get<std::string>()].insert(name(row, "variant"));
    }
    std::string text;
    for (const auto& [reason, variants] : reasons) {
        std::string who;
        if (variants != all)
            for (const auto& variant : variants)
                who += (who.empty() ? "" : ", ") + variant;
        text += "No figures of a GPU" + (who.empty() ? "" : " for " + who) + ": "
            + printable(reason) + ".\n";
    }
    return text;
}

std::vector<CounterNames> countersIn(const Json& rows)
{
    std::vector<CounterNames> shown;
    for (const auto& counter : knownCounters())
        for (const auto& row : rows)
            if (row["counters"].contains(counter.series)) {
                shown.push_back(counter);
                break;
            }
    return shown;
}

/// Medians while calls were timed, one column for each counter that was read.
std::string countersTable(const Json& rows)
{
    const auto shown = countersIn(rows);
    if (shown.empty())
        return {};
    std::vector<TextColumn> columns {{"variant"}, {"case"}};
    for (const auto& counter : shown)
        columns.push_back({.heading = counter.title, .align = Align::Right});
    TextTable table(std::move(columns));
    for (const auto& row : rows) {
        std::vector<std::string> cells {name(row, "variant"), name(row, "case")};
        for (const auto& counter : shown) {
            const auto& counters = row["counters"];
            cells.push_back(counters.contains(counter.series)
                    ? counterText(counter.series, counters[counter.series].get<double>())
                    : missingMark);
        }
        table.addRow(std::move(cells));
    }
    return "While calls were timed (medians):\n" + table.text();
}

std::string missingMonitorsText(const Json& monitors)
{
    std::map<std::string, std::string> missing;
    for (const auto& monitor : monitors)
        for (const auto& [series, reason] : monitor["missing"].items())
            missing.emplace(series, reason.get<std::string>());
    std::string text;
    for (const auto& [series, reason] : missing)
        text += "Not read: " + counterNameText(printable(series)).title + ": " + printable(reason)
            + ".\n";
    return text;
}

} // namespace

std::string gpuText(const Json& document)
{
    const auto& rows = document["gpu"];
    std::string text;
    for (const auto& part : {useTable(rows), idleReasonsText(rows), countersTable(rows),
             missingMonitorsText(document["monitors"])})
        if (!part.empty())
            text += (text.empty() ? "" : "\n") + part;
    return text.empty() ? "Nothing was recorded.\n" : text;
}

} // namespace profiler
