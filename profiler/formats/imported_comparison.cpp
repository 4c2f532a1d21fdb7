// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/imported_comparison.h"

#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/ranks/ranks.h"
#include "profiler/formats/torch_log/torch_trace_metrics.h"
#include "profiler/formats/torch_log/torch_trace_steps.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/trace_columns.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace profiler {
namespace {

constexpr auto importedCaseName = "as traced";

std::vector<TraceCall> callsOf(const ImportedTrace& trace)
{
    std::vector<TraceCall> calls;
    for (const auto& step : trace.steps)
        calls.push_back({.startNs = step.startNs, .endNs = step.endNs});
    if (!calls.empty())
        return calls;
    TimeExtent whole;
    whole.addRows(trace.rows.operators);
    whole.addRows(trace.rows.apis);
    whole.addRows(trace.rows.kernels);
    whole.addRows(trace.rows.copies);
    if (!whole.isEmpty())
        calls.push_back({.startNs = whole.startNs, .endNs = whole.endNs});
    return calls;
}

TraceSummary importedSummary(const ImportedTrace& trace)
{
    const auto calls = callsOf(trace);
    auto summary = summaryOf(trace.rows, calls);
    if (!calls.empty())
        summary.start.started = {calls.front().startNs};
    else if (trace.rows.counters.size() > 0)
        summary.start.started = {std::ranges::min(trace.rows.counters.timeNs)};
    for (const auto& loss : trace.losses)
        summary.losses.reasons.push_back(loss.what);
    summary.losses.negativeDurations = trace.negativeDurations;
    if (summary.kernelRows + summary.copyRows == 0)
        summary.deviceReason = "the trace holds no kernel and no copy";
    return summary;
}

EnvironmentFields environmentOf(const ImportedTrace& trace)
{
    auto fields = trace.environment;
    if (!trace.devices.empty()) {
        const auto& device = trace.devices.front();
        if (!device.name.empty())
            fields.emplace("device_name", device.name);
        if (device.multiprocessors)
            fields.emplace("multiprocessors", std::to_string(*device.multiprocessors));
    }
    return fields;
}

bool ranCompiled(const ImportedTrace& trace)
{
    const auto isMark = [](std::uint8_t kind) {
        return kind == static_cast<std::uint8_t>(SpanKind::Region)
            || kind == static_cast<std::uint8_t>(SpanKind::CompiledFunction);
    };
    return std::ranges::any_of(trace.rows.operators.kind, isMark)
        || std::ranges::any_of(trace.rows.names,
            [](const TraceName& name) { return name.text.starts_with("triton_"); });
}

bool usedDevice(const ImportedTrace& trace)
{
    return trace.rows.kernels.size() + trace.rows.copies.size() > 0;
}

/// The steps of a trace as one block of timed calls.
ProcessRecord stepsOf(const ImportedTrace& trace, int variant, int repetition)
{
    CallBlock block {.round = 0, .started = {trace.steps.front().startNs}};
    for (const auto& step : trace.steps)
        block.wallNs.push_back(durationOf({.startNs = step.startNs, .endNs = step.endNs}));
    const UtcTime end {trace.steps.back().endNs};
    return {.start = {.kind = ProcessKind::Paired,
                .variant = variant,
                .repetition = repetition,
                .started = block.started},
        .end = ProcessEnd {.ended = end},
        .environment = environmentOf(trace),
        .blocks = {block},
        .steady = {{.steady = true}}};
}

ProcessRecord tracedProcess(const ImportedTrace& trace, int variant, int repetition)
{
    auto summary = importedSummary(trace);
    const UtcTime started = summary.start.started;
    const UtcTime ended {summary.calls.empty() ? started.ns : summary.calls.back().endNs};
    return {.start = {.kind = ProcessKind::Trace,
                .variant = variant,
                .repetition = repetition,
                .started = started},
        .end = ProcessEnd {.ended = ended},
        .environment = environmentOf(trace),
        .traces = {std::move(summary)}};
}

void addNotices(ComparisonData& data, const std::vector<ReadLoss>& losses, int variant)
{
    for (const auto& loss : losses)
        data.notices.push_back({.variant = variant, .rule = "import_loss", .sentence = loss.what});
}

/// Peaks are read of processes that ran alone.
void addMemory(ComparisonData& data, const MemoryFact& fact, int variant)
{
    data.processes.push_back({.start = {.kind = ProcessKind::Cold, .variant = variant},
        .end = ProcessEnd {},
        .memory = {fact}});
}

/// What a snapshot tells over time belongs to the trace of the same run, where there is one.
std::vector<MemoryFact> takeMemories(
    ImportedComparison& imported, ImportedVariant& variant, int index)
{
    std::vector<MemoryFact> facts;
    for (const auto& trace : variant.traces)
        if (const auto memory = memoryFactOf(trace.rows))
            facts.push_back(*memory);
    for (auto& snapshot : variant.snapshots) {
        if (snapshot.rows.counters.size() > 0 && variant.traces.empty())
            variant.traces.emplace_back();
        if (!variant.traces.empty())
            addReadings(variant.traces.back().rows, snapshot.rows);
        facts.push_back(snapshot.fact);
        addNotices(imported.data, snapshot.losses, index);
    }
    return facts;
}

std::optional<std::string> rankIn(const ImportedTrace& trace)
{
    const auto found = trace.environment.find(std::string(rankField));
    return found == trace.environment.end() ? std::nullopt : std::optional(found->second);
}

/// Whether they are of several ranks, each of another one.
bool areRanks(const std::vector<ImportedTrace>& traces)
{
    std::set<std::string> ranks;
    for (const auto& trace : traces)
        if (const auto rank = rankIn(trace))
            ranks.insert(*rank);
    return ranks.size() > 1 && ranks.size() == traces.size();
}

/// The last trace speaks for its variant: of ranks the first one is to.
void putFirstRankLast(std::vector<ImportedTrace>& traces)
{
    const auto numberOf = [](const ImportedTrace& trace) { return std::stoi(*rankIn(trace)); };
    std::ranges::stable_sort(traces, std::ranges::greater {}, numberOf);
}

/// Steps of other ranks are those of the first one, seen elsewhere: no repetitions of them.
void addTrace(ImportedComparison& imported, ImportedTrace trace, int variant, int repetition,
    bool countsSteps)
{
    auto& data = imported.data;
    if (!trace.steps.empty() && countsSteps)
        data.processes.push_back(stepsOf(trace, variant, repetition));
    imported.traces.emplace(
        TraceIndex {.process = {static_cast<int>(data.processes.size())}}, TraceRows {});
    data.processes.push_back(tracedProcess(trace, variant, repetition));
    addNotices(data, trace.losses, variant);
    imported.traces.rbegin()->second = std::move(trace.rows);
}

/// A run of a log as the process that compiled.
ProcessRecord compilingProcess(CompileRun run, int variant, int repetition)
{
    addWhatMetricsTell(run);
    ProcessRecord process {
        .start = {.kind = ProcessKind::Cold, .variant = variant, .repetition = repetition},
        .end = ProcessEnd {},
        .environment = std::move(run.environment)};
    for (auto& compile : run.compiles)
        process.compiles.push_back(std::move(compile.fact));
    process.breaks = std::move(run.breaks);
    process.recompiles = std::move(run.recompiles);
    for (const auto& event : run.events) {
        if (process.start.started.ns == 0)
            process.start.started = {event.startNs};
        process.end->ended.ns = std::max(process.end->ended.ns, event.endNs.value_or(0));
    }
    process.compileTraces = compileTracesOf(run);
    process.code = std::move(run.code);
    return process;
}

void addLog(ComparisonData& data, CompileLog log, int variant, int& repetition)
{
    for (auto& run : log.runs) {
        for (auto& source : run.sources)
            if (data.sources.size() < mostSources && isBounded(source))
                data.sources.push_back(std::move(source));
        for (auto& notice : run.notices) {
            notice.variant = variant;
            data.notices.push_back(std::move(notice));
        }
        data.processes.push_back(compilingProcess(std::move(run), variant, repetition++));
    }
    for (auto& loss : log.losses)
        data.notices.push_back(
            {.variant = variant, .rule = "import_loss", .sentence = std::move(loss.what)});
}

/// One for each place: several runs tell of the same.
void keepSourcesOnce(ComparisonData& data)
{
    std::set<std::pair<std::string, int>> seen;
    std::erase_if(data.sources,
        [&](const SourceFact& source) { return !seen.emplace(source.file, source.line).second; });
}

Plan planFor(const std::vector<ImportedVariant>& variants)
{
    Plan plan;
    plan.workload.spec = importedSpec;
    plan.cases = {{.name = importedCaseName}};
    for (const auto& variant : variants) {
        const bool compiled
            = !variant.logs.empty() || std::ranges::any_of(variant.traces, ranCompiled);
        plan.variants.push_back(
            {.name = variant.name, .kind = compiled ? VariantKind::Compiled : VariantKind::Eager});
        if (std::ranges::any_of(variant.traces, usedDevice))
            plan.numeric.device = "cuda:0";
    }
    plan.protocol.placement = Placement::Sequential;
    plan.protocol.coldEmpty = plan.protocol.coldKept = 0;
    plan.protocol.checkInputs = 0;
    leaveOutNoise(plan.protocol);
    return plan;
}

/// 0 if no file tells it: processes that hold only memory peaks have no start time, and some clocks
/// count from the start of the machine.
UtcTime firstStart(const ComparisonData& data)
{
    constexpr std::int64_t year2000 = 946'684'800'000'000'000;
    UtcTime first;
    for (const auto& process : data.processes)
        if (const auto started = process.start.started;
            started.ns >= year2000 && (first.ns == 0 || started.ns < first.ns))
            first = started;
    return first;
}

/// Logs that number their format have records of breaks and recompiles.
bool numbersItsFormat(const LoggedCompile& compile)
{
    return compile.fact.metricsJson.find("\"log_format_version\"") != std::string::npos;
}

/// "0/1": its code had been compiled before. A backward graph belongs to the compile of its id.
bool isLaterCompile(const CompileFact& fact)
{
    const auto slash = fact.compileId.rfind('/');
    return slash != std::string::npos && fact.compileId.substr(slash) != "/0"
        && !fact.function.ends_with("(backward)");
}

/// "'skip function graph_break in file decorators.py'": torch quoted some of its reasons.
std::string withoutQuotes(std::string_view reason)
{
    const bool quoted = reason.size() > 1 && reason.starts_with('\'') && reason.ends_with('\'');
    return std::string(quoted ? reason.substr(1, reason.size() - 2) : reason);
}

/// Each restart for which torch gave a reason was for a break.
void addBreaks(CompileRun& run, const LoggedCompile& compile)
{
    constexpr std::string_view noReason = "Unknown fail reason";
    for (const auto& reason : compile.restartReasons)
        if (reason != noReason)
            run.breaks.push_back({.reason = withoutQuotes(reason),
                .function = compile.fact.function,
                .compileId = compile.fact.compileId});
}

void addRecompile(CompileRun& run, const CompileFact& fact)
{
    if (!isLaterCompile(fact) || isRefusedByLimit(fact))
        return;
    RecompileFact recompile;
    recompile.compileId = fact.compileId;
    recompile.reason = "the log of this torch tells no guard";
    recompile.function = fact.function;
    recompile.file = fact.file;
    recompile.line = fact.line;
    recompile.duration = fact.duration;
    run.recompiles.push_back(std::move(recompile));
}

} // namespace

TraceRowsOf ImportedComparison::rowsOf() const
{
    return rowsFrom(traces);
}

ImportedComparison importedComparison(std::vector<ImportedVariant> variants)
{
    ImportedComparison imported;
    auto& data = imported.data;
    data.plan = planFor(variants);
    data.info.placement = Placement::Sequential;
    data.info.status = ComparisonStatus::Complete;
    data.info.stopReason = "imported from the files of another tool";
    for (std::size_t variant = 0; variant < variants.size(); ++variant) {
        const auto memories = takeMemories(imported, variants[variant], static_cast<int>(variant));
        auto& traces = variants[variant].traces;
        const bool ranks = areRanks(traces);
        if (ranks)
            putFirstRankLast(traces);
        int repetition = ranks ? static_cast<int>(traces.size()) - 1 : 0;
        for (auto& trace : traces) {
            addTrace(imported, std::move(trace), static_cast<int>(variant), repetition,
                !ranks || repetition == 0);
            repetition += ranks ? -1 : 1;
        }
        int cold = 0;
        for (auto& log : variants[variant].logs)
            addLog(data, std::move(log), static_cast<int>(variant), cold);
        // Last: the first cold process is the one that compiled.
        for (const auto& memory : memories)
            addMemory(data, memory, static_cast<int>(variant));
    }
    keepSourcesOnce(data);
    data.info.started = firstStart(data);
    return imported;
}

void addWhatMetricsTell(CompileRun& run)
{
    if (std::ranges::any_of(run.compiles, numbersItsFormat))
        return;
    const bool noBreaks = run.breaks.empty();
    const bool noRecompiles = run.recompiles.empty();
    for (const auto& compile : run.compiles) {
        if (noBreaks)
            addBreaks(run, compile);
        if (noRecompiles)
            addRecompile(run, compile.fact);
    }
}

} // namespace profiler
