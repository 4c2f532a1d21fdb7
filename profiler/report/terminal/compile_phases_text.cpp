// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/terminal/compile_phases_text.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/report/text/compile_phase_text.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <utility>

namespace profiler {

namespace {

std::string textAt(const Json& row, const char* key)
{
    return row[key].is_string() ? printable(row[key].get_ref<const std::string&>()) : missingMark;
}

std::string timeAt(const Json& row, const char* key)
{
    return row[key].is_number() ? formatDuration(row[key].get<double>()) : missingMark;
}

std::string countAt(const Json& row, const char* key)
{
    return row[key].is_number() ? formatCount(row[key].get<std::int64_t>()) : missingMark;
}

std::string processName(const Json& row)
{
    return textAt(row, "variant") + (row["process"] == "kept_cache" ? ", warm" : ", cold");
}

/// A row for each phase that any process had, a column for each process.
std::string phaseTable(const Json& processes)
{
    std::vector<TextColumn> columns {{.heading = "phase"}};
    for (const auto& process : processes)
        columns.push_back({.heading = processName(process), .align = Align::Right});
    TextTable table(columns);
    const auto addRow = [&](const std::string& name, auto valueOf) {
        std::vector<std::string> cells {name};
        bool any = false;
        for (const auto& process : processes) {
            const double ns = valueOf(process);
            any = any || ns > 0;
            cells.push_back(ns > 0 ? formatDuration(ns) : missingMark);
        }
        if (any)
            table.addRow(std::move(cells));
    };
    for (const auto& each : enumKeys<CompilePhase>())
        addRow(compilePhaseName(each.value), [&each](const Json& process) {
            return process["phases"][std::string(each.key)].get<double>();
        });
    addRow("together", [](const Json& process) { return process["wall_ns"].get<double>(); });
    addRow("compile workers, beside it",
        [](const Json& process) { return process["workers"]["total_ns"].get<double>(); });
    return table.text();
}

std::string cacheTable(const Json& rows)
{
    TextTable table({{"cache"}, {"process"}, {"hits", Align::Right}, {"misses", Align::Right},
        {"bypasses", Align::Right}, {"why bypassed"}});
    for (const auto& row : rows) {
        if (!row["hits"].is_number() && !row["misses"].is_number())
            continue;
        const auto cache = fromKey<TorchCache>(row["cache"].get<std::string>());
        table.addRow({cache ? torchCacheName(*cache) : missingMark, processName(row),
            countAt(row, "hits"), countAt(row, "misses"), countAt(row, "bypasses"),
            row["reasons"].empty() ? std::string()
                                   : printable(row["reasons"][0].get<std::string>())});
    }
    return table.empty() ? std::string() : "\n" + table.text();
}

std::string differenceText(const Json& differences)
{
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < differences.size() && i < most; ++i) {
        const auto& row = differences[i];
        text += (text.empty() ? "" : "; ") + textAt(row, "name");
        if (row["before"].is_string() && row["after"].is_string())
            text += ": " + textAt(row, "before") + " → " + textAt(row, "after");
    }
    if (differences.size() > most)
        text += "; " + formatCount(static_cast<std::int64_t>(differences.size() - most)) + " more";
    return text.empty() ? "torch tells no difference" : text;
}

std::string missedTable(const Json& rows)
{
    TextTable table({{"missed"}, {"process"}, {"compile"}, {"beside"}, {"its key differs in"}});
    for (const auto& row : rows) {
        const auto cache = fromKey<TorchCache>(row["cache"].get<std::string>());
        table.addRow({cache ? torchCacheName(*cache) : missingMark, processName(row),
            textAt(row, "compile_id"), textAt(row, "before"),
            elided(differenceText(row["differences"]), 160)});
    }
    return table.empty() ? std::string() : "\n" + table.text();
}

std::string guardTable(const Json& rows)
{
    TextTable table({{"guards of"}, {"variant"}, {"compile"}, {"guards", Align::Right},
        {"first check", Align::Right}});
    for (const auto& row : rows)
        table.addRow({textAt(row, "function"), textAt(row, "variant"), textAt(row, "compile_id"),
            countAt(row, "guards"), timeAt(row, "check_ns")});
    return table.empty() ? std::string() : "\n" + table.text();
}

std::string autotuneTable(const Json& rows)
{
    TextTable table({{"autotuned"}, {"process"}, {"compile"}, {"tried", Align::Right}, {"winner"},
        {"takes", Align::Right}, {"next"}, {"takes", Align::Right}});
    for (const auto& row : rows) {
        const auto& choices = row["choices"];
        const auto name = [&](std::size_t i) {
            return i < choices.size() ? textAt(choices[i], "name") : missingMark;
        };
        const auto time = [&](std::size_t i) {
            return i < choices.size() ? timeAt(choices[i], "ns") : missingMark;
        };
        table.addRow({textAt(row, "work"), processName(row), textAt(row, "compile_id"),
            countAt(row, "tried"), name(0), time(0), name(1), time(1)});
    }
    return table.empty() ? std::string() : "\n" + table.text();
}

} // namespace

std::string compilePhasesText(const Json& document)
{
    const auto guards = guardTable(document["guards"]);
    const auto& processes = document["processes"];
    if (processes.empty())
        return "\n" + noCompileTraceText() + "\n" + guards;
    return "\n" + phaseTable(processes) + cacheTable(document["caches"])
        + missedTable(document["missed_keys"]) + guards + autotuneTable(document["autotune"]);
}

} // namespace profiler
