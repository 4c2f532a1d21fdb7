// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_cost.h"
#include "profiler/evidence/lanes/lanes.h"
#include "profiler/judge/summarize_imports.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/number_text.h"
#include "profiler/model/text/parted.h"
#include "profiler/model/variant.h"
#include "profiler/report/json/show_document.h"
#include "profiler/report/sentences/device_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/terminal/compile_phases_text.h"
#include "profiler/report/terminal/gpu_text.h"
#include "profiler/report/terminal/module_tables.h"
#include "profiler/report/terminal/rank_tables.h"
#include "profiler/report/terminal/slow_calls_text.h"
#include "profiler/report/terminal/training_tables.h"
#include "profiler/report/terminal/tune_text.h"
#include "profiler/report/text/loss_text.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <set>
#include <span>
#include <utility>

namespace profiler {
namespace {

/// A key of the document's rows as a column for people.
struct ShownKey {
    const char* key;
    const char* heading;
    Align align = Align::Left;
};

constexpr ShownKey compileKeys[] {{"variant", "variant"}, {"case", "case"}, {"compile_id", "id"},
    {"duration_ns", "time", Align::Right}, {"cache", "cache"}, {"nodes", "nodes", Align::Right},
    {"operators", "operators", Align::Right}, {"guards", "guards", Align::Right},
    {"function", "function"}, {"place", "place"}};
constexpr ShownKey breakKeys[] {{"variant", "variant"}, {"case", "case"}, {"id", "id"},
    {"records", "records", Align::Right}, {"per_call", "per call", Align::Right},
    {"cost_ns", "costs a call", Align::Right}, {"place", "place"}, {"reason", "reason"}};
constexpr ShownKey recompileKeys[] {{"variant", "variant"}, {"case", "case"}, {"compile_id", "id"},
    {"duration_ns", "time", Align::Right}, {"place", "place"}, {"guard", "guard that failed"}};
constexpr ShownKey numericsKeys[] {{"variant", "variant"}, {"case", "case"},
    {"input_set", "inputs", Align::Right}, {"role", "role"}, {"path", "tensor"}, {"dtype", "type"},
    {"status", "result"}, {"max_abs", "max abs", Align::Right},
    {"max_rel", "max rel", Align::Right}, {"cosine", "cosine", Align::Right},
    {"nan_baseline", "NaN, baseline", Align::Right}, {"nan_result", "NaN", Align::Right},
    {"mismatches", "mismatches", Align::Right}, {"elements", "elements", Align::Right}};
constexpr ShownKey memoryKeys[] {{"variant", "variant"}, {"case", "case"}, {"kind", "process"},
    {"phase", "phase"}, {"host_peak_bytes", "host", Align::Right},
    {"children_peak_bytes", "children", Align::Right},
    {"device_peak_bytes", "device", Align::Right}};
constexpr ShownKey peakKeys[] {{"variant", "variant"}, {"case", "case"}, {"holds", "holds"},
    {"bytes", "at the peak", Align::Right}, {"share_ratio", "share", Align::Right},
    {"made", "made"}};
constexpr ShownKey programKeys[] {{"variant", "variant"}, {"case", "case"},
    {"called_from", "called from"}, {"package_bytes", "package", Align::Right},
    {"make_ns", "made in", Align::Right}, {"load_ns", "opened in", Align::Right},
    {"first_call_ns", "first call", Align::Right}, {"call_ns", "median call", Align::Right},
    {"python_ns", "Python adds", Align::Right}};
constexpr ShownKey findingKeys[] {{"severity", "severity"}, {"variant", "variant"},
    {"case", "case"}, {"recoverable_ns", "of a call", Align::Right},
    {"once_ns", "once", Align::Right}, {"sentence", "finding"}, {"evidence", "where"}};
constexpr ShownKey callKeys[] {{"variant", "variant"}, {"case", "case"}, {"kind", "process"},
    {"repetition", "no.", Align::Right}, {"clock", "clock"}, {"calls", "calls", Align::Right}};

constexpr ShownKey traceKeys[] {{"variant", "variant"}, {"case", "case"},
    {"calls", "calls", Align::Right}, {"call_ns", "traced call", Align::Right},
    {"overhead_ratio", "× untraced", Align::Right}, {"operator_ns", "in operators", Align::Right},
    {"busy", "device busy", Align::Right}, {"kernels_of_call", "kernels a call", Align::Right},
    {"launches_of_call", "launches a call", Align::Right},
    {"kernel_count", "kernels in all", Align::Right}, {"complete", "complete"}};
constexpr ShownKey kernelKeys[] {{"variant", "variant"}, {"case", "case"}, {"name", "kernel"},
    {"class", "class"}, {"count", "count", Align::Right}, {"total_ns", "total", Align::Right},
    {"mean_ns", "mean", Align::Right}, {"launch_delay_ns", "launch delay", Align::Right},
    {"occupancy", "est. occupancy", Align::Right}};
constexpr ShownKey lineKeys[] {{"variant", "variant"}, {"case", "case"}, {"place", "line"},
    {"function", "function"}, {"samples", "samples", Align::Right},
    {"share_ratio", "share", Align::Right}, {"per_call_ns", "of a call", Align::Right}};
constexpr ShownKey operatorKeys[] {{"variant", "variant"}, {"case", "case"}, {"name", "operator"},
    {"kind", "kind"}, {"count", "count", Align::Right}, {"total_ns", "total", Align::Right},
    {"self_ns", "self", Align::Right}};

constexpr ShownKey ledgerKeys[] {{"variant", "variant"}, {"case", "case"}, {"work", "work"},
    {"where", "where"}, {"eager_ns", "eager", Align::Right},
    {"compiled_ns", "compiled", Align::Right}, {"change_ns", "change", Align::Right},
    {"kind", "kind"}};

std::span<const ShownKey> keysOf(ShowPart part)
{
    const std::array<std::pair<ShowPart, std::span<const ShownKey>>, 14> keys {
        {{ShowPart::Compiles, compileKeys}, {ShowPart::Breaks, breakKeys},
            {ShowPart::Recompiles, recompileKeys}, {ShowPart::Numerics, numericsKeys},
            {ShowPart::Memory, memoryKeys}, {ShowPart::Peak, peakKeys},
            {ShowPart::Programs, programKeys}, {ShowPart::Findings, findingKeys},
            {ShowPart::Calls, callKeys}, {ShowPart::Trace, traceKeys},
            {ShowPart::Kernels, kernelKeys}, {ShowPart::Operators, operatorKeys},
            {ShowPart::Lines, lineKeys}, {ShowPart::Ledger, ledgerKeys}}};
    for (const auto& [each, shown] : keys)
        if (each == part)
            return shown;
    return {};
}

std::string numberText(const std::string& key, const Json& value)
{
    if (key.ends_with("_ns"))
        return formatDuration(value.get<double>());
    if (key.ends_with("bytes"))
        return formatBytes(value.get<std::int64_t>());
    return value.is_number_float() ? formatNumber(value.get<double>())
                                   : formatCount(value.get<std::int64_t>());
}

std::string placeText(const Json& row)
{
    if (!row["file"].is_string())
        return missingMark;
    const auto file = printable(row["file"].get_ref<const std::string&>());
    auto text = row["line"].is_null() ? file : file + ":" + row["line"].dump();
    if (row.contains("caller_file") && row["caller_file"].is_string())
        text += ", called at " + printable(row["caller_file"].get_ref<const std::string&>()) + ":"
            + row["caller_line"].dump();
    return text;
}

std::string cellText(const std::string& key, const Json& row)
{
    if (key == "place")
        return placeText(row);
    const auto& value = row.at(key);
    if (value.is_null())
        return key == "variant" || key == "case" ? "all" : missingMark;
    if (value.is_object() && value.contains("estimate"))
        return numberText(key, value["estimate"]);
    if (value.is_array())
        return formatCount(static_cast<std::int64_t>(value.size()));
    if (value.is_number())
        return numberText(key, value);
    if (!value.is_string())
        return value.dump();
    auto text = printable(value.get_ref<const std::string&>());
    return row.value("again", false) && key == "variant" ? text + " again" : text;
}

std::string tableText(const Json& rows, std::span<const ShownKey> keys)
{
    std::vector<TextColumn> columns;
    for (const auto& key : keys)
        columns.push_back({.heading = key.heading, .align = key.align});
    TextTable table(std::move(columns));
    for (const auto& row : rows) {
        std::vector<std::string> cells;
        for (const auto& key : keys)
            cells.push_back(cellText(key.key, row));
        table.addRow(std::move(cells));
    }
    return table.text();
}

/// Fields that are the same in every process once, the others by variant.
std::string environmentText(const Json& rows)
{
    std::map<std::string, std::map<std::string, std::set<std::string>>> values;
    for (const auto& row : rows)
        for (const auto& [field, value] : row["fields"].items())
            values[field][value.get<std::string>()].insert(cellText("variant", row));
    TextTable table({{"field"}, {"value"}, {"variants"}});
    for (const auto& [field, byValue] : values)
        for (const auto& [value, variants] : byValue) {
            std::string who;
            if (byValue.size() > 1)
                for (const auto& variant : variants)
                    who += (who.empty() ? "" : ", ") + variant;
            table.addRow({printable(field), printable(value), who});
        }
    return table.text();
}

/// What fixing the most expensive breaks gains, a line for each variant and case.
std::string topBreaksText(const Json& rows)
{
    std::string text;
    for (const auto& row : rows) {
        const auto& gain = row["speedup"];
        const auto at = [&](const char* key) { return gain[key].get<double>(); };
        text += cellText("variant", row) + ", " + cellText("case", row) + ": fixing the "
            + (row["breaks"] == 1 ? std::string("most expensive break")
                                  : row["breaks"].dump() + " most expensive breaks")
            + " gives about " + formatRatio(at("estimate")) + " faster ("
            + formatRatioInterval(
                {.estimate = at("estimate"), .low = at("low"), .high = at("high")})
            + ")\n";
    }
    return text;
}

/// A row for each entry of each trace, the longest of each trace first.
Json flattened(const Json& traces, const char* entries)
{
    constexpr std::size_t most = 50; // of one trace, on a terminal
    Json rows = Json::array();
    for (const auto& trace : traces)
        for (std::size_t i = 0; i < std::min(most, trace[entries].size()); ++i) {
            Json row {{"variant", trace["variant"]}, {"case", trace["case"]}};
            row.update(trace[entries][i]);
            if (row.contains("occupancy_ratio")) {
                const auto& ratio = row["occupancy_ratio"];
                row["occupancy"] = ratio.is_null()
                    ? Json()
                    : Json(formatNumber(ratio.get<double>() * 100, 2) + " %");
            }
            rows.push_back(std::move(row));
        }
    return rows;
}

Json tracesInShort(const Json& traces)
{
    Json rows = Json::array();
    for (const auto& trace : traces) {
        Json row = trace;
        const auto& kernels = trace["kernels"];
        row["kernel_count"] = kernels.is_null() ? Json() : kernels["count"];
        row["overhead_ratio"] = trace["overhead"]["ratio"];
        const bool device = trace["busy_ratio"].is_number();
        row["busy"] = device ? Json(busyText(trace["busy_ratio"].get<double>())) : Json();
        row["kernels_of_call"]
            = device ? Json(formatCount(trace["kernels_per_call"].get<std::int64_t>())) : Json();
        row["launches_of_call"] = device
            ? Json(launchesText({.launches = trace["launches_per_call"].get<std::int64_t>(),
                .graphLaunches = trace["graph_launches_per_call"].get<std::int64_t>()}))
            : Json();
        row["complete"] = trace["completeness"]["complete"].get<bool>() ? "yes" : "no";
        rows.push_back(std::move(row));
    }
    return rows;
}

bool showsTraces(ShowPart part)
{
    return part == ShowPart::Trace || part == ShowPart::Kernels || part == ShowPart::Operators
        || part == ShowPart::Gpu || part == ShowPart::Communication;
}

/// Below kernels that are none of a device.
std::string hostKernelsText(const Json& traces)
{
    const bool onHost = std::ranges::any_of(
        traces, [](const Json& trace) { return trace.at("measured_on") == "cpu"; });
    return onHost ? "\nMeasured on the CPU: compiled kernels and operators that compute, time of "
                    "their own. `show FILE operators` has every operator, `show FILE lines` the "
                    "Python lines the host was in.\n"
                  : "";
}

/// Below what was read from traces that lack something.
std::string lossText(const ComparisonData& data)
{
    std::vector<int> variants(data.plan.variants.size());
    std::iota(variants.begin(), variants.end(), 0);
    std::string text;
    for (int index = 0; index < caseCount(data); ++index)
        if (const auto words = incompleteTraces(data, index, variants); !words.empty())
            text += "\n" + printable(words) + "\n";
    return text;
}

/// Below the ledger: how much of the compiled time it explains, and why times are missing.
std::string matchedText(const Json& document)
{
    std::string text;
    for (const auto& side : document.at("sides")) {
        const auto who = printable(side.at("variant").get<std::string>());
        const auto& matched = side.at("matched_ratio");
        if (matched.is_null()) {
            text += who + ": " + printable(side.at("matched_ratio_reason").get<std::string>())
                + ".\n";
            continue;
        }
        text += fmt::format(
            "{}: {} of the compiled time is matched with the operators it stands for.\n", who,
            percentText(matched.get<double>()));
        for (const auto* key : {"eager_ns_reason", "compiled_ns_reason"})
            if (side.contains(key)) {
                text += "Untraced times are not known: "
                    + printable(side.at(key).get<std::string>()) + ".\n";
                break;
            }
    }
    return text;
}

std::string nothing(ShowPart part)
{
    const auto text = textOf(part,
        {{ShowPart::Breaks, "No graph breaks.\n"}, {ShowPart::Recompiles, "No recompiles.\n"},
            {ShowPart::Compiles, "Nothing was compiled.\n"},
            {ShowPart::Numerics, "No numeric check was recorded.\n"},
            {ShowPart::Peak, "Nothing told what is in use over a call: a trace does.\n"},
            {ShowPart::Programs,
                "No variant is a program: `--variant aoti` and others make one.\n"},
            {ShowPart::Findings, "Nothing to report.\n"},
            {ShowPart::Trace, "No calls were traced.\n"},
            {ShowPart::Kernels, "No kernels were traced.\n"},
            {ShowPart::Lines, "Nobody looked where the host was.\n"},
            {ShowPart::Operators, "No operators were traced.\n"},
            {ShowPart::Ledger, "No compiled call was traced.\n"},
            {ShowPart::Tune, "Nothing was searched: `fusescope tune` does.\n"},
            {ShowPart::Training, "Nothing was trained: `--task training` does.\n"}});
    return text.empty() ? "Nothing was recorded.\n" : text;
}

bool hasLines(const Json& text)
{
    return text.is_string() && text.get_ref<const std::string&>().find('\n') != std::string::npos;
}

/// Code of several lines stands below the table.
std::string remedyLine(const Json& row)
{
    for (const auto* key : {"remedy", "advice"})
        if (row[key].is_string() && !hasLines(row["remedy"]))
            return printable(row[key].get<std::string>());
    return {};
}

/// What to write instead of lines that a finding names, each piece of code once.
std::string remedyCodes(const Json& rows)
{
    std::string text;
    std::set<std::string> said;
    for (const auto& row : rows) {
        if (!hasLines(row["remedy"]) || !said.insert(row["remedy"].get<std::string>()).second)
            continue;
        const auto place = row.find("place");
        text += place != row.end() && place->is_string()
            ? "\nAt " + printable(place->get<std::string>()) + ", write for example:\n\n"
            : "\nFor " + row["rule"].get<std::string>() + ", write for example:\n\n";
        for (const auto line : parted(row["remedy"].get_ref<const std::string&>(), '\n'))
            text += "    " + printable(std::string(line)) + "\n";
    }
    return text;
}

/// The table, and below it what to do about each that can be mended.
std::string findingsText(const Json& rows, const Json& topBreaks)
{
    auto text = tableText(rows, findingKeys);
    TextTable table({{.heading = "rule"}, {.heading = "what to do"}});
    std::set<std::pair<std::string, std::string>> said;
    for (const auto& row : rows) {
        const auto remedy = remedyLine(row);
        auto rule = row["rule"].get<std::string>();
        if (!remedy.empty() && said.emplace(rule, remedy).second)
            table.addRow({std::move(rule), remedy});
    }
    if (!said.empty())
        text += "\n" + table.text();
    text += remedyCodes(rows);
    return topBreaks.empty() ? text : text + "\n" + topBreaksText(topBreaks);
}

/// That there is nothing of it is nothing that a file could tell.
std::string nothingImported(ShowPart part, const ComparisonData& data)
{
    bool log = false;
    for (std::size_t i = 0; i < data.plan.variants.size(); ++i)
        log = log || hasCompileLog(data, static_cast<int>(i));
    if (part == ShowPart::Numerics)
        return "Not in this file: only a recording compares results.\n";
    const auto what = textOf(part,
        {{ShowPart::Breaks, "graph breaks"}, {ShowPart::Recompiles, "recompiles"},
            {ShowPart::Compiles, "compiles"}});
    return log || what.empty()
        ? nothing(part)
        : capitalized(what) + ": " + reasonText({ReasonKind::NotInTrace, {what}}) + ".\n";
}

Json rowsOf(ShowPart part, const Json& traces)
{
    switch (part) {
    case ShowPart::Kernels:
        return flattened(traces, "kernels");
    case ShowPart::Operators:
        return flattened(traces, "operators");
    case ShowPart::Lines:
        return flattened(traces, "lines");
    case ShowPart::Trace:
        return tracesInShort(traces);
    default:
        return traces;
    }
}

/// Of a part whose rows are there.
std::string rowsText(ShowPart part, const Json& document, const Json& rows)
{
    switch (part) {
    case ShowPart::Training:
        return trainingTables(document);
    case ShowPart::Tune:
        return tuneText(document);
    case ShowPart::Environment:
        return environmentText(rows);
    case ShowPart::Findings:
        return findingsText(rows, document["top_breaks"]);
    case ShowPart::Compiles:
        return tableText(rows, keysOf(part)) + compilePhasesText(document);
    case ShowPart::Numerics:
        return tableText(rows, keysOf(part)) + moduleTables(document);
    case ShowPart::Kernels:
        return tableText(rows, keysOf(part)) + hostKernelsText(document[rowsKey(part)]);
    default:
        return tableText(rows, keysOf(part));
    }
}

} // namespace

std::string showText(ShowPart part, const ComparisonData& data, const ShownBulk& bulk)
{
    const auto document = showDocument(part, data, bulk);
    const auto losses = showsTraces(part) ? lossText(data) : std::string();
    if (part == ShowPart::Gpu)
        return gpuText(document) + losses;
    if (part == ShowPart::Communication)
        return communicationText(document) + losses;
    if (part == ShowPart::Slow)
        return slowCallsText(document);
    const auto rows = rowsOf(part, document[rowsKey(part)]);
    if (part == ShowPart::Ledger && !document["sides"].empty())
        return (rows.empty() ? "" : tableText(rows, ledgerKeys) + "\n") + matchedText(document)
            + losses;
    if (rows.empty())
        return data.plan.workload.spec == importedSpec ? nothingImported(part, data)
                                                       : nothing(part);
    return rowsText(part, document, rows) + losses;
}

} // namespace profiler
