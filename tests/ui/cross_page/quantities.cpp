// SPDX-License-Identifier: GPL-3.0-or-later
// Where every quantity is shown. A new one is a row; a new place of one is a line.
// FUSESCOPE_CROSS_PAGE_TEXTS=FOLDER ui_cross_page_test keeps all that was read, by place, to find
// places in.
#include "tests/ui/cross_page/quantity.h"

namespace cross_page {

namespace {

// ---- where

constexpr auto json = "compare --json";
constexpr auto csv = "export --as csv";
constexpr auto suite = "suite show --json";
constexpr auto report = "report\\.md|report\\.html";
constexpr auto any = ".*";
constexpr auto text = "text";
constexpr auto words = "text|sentence"; ///< of a slide or a PDF, sentences are put together again
constexpr auto prints = "slide|report\\.pdf";
constexpr auto pdf = "report\\.pdf";
constexpr auto shapes = "shapes --json";
constexpr auto serving = "serving --json";
constexpr auto history = "history --json";
constexpr auto tune = "show tune --json";
constexpr auto suiteCsv = "suite show --csv";
constexpr auto aCase = ".+"; ///< a row of "Results of each case": that of the mean names no model

// ---- parts that several quantities are read from

constexpr auto variantTable = "Variants";
constexpr auto resultsTable = "Results of each case";
constexpr auto matrix = "Cases × variants";
constexpr auto latencyTable = "Statistics of each variant|Statistics";
constexpr auto costTable = "Compile cost|What a first start pays";
constexpr auto paybackTable = "Paid back after";
constexpr auto shapeTable = "Times of a call by shape and variant";
constexpr auto suiteTable = "Models and what they gain";
constexpr auto servedTable = "Requests a second that each variant serves";
constexpr auto rateTable = "Latencies by variant and rate of requests";
constexpr auto historyTable = "Recordings and their values";
constexpr auto busyTable = "Busy and idle of one call";
constexpr auto launchTable = "Kernels and launches of one call";

constexpr auto ofVariant = "(?<variant>.+)"; ///< a column for each
constexpr auto aModel = "(?![Gg]eometric mean).+"; ///< not their mean

// ---- figures inside sentences

constexpr auto ratio = "^([\\d.]+×(?: slower)?)";

constexpr auto ratioOfSentence = "use (?<variant>\\S+): (?<figure>[\\d.]+×) faster";
constexpr auto ratioOfLine
    = "^(?<variant>\\S+) .*?(?<figure>[\\d.]+×(?: slower)?) \\((?:[\\d.]+[–×]|too wide)";

/// Of several cases the first group's advice: "use default in b32".
constexpr auto adviceOfAll
    = "^On [^:]+: (?<figure>(?:use|keep) \\S+ (?:in|for) [\\w, ]+?)(?: \\(|[;:.])";

/// The same behind a title, which the sentence ends without.
constexpr auto adviceInside
    = "(?:^|Recommended )On [^:]+: (?<figure>(?:use|keep) \\S+ (?:in|for) [\\w, ]+?)(?: \\(|[;:.])";

/// Longest first: "undecided" begins others.
constexpr auto caseVerdictText
    = "^(baseline|faster|slower|failed|no.difference|undecided,?.leaning.faster|"
      "undecided,?.leaning.slower|undecided|not.enough.data|results.differ|not.comparable|"
      "ran.eager|not.judged)(?=,? recommended|;|$)";
constexpr auto verdictOfLine
    = "^(?<variant>\\S+) .* (?<figure>(?:baseline|faster|slower|failed|no difference|"
      "undecided, leaning faster|undecided, leaning slower|(?<!\\? )undecided|not enough data|"
      "results differ|not comparable|ran eager))$";

/// Behind a ratio that counts, or alone.
constexpr auto verdictOfCell
    = "^(?:– |[\\d.]+× \\([^)]*\\) )(?<figure>faster|slower|failed|no difference|undecided|"
      "undecided, leaning faster|undecided, leaning slower|not enough data|results differ|"
      "not comparable|ran eager)$";
constexpr auto verdictOfBar
    = "^(?<variant>\\S+) (?:[\\d.]+× \\([^)]*\\) )?(?<figure>baseline|faster|failed|no difference|"
      "undecided|undecided, leaning faster|undecided, leaning slower|not enough data|"
      "results differ|not comparable|ran eager)$";

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
                    "of (?<variant>\\S+) take.*its median of (?<figure>[^;.]+\\.\\S+ \\S+)[;.]"},
                {suite, "/rows/variants/median_ns", "", "", "ns"},
                {suiteCsv, any, "median_ns", "", "ns"},
                {shapes, "/shapes/median_ns/estimate", "", "", "ns"},
                {"shapes", "table", ofVariant, "^([\\d.]+ \\S+)"},
                {"Shapes", "Time of a call by size", "time, (?<unit>.*)"},
                {"Shapes", shapeTable, ofVariant, "^([\\d.]+ \\S+)"},
                {history, "/recordings/value", "median", "", "ns"}, {"history", "table", "median"},
                {"History", "History", "Median.*: median.*", "", "ns"},
                {"History", historyTable, "Median.*: median"},
                {tune, "/tune/median_ns", "", "", "ns"}, {"show tune", "table", "median"}}},
        {"latency.p99()", Time, Variant,
            {{json, "/cases/variants/latency_ns/p99", "", "", "ns"},
                {csv, any, "p99_ns", "^\\d", "ns"},
                {"Overview", variantTable, "p99, (?<unit>.*)", "^\\d"},
                {"Results", matrix, "p99, (?<unit>.*)", "^\\d"},
                {report, any, "p99, (?<unit>.*)", "^\\d"},
                {"Latency", text, "",
                    "^99 of 100 calls of (?<variant>\\S+) take at most (?<figure>[\\d.]+ \\S+),"},
                {history, "/recordings/value", "p99", "^\\d", "ns"},
                {"history", "table", "p99", "^\\d"},
                {"History", "History", "P99.*: p99.*", "^\\d", "ns"},
                {"History", historyTable, "P99.*: p99", "^\\d"}}},
        {"compile.cold", Time, Variant,
            {{json, "/cases/variants/compile_ns/cold", "", "", "ns"},
                {csv, any, "compile_cold_ns", "", "ns"}, {"Overview", "card", "Compile, cold"},
                {"Results", resultsTable, "Compile", "", "", aCase}, {report, any, "Compile"},
                {"Overview|compare|report\\.md|report\\.html", text, "",
                    "use (?<variant>\\S+):.* pays back its (?<figure>[\\d.]+ \\S+) compile"},
                {prints, "sentence", "",
                    "use (?<variant>\\S+):.* pays back its (?<figure>[\\d.]+ \\S+) compile"},
                {suite, "/rows/variants/compile_ns", "", "^\\d", "ns"},
                {suiteCsv, any, "compile_ns", "^\\d", "ns"},
                {shapes, "/shapes/compile_ns", "", "^\\d", "ns"},
                {"shapes", "table", "(?<variant>.+) compile", "^\\d"},
                {"Shapes", shapeTable, "compile", "^\\d"},
                {history, "/recordings/value", "compile", "^\\d", "ns"},
                {"history", "table", "compile time", "^\\d"},
                {"History", "History", "Compile.*: compile.*", "^\\d", "ns"},
                {"History", historyTable, "Compile.*: compile time", "^\\d"},
                {tune, "/tune/compile_ns", "", "^\\d", "ns"},
                {"show tune", "table", "compile", "^\\d"},
                {"show tune|report\\.md|report\\.html|report\\.pdf", words, "",
                    "^Of \\d+ settings use (?<variant>\\S+): .*, (?<figure>[\\d.]+ \\S+) to "
                    "compile"},
                {"Compile time", text, "",
                    "(?<variant>\\S+) costs .*: (?<figure>[\\d.]+ \\S+) compile"}}},
        {"start_up.cold", Time, Variant,
            {{json, "/cases/variants/start_up_ns/cold", "", "", "ns"},
                {csv, any, "start_up_cold_ns", "", "ns"}, {report, any, "Start-up"},
                {"Overview|report\\.md|report\\.html", text, "",
                    "use (?<variant>\\S+):.* and (?<figure>[\\d.]+ \\S+) start-up"},
                {prints, "sentence", "",
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
                {"compare", text, "", ratioOfLine}, {prints, "sentence", "", ratioOfSentence},
                {pdf, text, "", "^(?<variant>\\S+) (?<figure>[\\d.]+×(?: slower)?) \\([\\d.]+–"},
                {suiteCsv, any, "speedup", "^\\d", "×"},
                {"suite show", "table", ofVariant, ratio, "", aModel},
                {"Suite", suiteTable, ofVariant, ratio, "", aModel},
                {shapes, "/shapes/speed_up/estimate", "", "", "×"},
                {"Shapes", "Shape × variant", "times faster than .*", "^\\d", "×"},
                {"Shapes", shapeTable, ofVariant, "^[\\d.]+ \\S+ (?<figure>[\\d.]+×(?: slower)?)$"},
                {"shapes|Shapes", words, "",
                    "^(?<variant>\\S+) is .*: from (?<figure>[\\d.]+×(?: slower)?) at \\w+ = "
                    "(?<size>\\d+)"},
                {"shapes|Shapes", words, "",
                    "^(?<variant>\\S+) is .*: from .* to (?<figure>[\\d.]+×(?: slower)?) at \\w+ = "
                    "(?<size>\\d+)"},
                {history, "/recordings/value", "speedup", "^\\d", "×"},
                {"history", "table", "speed-up", ratio},
                {"History", "History", "Speed-up.*: speed-up.*", "^\\d", "×"},
                {"History", historyTable, "Speed-up.*: speed-up", ratio},
                {tune, "/tune/speedup/estimate", "", "", "×"},
                {report, any, "× faster \\(95 % interval\\)", ratio},
                {"show tune", "table", "× faster", ratio}, {"Live", "So far", "×", ratio}}},
        {"verdict", Word, Variant,
            {{json, "/cases/variants/verdict", "", caseVerdictText},
                {suite, "/rows/variants/verdict", "", caseVerdictText},
                {csv, any, "verdict", caseVerdictText},
                {"Overview", variantTable, "verdict", caseVerdictText},
                {"Results", matrix, "verdict", caseVerdictText},
                {report, "(?!Under load).*", "Verdict", caseVerdictText},
                {"compare", text, "", verdictOfLine}, {suiteCsv, any, "verdict", caseVerdictText},
                {"suite show", "table", ofVariant, verdictOfCell, "", aModel},
                {pdf, text, "", verdictOfBar}}},
        {"advice.all", Word, Comparison,
            {{json, "/recommended/sentence", "", adviceOfAll},
                {"compare|Results|Shapes", text, "", adviceOfAll},
                {"shapes", words, "", adviceOfAll}, {shapes, "/sentence", "", adviceOfAll},
                {prints, "sentence", "", adviceInside}}},
        {"recommendation.all", Word, Comparison,
            {{"Results", "badge", "", recommendationPattern},
                {"slide", "badge", "", recommendationPattern}}},
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
                {"report\\.html", text, "", recommendationPattern},
                {"slide", "badge", "", recommendationPattern},
                {pdf, text, "", recommendationPattern}}},
        {"payback.cold", Count, Variant,
            {{json, "/cases/variants/break_even_calls/cold/estimate", ""},
                {csv, any, "break_even_cold_calls", "^\\d"},
                {"Overview|report\\.md|report\\.html", text, "",
                    "use (?<variant>\\S+):.* after (?<figure>[\\d ]+) calls? \\("},
                {prints, "sentence", "",
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
                {report, any, "Notes", "(\\d+) graph break"},
                {suite, "/rows/variants/graph_breaks", ""}, {suiteCsv, any, "graph_breaks", "^\\d"},
                {history, "/recordings/value", "breaks", "^\\d"},
                {"history", "table", "graph breaks", "^\\d"},
                {"History", "History", "Graph breaks: graph breaks", "^\\d"},
                {"History", historyTable, "Graph breaks: graph breaks", "^\\d"}}},
        {"recompile.count", Count, Variant,
            {{json, "/cases/variants/recompiles", ""}, {csv, any, "recompiles", "^\\d"},
                {"Overview", "card note", "Graph breaks", "(\\d+) recompile"},
                {report, any, "Notes", "(\\d+) recompile"},
                {suite, "/rows/variants/recompiles", ""}, {suiteCsv, any, "recompiles", "^\\d"},
                {shapes, "/shapes/recompiles", "", "^\\d"},
                {"Shapes", shapeTable, "recompiles", "^\\d"}}},
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
        {"memory.shown", Bytes, Variant, // of the device where there is one
            {{suite, "/rows/variants/memory_bytes", "", "^\\d", "B"},
                {suiteCsv, any, "memory_bytes", "^\\d", "B"},
                {shapes, "/shapes/peak_memory_bytes", "", "^\\d", "B"},
                {"Shapes", shapeTable, "peak memory", "^\\d"},
                {history, "/recordings/value", "memory", "^\\d", "B"},
                {"history", "table", "peak memory", "^\\d"},
                {"History", "History", "Peak memory.*: peak memory.*", "^\\d", "B"},
                {"History", historyTable, "Peak memory.*: peak memory", "^\\d"},
                {"Overview", "card", "Peak memory, device", "\\d"}}},
        {"throughput", Rate, Variant,
            {{json, "/cases/variants/throughput/per_s", "", "^\\d"},
                {csv, any, "throughput_per_s", "^\\d"},
                {"Overview", variantTable, "\\w+/s", "^\\d"},
                {"Overview", "card", "Throughput, \\w+/s", "^\\d"},
                {history, "/recordings/value", "throughput", "^\\d"},
                {"history", "table", "throughput", "^\\d"},
                {"History", "History", "Throughput: throughput", "^\\d"},
                {"History", historyTable, "Throughput: throughput", "^\\d"}}},
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
                {"GPU", "Busy and idle", "busy", "^\\d", "%"},
                {"show trace --json", "/traces/busy_ratio", "", "^\\d"},
                {"show trace", "table", "device busy", "^\\d"},
                {"show gpu", "table", "busy", "^\\d"},
                {"GPU", text, "", ", (?<variant>eager) (?<figure>[\\d.]+ %); "},
                {"Overview", "card note", "GPU busy", "^(?<variant>eager) (?<figure>[\\d.]+ %)"},
                {"GPU", text, "", "busy (?<figure>[\\d.]+ %) of a call with (?<variant>[^, ]+)"}}},
        {"kernels.count", Count, Variant,
            {{"show gpu --json", "/gpu/kernels_per_call", "", "^\\d"},
                {"GPU", launchTable, "kernels", "^\\d"}, {"show gpu", "table", "kernels", "^\\d"},
                {"show trace --json", "/traces/kernels_per_call", "", "^\\d"},
                {"show trace", "table", "kernels a call", "^\\d"}}},
        {"launches.count", Count, Variant,
            {{"show gpu --json", "/gpu/launches_per_call", "", "^\\d"},
                {"GPU", launchTable, "launches", "^\\d"}, {"show gpu", "table", "launches", "^\\d"},
                {"show trace --json", "/traces/launches_per_call", "", "^\\d"},
                {"show trace", "table", "launches a call", "^\\d"}}},
    };
}

std::vector<Quantity> ofGuards()
{
    using enum Dimension;
    using enum Scope;
    return {
        {"guards.count", Count, Graph,
            {{"show compiles --json", "/guards/guards", "", "^\\d"},
                {"show compiles", "table", "guards", "^\\d"},
                {"Compile time", "Guards of the focused variant", "guards", "^\\d"}}},
        {"guards.first_check", Time, Graph,
            {{"show compiles --json", "/guards/check_ns", "", "^\\d", "ns"},
                {"show compiles", "table", "first check", "^\\d"},
                {"Compile time", "Guards of the focused variant", "first check", "^\\d"}}},
    };
}

/// Of requests, which the ratio and the verdict are of, too: other quantities than those of calls.
std::vector<Quantity> ofServing()
{
    using enum Dimension;
    using enum Scope;
    constexpr auto number = "^([\\d.]+)";
    return {
        {"serving.capacity", Rate, Variant,
            {{serving, "/cases/variants/capacity/estimate", ""},
                {"serving", "table", "at most", number},
                {"Serving", servedTable, "at most", number},
                {report, "Under load|table", "At most", number},
                {"serving|Serving", words, "",
                    "^(?<variant>\\S+) serves (?<figure>[\\d.]+) requests a second at most"}}},
        {"serving.within_limit", Rate, Variant,
            {{serving, "/cases/variants/highest_within_limit/estimate", ""},
                {"serving", "table", "within the limit", number},
                {"Serving", servedTable, "within the limit", number},
                {report, "Under load|table", "Within the limit", number},
                {"serving|Serving|report\\.md|report\\.html|report\\.pdf", words, "",
                    "Use (?<variant>\\S+): it serves (?<figure>[\\d.]+) requests/s with"}}},
        {"serving.keeps_up", Rate, Variant,
            {{serving, "/cases/variants/highest_sustained", "", "^\\d"},
                {"serving", "table", "keeps up with", number},
                {"Serving", servedTable, "keeps up with", number},
                {report, "Under load|table", "Keeps up with", number}}},
        {"serving.ratio", Ratio, Variant,
            {{serving, "/cases/variants/ratio/estimate", "", "", "×"},
                {"Serving", servedTable, "× baseline", "^([\\d.]+×)(?! fewer)"},
                {"serving|Serving|report\\.md|report\\.html|report\\.pdf", words, "",
                    "Use (?<variant>\\S+): it serves .*, (?<figure>[\\d.]+×) as many"}}},
        {"serving.verdict", Word, Variant,
            {{serving, "/cases/variants/verdict", ""}, {"serving", "table", "verdict"},
                {"Serving", servedTable, "verdict"}, {report, "Under load", "Verdict"},
                {"report\\.html", "table", "Verdict",
                    "^(?:Baseline|More load|Less load|No difference|Undecided|Nothing served)"}}},
        {"serving.limit", Time, Case,
            {{serving, "/cases/limit/p99_ns", "", "", "ns"},
                {"serving|report\\.md|report\\.html|report\\.pdf", words, "",
                    "[Ll]imit of p99: (?<figure>[\\d.]+ \\S+) "}}},
        {"serving.ready", Time, Variant,
            {{serving, "/cases/variants/ready_cold_ns", "", "", "ns"},
                {"serving|Serving", words, "",
                    "(?<variant>\\S+) is ready (?<figure>[\\d.]+ \\S+) after its process"}}},
    };
}

} // namespace

const std::vector<Quantity>& quantities()
{
    static const std::vector<Quantity> table = [] {
        std::vector<Quantity> all;
        for (auto group : {ofTime(), ofVerdicts(), ofTheMachine(), ofTheDevice(), ofGuards(),
                 ofServing(), quantitiesOfSplit()})
            all.insert(all.end(), group.begin(), group.end());
        return all;
    }();
    return table;
}

} // namespace cross_page
