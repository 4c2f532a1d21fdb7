// SPDX-License-Identifier: GPL-3.0-or-later
// Where every quantity is shown. A new one is a row; a new place of one is a line.
// FUSESCOPE_CROSS_PAGE_TEXTS=FOLDER ui_cross_page_test keeps all that was read, by place, to find
// places in.
#include "tests/ui/cross_page/quantity.h"

#include <array>

namespace cross_page {

namespace {

// ---- where

constexpr auto json = "compare --json";
constexpr auto csv = "export --as csv";
constexpr auto suite = "suite show --json";
constexpr auto report = "report\\.md|report\\.html";
constexpr auto any = ".*";
constexpr auto text = "text";
constexpr auto aCase = ".+"; ///< a row of "Results of each case": that of the mean names no model

// ---- parts that several quantities are read from

constexpr auto variantTable = "Variants";
constexpr auto resultsTable = "Results of each case";
constexpr auto matrix = "Cases × variants";
constexpr auto latencyTable = "Statistics of each variant|Statistics";
constexpr auto costTable = "Compile cost|What a first start pays";
constexpr auto paybackTable = "Paid back after";
constexpr auto busyTable = "Busy and idle of one call";
constexpr auto launchTable = "Kernels and launches of one call";

// ---- figures inside sentences

constexpr auto ratioOfSentence = "use (?<variant>\\S+): (?<figure>[\\d.]+×) faster";
constexpr auto ratioOfLine
    = "^(?<variant>\\S+) .*?(?<figure>[\\d.]+×(?: slower)?) \\((?:[\\d.]+[–×]|too wide)";

/// Of several cases the first group's advice: "use default in b32".
constexpr auto adviceOfAll
    = "^On [^:]+: (?<figure>(?:use|keep) \\S+ (?:in|for) [\\w, ]+?)(?: \\(|[;:.])";

/// Longest first: "undecided" begins others.
constexpr auto caseVerdictText
    = "^(baseline|faster|slower|failed|no.difference|undecided,?.leaning.faster|"
      "undecided,?.leaning.slower|undecided|not.enough.data|results.differ|not.comparable|"
      "ran.eager|not.judged)(?=,? recommended|;|$)";
constexpr auto verdictOfLine
    = "^(?<variant>\\S+) .* (?<figure>(?:baseline|faster|slower|failed|no difference|"
      "undecided, leaning faster|undecided, leaning slower|(?<!\\? )undecided|not enough data|"
      "results differ|not comparable|ran eager))$";

/// Imports have none.
constexpr auto recommendationPattern
    = "^(Before compiling|Recommended|Keep \\S+|Slower|Undecided|Machine too busy|"
      "Results differ|Not comparable|Not enough data)$";

std::vector<Quantity> ofTime()
{
    using enum Dimension;
    using enum Scope;
    return {
        {"latency.median()", Time, Variant,
            {{json, "/cases/variants/latency_ns/p50", "", "", "ns"}, {csv, any, "p50_ns", "", "ns"},
                {"Overview", variantTable, "median, (?<unit>.*)"},
                {"Overview", "One call: .*", "median, (?<unit>.*)"},
                {"Results", matrix, "median, (?<unit>.*)"}, {report, any, "Median, (?<unit>.*)"},
                {"Latency", text, "",
                    "of (?<variant>\\S+) take.*its median of (?<figure>[^;.]+\\.\\S+ \\S+)[;.]"}}},
        {"latency.p99()", Time, Variant,
            {{json, "/cases/variants/latency_ns/p99", "", "", "ns"},
                {csv, any, "p99_ns", "^\\d", "ns"},
                {"Overview", variantTable, "p99, (?<unit>.*)", "^\\d"},
                {"Results", matrix, "p99, (?<unit>.*)", "^\\d"},
                {report, any, "p99, (?<unit>.*)", "^\\d"},
                {"Latency", text, "",
                    "^99 of 100 calls of (?<variant>\\S+) take at most (?<figure>[\\d.]+ \\S+),"}}},
        {"compile.cold", Time, Variant,
            {{json, "/cases/variants/compile_ns/cold", "", "", "ns"},
                {csv, any, "compile_cold_ns", "", "ns"}, {"Overview", "card", "Compile, cold"},
                {"Results", resultsTable, "Compile", "", "", aCase}, {report, any, "Compile"},
                {"Overview|compare|report\\.md|report\\.html", text, "",
                    "use (?<variant>\\S+):.* pays back its (?<figure>[\\d.]+ \\S+) compile"},
                {"Compile time", text, "",
                    "(?<variant>\\S+) costs .*: (?<figure>[\\d.]+ \\S+) compile"}}},
        {"start_up.cold", Time, Variant,
            {{json, "/cases/variants/start_up_ns/cold", "", "", "ns"},
                {csv, any, "start_up_cold_ns", "", "ns"}, {report, any, "Start-up"},
                {"Overview|report\\.md|report\\.html", text, "",
                    "use (?<variant>\\S+):.* and (?<figure>[\\d.]+ \\S+) start-up"},
                {"Compile time", text, "",
                    "(?<variant>\\S+) costs .* compile \\+ (?<figure>[\\d.]+ \\S+) start-up"}}},
        {"compile_total.cold", Time, Variant,
            {{json, "/cases/variants/compile_total_ns/cold", "", "", "ns"},
                {csv, any, "compile_total_cold_ns", "", "ns"},
                {"Compile time", costTable, "total, cold", "^[\\d.]+$", "s"},
                {report, any, "Total"}, {report, any, "Total, empty cache", "^([\\d.]+ \\S+)"},
                {"Overview", "card note", "Compile, cold", "total ([\\d.]+ \\S+) with"},
                {"Compile time", text, "", "(?<variant>\\S+) costs (?<figure>[\\d.]+ \\S+) once"}}},
        {"compile_total.warm", Time, Variant,
            {{json, "/cases/variants/compile_total_ns/warm", "", "", "ns"},
                {csv, any, "compile_total_warm_ns", "", "ns"},
                {"Compile time", costTable, "total, warm", "^[\\d.]+$", "s"},
                {report, any, "Total, warm cache", "^([\\d.]+ \\S+)"},
                {"Compile time", text, "",
                    "(?<variant>\\S+) costs .*\\((?:total with a warm cache )?(?<figure>[\\d.]+ "
                    "\\S+?)(?: with a warm cache)?\\)"}}},
    };
}

std::vector<Quantity> ofVerdicts()
{
    using enum Dimension;
    using enum Scope;
    return {
        {"speed_up", Ratio, Variant,
            {{json, "/cases/variants/speedup/estimate", "", "", "×"},
                {suite, "/rows/variants/speedup/estimate", "", "", "×"},
                {csv, any, "speedup", "^\\d", "×"},
                {"Overview", variantTable, "times faster than .*", "^([\\d.]+×?(?: slower)?)", "×"},
                {"Overview", variantTable, "× \\(95 % interval\\)", "^([\\d.]+×(?: slower)?)"},
                {"Results", matrix, "times faster", "^\\d", "×"},
                {"Results", resultsTable, "Speed-up", "×", "", aCase},
                {report, any, "Speed-up|Times faster", "×"},
                {"Latency", latencyTable, "× median \\(95 %\\)", "^([\\d.]+×(?: slower)?)"},
                {"Overview|report\\.md|report\\.html", text, "", ratioOfSentence},
                {"Kernels", text, "", "^(?<variant>\\S+) is (?<figure>[\\d.]+×(?: slower)?)"},
                {"compare", text, "", ratioOfLine}}},
        {"verdict", Word, Variant,
            {{json, "/cases/variants/verdict", "", caseVerdictText},
                {suite, "/rows/variants/verdict", "", caseVerdictText},
                {csv, any, "verdict", caseVerdictText},
                {"Overview", variantTable, "verdict", caseVerdictText},
                {"Results", matrix, "verdict", caseVerdictText},
                {report, any, "Verdict", caseVerdictText}, {"compare", text, "", verdictOfLine}}},
        {"advice.all", Word, Comparison,
            {{json, "/recommended/sentence", "", adviceOfAll},
                {"compare|Results", text, "", adviceOfAll}}},
        {"recommendation", Word, Case,
            {{"Overview", "badge", ""},
                {"report\\.md", text, "", "^> \\S+ (Recommended|Keep \\S+|Slower|Undecided)\\b"}}},
        {"ceiling", Ratio, OnlyCase,
            {{json, "/cases/ceiling/high", "", "", "×"},
                {"Overview|compare|report\\.md|report\\.html", text, "",
                    "at most (?<figure>[\\d.]+×)"}}},
        {"recommendation.only", Word, OnlyCase,
            {{"Overview", "badge", "", recommendationPattern},
                {"Results", "badge", "", recommendationPattern},
                {"report\\.html", text, "", recommendationPattern}}},
        {"payback.cold", Count, Variant,
            {{json, "/cases/variants/break_even_calls/cold/estimate", ""},
                {csv, any, "break_even_cold_calls", "^\\d"},
                {"Overview|report\\.md|report\\.html", text, "",
                    "use (?<variant>\\S+):.* after (?<figure>[\\d ]+) calls? \\("},
                {"Compile time", text, "",
                    "(?<variant>\\S+) costs .*(?:paid|pays) back after (?<figure>[\\d ]+) call"},
                {report, any, "Pays back, calls", "^([\\d ]+)"},
                {"Results", "Calls in one process below .*", "calls", "^\\d"}}},
        {"break.cost", Time, Variant,
            {{json, "/cases/variants/graph_break_cost_ns/estimate", "", "^\\d", "ns"},
                {"Overview", "card note", "Graph breaks", "([\\d.]+ \\S+) of a call"},
                {"Graph breaks", text, "",
                    "^(?<variant>\\S+) has .* costs? about (?<figure>[\\d.]+ \\S+) a call"}}},
        {"break.count", Count, Variant,
            {{json, "/cases/variants/graph_breaks", ""}, {csv, any, "graph_breaks", "^\\d"},
                {"Overview", "card", "Graph breaks", "^\\d"},
                {"Results", resultsTable, "Notes", "(\\d+) graph break"},
                {report, any, "Notes", "(\\d+) graph break"}}},
        {"recompile.count", Count, Variant,
            {{json, "/cases/variants/recompiles", ""}, {csv, any, "recompiles", "^\\d"},
                {"Overview", "card note", "Graph breaks", "(\\d+) recompile"},
                {report, any, "Notes", "(\\d+) recompile"}}},
    };
}

std::vector<Quantity> ofTheMachine()
{
    using enum Dimension;
    using enum Scope;
    return {
        {"calls.count", Count, Variant,
            {{json, "/cases/variants/latency_ns/n", ""}, {csv, any, "calls", "^\\d"},
                {"Latency", latencyTable, "calls", "^\\d"},
                {"Latency", text, "", "rounds, ([\\d ]+) calls, "},
                {report, any, "Calls", "^\\d"}}},
        {"calls.range", Word, Comparison,
            {{"Overview", "fact", "Calls per variant"},
                {"compare", text, "", "rounds, ([^,]*) calls of each variant"},
                {report, text, "", "Calls per variant: ([^(]*?)(?: \\(|$)"},
                {report, text, "", "rounds?, ([^,]*) timed calls"}}},
        {"contention.share", Share, Comparison,
            {{"Overview", "fact", "CPU contention", "([\\d.]+ %)"},
                {"Latency", text, "", "([\\d.]+ %) of blocks had CPU contention"},
                {"compare", text, "", "([\\d.]+ %) of blocks had CPU contention"},
                {report, text, "", "([\\d.]+ %) of blocks had CPU contention"}}},
        {"noise", Share, Comparison,
            {{"Overview", "fact", "Noise, eager vs eager", "([\\d.]+ %)"},
                {"compare", text, "", "eager against eager ±([\\d.]+ %)"},
                {report, text, "", "Noise, eager vs eager: ±([\\d.]+ %)"},
                {report, text, "", "on this machine: ±([\\d.]+ %)"}}},
        {"memory.peak", Bytes, Variant,
            {{json, "/cases/variants/peak_memory_bytes/device", "", "^\\d", "B"},
                {"Overview", "card", "Peak memory, device", "\\d"},
                {"Memory", text, "",
                    "^(?<variant>\\S+) peaks at (?<figure>[\\d. ]+ [KMGT]iB) of device"},
                {report, "Memory", "Peak, steady calls", "B"}}},
        {"memory.host", Bytes, Variant,
            {{json, "/cases/variants/peak_memory_bytes/host", "", "^\\d", "B"},
                {"Overview", "card", "Peak memory, host", "\\d"},
                {"Memory", text, "",
                    "^(?<variant>\\S+) peaks at (?<figure>[\\d. ]+ [KMGT]iB) of host"}}},
        {"numerics.max_abs", Ratio, Variant,
            {{json, "/cases/variants/numerics/max_abs", "", "^\\d", "×"},
                {report, any, "Max abs", "\\d", "×"}}},
    };
}

std::vector<Quantity> ofTheDevice()
{
    using enum Dimension;
    using enum Scope;
    return {
        {"gpu.busy", Share, Variant,
            {{"show gpu --json", "/gpu/busy_ratio/estimate", "", "^\\d", ""},
                {"Overview", "card", "GPU busy", "^\\d"},
                {"Overview", "One call: .*", "GPU busy, (?<unit>.*)", "^\\d"},
                {"GPU", busyTable, "busy", "^([\\d.]+ %)"},
                {"GPU", text, "", "busy (?<figure>[\\d.]+ %) of a call with (?<variant>[^, ]+)"}}},
        {"kernels.count", Count, Variant,
            {{"show gpu --json", "/gpu/kernels_per_call", "", "^\\d"},
                {"GPU", launchTable, "kernels", "^\\d"}}},
        {"launches.count", Count, Variant,
            {{"show gpu --json", "/gpu/launches_per_call", "", "^\\d"},
                {"GPU", launchTable, "launches", "^\\d"}}},
    };
}

// ---- the split of one call

/// A class of work or a cause of idle time, where it is one of them. Empty: not there.
struct PartOfCall {
    const char* id;
    const char* name; ///< in reports
    const char* column; ///< of the bars' table
    const char* step; ///< of the waterfall
    const char* key; ///< of JSON
    const char* rows; ///< of the table of work: "elementwise only in eager · 3 names"
};

bool has(const char* place)
{
    return *place != '\0';
}

Quantity splitOf(const PartOfCall& part)
{
    constexpr auto number = "^[\\d.]";
    constexpr auto variant = "(?<variant>.+)";
    Quantity quantity {part.id, Dimension::Time, Scope::Variant, {}};
    auto& places = quantity.places;
    if (has(part.column))
        places = {{"Overview", "One call: .*", part.column},
            {report, "One call: .*|table", variant, number, "ms", part.name}};
    if (has(part.step)) {
        places.push_back({"Overview|Kernels", "What changed in one call",
            "(?<variant>.+), (?<unit>\\S+)", "", "", part.step});
    }
    if (has(part.key)) { // of imports
        places.push_back({report, "Where the difference comes from|table", variant,
            "^[\\d.]+ \\S+$", "", part.step});
        places.push_back({json, part.key, "", "", "ns"});
    }
    if (has(part.rows))
        places.push_back({"Kernels", "Work of one call", "(?<variant>.+) (?<unit>s|ms|µs|ns)",
            number, "", part.rows});
    return quantity;
}

std::vector<Quantity> ofTheSplit()
{
    constexpr std::array parts {
        PartOfCall {"split.matmul", "GEMM, attention, conv", "GEMM, attention, conv, (?<unit>.*)",
            "GEMM/attn/conv", "/differences/by_class/matmul/variant_ns|/traces/by_class_ns/matmul",
            "GEMM, attention, conv(?: .*names?)?"},
        PartOfCall {"split.fused", "fused", "fused, (?<unit>.*)", "", "", "fused(?: .*names?)?"},
        PartOfCall {"split.norm", "norm, reduce", "norm, reduce, (?<unit>.*)", "", "",
            "norm, reduce(?: .*names?)?"},
        PartOfCall {"split.elementwise", "elementwise", "elementwise, (?<unit>.*)", "", "",
            "elementwise(?: .*names?)?"},
        PartOfCall {"split.small", "", "", "elementwise/norm",
            "/differences/by_class/elementwise_norm/variant_ns|/traces/by_class_ns/"
            "elementwise_norm",
            ""},
        PartOfCall {"split.embedding", "embedding", "embedding, (?<unit>.*)", "embedding", "",
            "embedding(?: .*names?)?"},
        PartOfCall {"split.copies", "copies", "copies, (?<unit>.*)", "copies",
            "/differences/by_class/copy/variant_ns|/traces/by_class_ns/copy", ""},
        PartOfCall {"split.launch", "launch latency", "launch latency, (?<unit>.*)",
            "launch latency",
            "/differences/by_class/launch_latency/variant_ns|/traces/by_class_ns/launch_latency",
            ""},
        PartOfCall {"split.host_wait", "waiting for the host", "waiting for the host, (?<unit>.*)",
            "waiting for the host", "", ""},
        PartOfCall {"split.sync", "sync", "sync, (?<unit>.*)", "sync",
            "/differences/by_class/sync/variant_ns|/traces/by_class_ns/sync", ""},
        PartOfCall {"split.copy_wait", "waiting for copies", "waiting for copies, (?<unit>.*)",
            "waiting for copies",
            "/differences/by_class/copy_wait/variant_ns|/traces/by_class_ns/copy_wait", ""},
        PartOfCall {"split.host", "CPU/Python overhead", "CPU/Python overhead, (?<unit>.*)",
            "CPU/Python overhead", "", "CPU/Python overhead"}};
    std::vector<Quantity> all;
    for (const auto& part : parts)
        all.push_back(splitOf(part));
    return all;
}

} // namespace

const std::vector<Quantity>& quantities()
{
    static const std::vector<Quantity> table = [] {
        std::vector<Quantity> all;
        for (auto group : {ofTime(), ofVerdicts(), ofTheMachine(), ofTheDevice(), ofTheSplit()})
            all.insert(all.end(), group.begin(), group.end());
        return all;
    }();
    return table;
}

} // namespace cross_page
