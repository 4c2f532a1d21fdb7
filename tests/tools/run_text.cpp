// SPDX-License-Identifier: Apache-2.0
#include "tests/tools/run_text.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/variant.h"
#include "storage/file/run_database.h"
#include "tests/tools/text_lines.h"
#include "tests/tools/trace_text.h"

namespace tests {

using namespace profiler;

namespace {

void add(Text& text, const PhaseFact& fact)
{
    text.line(2, "phase")
        .with("phase", fact.phase)
        .with("case", fact.caseIndex)
        .with("wall", fact.wall)
        .with("cpu", fact.cpu);
}

void add(Text& text, const CallBlock& block)
{
    text.line(2, "block")
        .with("kind", block.kind)
        .with("case", block.caseIndex)
        .with("clock", block.clock)
        .with("round", block.round)
        .with("order", block.order)
        .with("repeated", block.repeated)
        .with("started", block.started)
        .with("compile_count_moved", block.compileCountMoved)
        .with("flags", block.flags);
    const auto& machine = block.machine;
    text.line(3, "machine")
        .with("cpu_pressure", machine.cpuPressureRatio)
        .with("steal", machine.stealRatio)
        .with("cpu_per_wall", machine.cpuPerWall)
        .with("load", machine.loadAverage)
        .with("sm_mhz", machine.smClockMhz)
        .with("memory_mhz", machine.memoryClockMhz)
        .with("watts", machine.powerWatts)
        .with("celsius", machine.temperatureCelsius)
        .with("clock_event_reasons", machine.clockEventReasons)
        .with("foreign_gpu_processes", machine.foreignGpuProcesses);
    if (machine.startedCores || machine.foreignCores) // not in files of older schemas
        text.line(3, "cores")
            .with("started", machine.startedCores)
            .with("foreign", machine.foreignCores);
    text.column("wall_ns", block.wallNs);
    text.column("cpu_ns", block.cpuNs);
    text.column("switches", block.switches);
    text.column("compiled", block.compiled);
}

void add(Text& text, const SteadyFact& fact)
{
    text.line(2, "steady")
        .with("case", fact.caseIndex)
        .with("steady", fact.steady)
        .with("warm_up_calls", fact.warmUpCalls)
        .with("steady_from", fact.steadyFrom)
        .with("noisy", fact.noisy)
        .with("reason", fact.reason);
}

void add(Text& text, const ProofFact& fact)
{
    text.line(2, "proof")
        .with("case", fact.caseIndex)
        .with("after_block", fact.afterBlock)
        .with("observed", fact.observed)
        .with("compile_count", fact.compileCount)
        .with("regions", fact.regions);
}

void add(Text& text, const CompileFact& fact)
{
    text.line(2, "compile")
        .with("id", fact.compileId)
        .with("case", fact.caseIndex)
        .with("start_up", fact.startUp)
        .with("function", fact.function)
        .with("file", fact.file)
        .with("line", fact.line)
        .with("duration", fact.duration)
        .with("phases", fact.phases)
        .with("cache", fact.cache)
        .with("nodes", fact.nodes)
        .with("operators", fact.operators)
        .with("guards", fact.guards)
        .with("fail_type", fact.failType)
        .with("fail_reason", fact.failReason)
        .with("metrics", fact.metricsJson);
}

void add(Text& text, const GraphBreakFact& fact)
{
    text.line(2, "graph_break")
        .with("id", fact.id)
        .with("reason", fact.reason)
        .with("explanation", fact.explanation)
        .with("hint", fact.hint)
        .with("file", fact.file)
        .with("line", fact.line)
        .with("function", fact.function)
        .with("compile_id", fact.compileId)
        .with("case", fact.caseIndex);
}

void add(Text& text, const RecompileFact& fact)
{
    text.line(2, "recompile")
        .with("compile_id", fact.compileId)
        .with("guard", fact.guard)
        .with("reason", fact.reason)
        .with("function", fact.function)
        .with("file", fact.file)
        .with("line", fact.line)
        .with("duration", fact.duration)
        .with("case", fact.caseIndex);
}

void add(Text& text, const CaseFailure& fact)
{
    text.line(2, "case_failure")
        .with("case", fact.caseIndex)
        .with("reason", fact.reason)
        .with("class", fact.errorClass);
}

void add(Text& text, const CollectionFact& fact)
{
    text.line(2, "collection")
        .with("case", fact.caseIndex)
        .with("block", fact.block)
        .with("call", fact.call)
        .with("started", fact.started)
        .with("duration", fact.duration)
        .with("generation", fact.generation)
        .with("runs", fact.runs);
}

void add(Text& text, const SourceFact& fact)
{
    text.line(1, "source")
        .with("file", fact.file)
        .with("line", fact.line)
        .with("first_line", fact.firstLine)
        .with("text", fact.text);
    for (const auto& frame : fact.frames)
        text.line(2, "frame")
            .with("file", frame.file)
            .with("line", frame.line)
            .with("function", frame.function)
            .with("text", frame.text)
            .with("library", frame.library);
}

void add(Text& text, const MemoryFact& fact)
{
    text.line(2, "memory")
        .with("phase", fact.phase)
        .with("case", fact.caseIndex)
        .with("host_peak", fact.hostPeakBytes)
        .with("children_peak", fact.childrenPeakBytes)
        .with("device_peak", fact.devicePeakBytes)
        .with("device_reserved", fact.deviceReservedBytes)
        .with("host_allocator_peak", fact.hostAllocatorPeakBytes);
}

void add(Text& text, const NumericsFact& fact)
{
    text.line(2, "numerics")
        .with("case", fact.caseIndex)
        .with("input_set", fact.inputSet)
        .with("role", fact.role)
        .with("path", fact.path)
        .with("dtype", fact.dtype)
        .with("layout_mismatch", fact.layoutMismatch)
        .with("elements", fact.elements)
        .with("bit_equal", fact.bitEqual)
        .with("mismatches", fact.mismatches)
        .with("nan_positions_equal", fact.nanPositionsEqual)
        .with("max_abs", fact.maxAbs)
        .with("max_rel", fact.maxRel)
        .with("max_ulp", fact.maxUlp)
        .with("cosine", fact.cosine)
        .with("tolerance_used", fact.toleranceUsedRatio)
        .with("rmse_reference", fact.rmseReference)
        .with("rmse_result", fact.rmseResult)
        .with("argmax_agreement", fact.argmaxAgreement)
        .with("random_operators", fact.randomOperators);
    if (!fact.resultDtype.empty() || fact.rmsPrecise) // not in files of older schemas
        text.line(3, "precision")
            .with("result_dtype", fact.resultDtype)
            .with("rms_precise", fact.rmsPrecise);
    if (fact.nanReference || fact.nanResult || fact.infiniteReference || fact.infiniteResult)
        text.line(3, "special_values")
            .with("nan_reference", fact.nanReference)
            .with("nan_result", fact.nanResult)
            .with("infinite_reference", fact.infiniteReference)
            .with("infinite_result", fact.infiniteResult);
}

template <typename Fact>
void addAll(Text& text, const std::vector<Fact>& facts)
{
    for (const auto& fact : facts)
        add(text, fact);
}

void add(Text& text, const ProcessRecord& process, std::size_t index)
{
    const auto& start = process.start;
    text.line(1, fmt::format("process {}", index))
        .with("kind", start.kind)
        .with("variant", start.variant)
        .with("again", start.again)
        .with("repetition", start.repetition)
        .with("only_case", start.cases ? std::optional(start.cases->first) : std::nullopt)
        .with("started", start.started)
        .with("pid", start.pid);
    if (start.cases && start.cases->count != 1)
        text.line(2, "cases").with("count", start.cases->count);
    if (process.end)
        text.line(2, "end")
            .with("outcome", process.end->outcome)
            .with("ended", process.end->ended)
            .with("reason", process.end->reason)
            .with("class", process.end->errorClass);
    if (!process.environment.empty())
        text.line(2, "environment").with("fields", process.environment);
    addAll(text, process.phases);
    addAll(text, process.blocks);
    addAll(text, process.steady);
    addAll(text, process.proofs);
    addAll(text, process.compiles);
    addAll(text, process.breaks);
    addAll(text, process.recompiles);
    addAll(text, process.collections);
    addAll(text, process.caseFailures);
    addAll(text, process.memory);
    addAll(text, process.numerics);
    for (const auto& trace : process.traces)
        addTrace(text, trace);
}

} // namespace

std::string runText(const ComparisonData& data, std::size_t mostCalls)
{
    Text text(mostCalls);
    const auto& info = data.info;
    text.line(0, fmt::format("comparison {}", info.id.value))
        .with("name", info.name)
        .with("started", info.started)
        .with("utc_offset_minutes", info.utcOffsetMinutes)
        .with("ended", info.ended)
        .with("status", info.status)
        .with("stop_reason", info.stopReason)
        .with("tool", info.toolVersion)
        .with("command", info.command)
        .with("placement", info.placement);
    text.line(1, "plan " + planToJson(data.plan));
    for (const auto& monitor : data.monitors) {
        text.line(1, "monitor")
            .with("source", monitor.start.source)
            .with("device", monitor.start.device)
            .with("repetition", monitor.start.repetition)
            .with("started", monitor.start.started)
            .with("series", monitor.series)
            .with("rows", monitor.rows);
        for (const auto& [series, reason] : monitor.missing)
            text.line(2, "missing").with("series", series).with("reason", reason);
    }
    for (const auto& notice : data.notices)
        text.line(1, "notice")
            .with("variant", notice.variant)
            .with("case", notice.caseIndex)
            .with("rule", notice.rule)
            .with("sentence", notice.sentence);
    for (const auto& source : data.sources)
        add(text, source);
    if (!data.note.empty())
        text.line(1, "note").with("text", data.note);
    for (const auto& tag : data.tags)
        text.line(1, "tag").with("text", tag);
    for (std::size_t i = 0; i < data.processes.size(); ++i)
        add(text, data.processes[i], i);
    return text.text();
}

Result<std::vector<LogLine>> wholeLog(const std::filesystem::path& file, ComparisonId comparison)
{
    std::vector<LogLine> lines;
    const auto take = [&lines](LogLine&& line) {
        lines.push_back(std::move(line));
        return true;
    };
    return storage::readLog(file, comparison, take).map([&] { return std::move(lines); });
}

std::string logText(const std::vector<LogLine>& log)
{
    std::string text;
    for (const auto& line : log)
        text += fmt::format("{} {} {} {}\n", line.time.ns,
            line.process ? fmt::format("process {}", line.process->value) : std::string("-"),
            keyOf(line.stream), shown(line.text));
    return text;
}

} // namespace tests
