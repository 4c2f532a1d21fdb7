// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/show_document.h"

#include "profiler/report/words.h"

#include <array>
#include <utility>

namespace profiler {
namespace {

constexpr auto notFromTorch = "torch did not tell";

struct PartName {
    ShowPart part;
    std::string_view word;
    std::string_view rows;
};

constexpr std::array<PartName, 9> partNames {{
    {ShowPart::Environment, "environment", "environment"},
    {ShowPart::Log, "log", "lines"},
    {ShowPart::Calls, "calls", "series"},
    {ShowPart::Compiles, "compiles", "compiles"},
    {ShowPart::Breaks, "breaks", "graph_breaks"},
    {ShowPart::Recompiles, "recompiles", "recompiles"},
    {ShowPart::Numerics, "numerics", "numerics"},
    {ShowPart::Memory, "memory", "memory"},
    {ShowPart::Findings, "findings", "findings"},
}};

void putText(Json& row, const char* key, const std::string& text, const char* reason)
{
    if (text.empty())
        putMissing(row, key, reason);
    else
        row[key] = text;
}

/// A place in the user's code; a record may name none.
void putPlace(Json& row, const std::string& file, int line)
{
    constexpr auto reason = "the record names no place";
    putText(row, "file", file, reason);
    if (file.empty() || line <= 0)
        putMissing(row, "line", reason);
    else
        row["line"] = line;
}

void putDuration(Json& row, const char* key, std::optional<nanoseconds> value, const char* reason)
{
    if (value)
        row[key] = value->count();
    else
        putMissing(row, key, reason);
}

void putProcess(Json& row, const Plan& plan, const ProcessStart& start)
{
    putVariant(row, plan, start.variant);
    row["again"] = start.again;
    row["kind"] = processKindKey(start.kind);
    row["repetition"] = start.repetition;
}

/// Compile facts are counted where a variant is alone and nothing is cached: in its first cold
/// process; where there is none, in the first that has facts.
const ProcessRecord* compileEvidence(const ComparisonData& data, int variant)
{
    const ProcessRecord* other = nullptr;
    for (const auto& process : data.processes) {
        if (process.start.variant != variant || process.start.again)
            continue;
        if (process.start.kind == ProcessKind::Cold)
            return &process;
        const bool facts
            = !process.compiles.empty() || !process.breaks.empty() || !process.recompiles.empty();
        if (other == nullptr && facts)
            other = &process;
    }
    return other;
}

template <typename Use>
void forEachVariant(const ComparisonData& data, Use use)
{
    for (std::size_t i = 0; i < data.plan.variants.size(); ++i)
        use(static_cast<int>(i));
}

Json environmentRows(const ComparisonData& data)
{
    Json rows = Json::array();
    for (std::size_t i = 0; i < data.processes.size(); ++i) {
        const auto& process = data.processes[i];
        Json row {{"process", i}};
        putProcess(row, data.plan, process.start);
        row["fields"] = process.environment;
        rows.push_back(std::move(row));
    }
    return rows;
}

Json logRows(const std::vector<LogLine>& log)
{
    Json rows = Json::array();
    for (const auto& line : log) {
        Json row = Json::object();
        if (line.process)
            row["process"] = line.process->value;
        else
            putMissing(row, "process", "written by the recorder");
        row["stream"] = logStreamKey(line.stream);
        row["time"] = utcText(line.time);
        row["text"] = line.text;
        rows.push_back(std::move(row));
    }
    return rows;
}

void addCalls(Json& calls, const CallBlock& block)
{
    for (std::size_t i = 0; i < block.wallNs.size(); ++i) {
        Json call {{"ns", block.wallNs[i]}, {"block", block.order}};
        if (block.round < 0)
            putMissing(call, "round", "warm-up");
        else
            call["round"] = block.round;
        call["compiled"] = i < block.compiled.size() && block.compiled[i] != 0;
        if (i < block.switches.size())
            call["switches"] = block.switches[i];
        else
            putMissing(call, "switches", "not measured");
        calls.push_back(std::move(call));
    }
}

Json callRows(const ComparisonData& data)
{
    Json rows = Json::array();
    for (const auto& process : data.processes) {
        std::map<std::pair<int, Clock>, Json> series;
        for (const auto& block : process.blocks) {
            auto& calls = series[{block.caseIndex, block.clock}];
            if (calls.is_null())
                calls = Json::array();
            addCalls(calls, block);
        }
        for (auto& [key, calls] : series) {
            Json row = Json::object();
            putProcess(row, data.plan, process.start);
            putCase(row, data.plan, key.first);
            row["clock"] = clockKey(key.second);
            row["calls"] = std::move(calls);
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

Json compileRow(const ComparisonData& data, int variant, const CompileFact& fact)
{
    Json row {{"compile_id", fact.compileId}};
    putText(row, "function", fact.function, notFromTorch);
    putPlace(row, fact.file, fact.line);
    row["duration_ns"] = fact.duration.count();
    row["phases"] = Json::object();
    for (const auto& [phase, duration] : fact.phases)
        row["phases"][phase] = duration.count();
    put(row, "cache", fact.cache, notFromTorch);
    put(row, "nodes", fact.nodes, notFromTorch);
    put(row, "operators", fact.operators, notFromTorch);
    put(row, "guards", fact.guards, notFromTorch);
    if (!fact.failType.empty())
        row["failure"] = fact.failType + ": " + fact.failReason;
    putVariant(row, data.plan, variant);
    putCase(row, data.plan, fact.caseIndex);
    return row;
}

Json compileRows(const ComparisonData& data)
{
    Json rows = Json::array();
    forEachVariant(data, [&](int variant) {
        const auto* process = compileEvidence(data, variant);
        if (process == nullptr)
            return;
        for (const auto& fact : process->compiles)
            if (!fact.startUp)
                rows.push_back(compileRow(data, variant, fact));
    });
    return rows;
}

Json breakRow(const ComparisonData& data, int variant, const GraphBreak& found)
{
    Json row = Json::object();
    putText(row, "id", found.id, "torch gave none");
    row["reason"] = found.reason;
    putText(row, "hint", found.hint, "torch gave none");
    putPlace(row, found.file, found.line);
    putText(row, "function", found.function, notFromTorch);
    row["records"] = found.records;
    putNumber(row, "per_call", found.perCall, "no call was observed");
    putVariant(row, data.plan, variant);
    putCase(row, data.plan, found.caseIndex);
    putMissing(row, "cost_ns", "it takes a trace to measure");
    return row;
}

Json breakRows(const ComparisonData& data)
{
    Json rows = Json::array();
    forEachVariant(data, [&](int variant) {
        for (const auto& found : graphBreaks(data, variant, std::nullopt))
            rows.push_back(breakRow(data, variant, found));
    });
    return rows;
}

Json recompileRows(const ComparisonData& data)
{
    Json rows = Json::array();
    forEachVariant(data, [&](int variant) {
        const auto* process = compileEvidence(data, variant);
        if (process == nullptr)
            return;
        for (const auto& fact : process->recompiles) {
            Json row {{"compile_id", fact.compileId}};
            putText(row, "guard", fact.guard, notFromTorch);
            row["reason"] = fact.reason;
            putPlace(row, fact.file, fact.line);
            putText(row, "function", fact.function, notFromTorch);
            putDuration(row, "duration_ns", fact.duration, notFromTorch);
            putVariant(row, data.plan, variant);
            putCase(row, data.plan, fact.caseIndex);
            rows.push_back(std::move(row));
        }
    });
    return rows;
}

Json numericsRow(const NumericsFact& fact)
{
    constexpr auto notComparable = "not comparable";
    constexpr auto noReference = "no fp64 reference";
    Json row {{"input_set", fact.inputSet}, {"role", tensorRoleKey(fact.role)}, {"path", fact.path},
        {"dtype", fact.dtype}, {"elements", fact.elements}, {"bit_equal", fact.bitEqual},
        {"mismatches", fact.mismatches}, {"nan_positions_equal", fact.nanPositionsEqual},
        {"random_operators", fact.randomOperators}};
    if (!fact.layoutMismatch.empty())
        row["layout_mismatch"] = fact.layoutMismatch;
    putNumber(row, "max_abs", fact.maxAbs, notComparable);
    putNumber(row, "max_rel", fact.maxRel, notComparable);
    put(row, "max_ulp", fact.maxUlp, notComparable);
    putNumber(row, "cosine", fact.cosine, notComparable);
    putNumber(row, "tolerance_used_ratio", fact.toleranceUsedRatio, notComparable);
    putNumber(row, "rmse_reference", fact.rmseReference, noReference);
    putNumber(row, "rmse_result", fact.rmseResult, noReference);
    putNumber(row, "argmax_agreement", fact.argmaxAgreement, "no such output");
    return row;
}

Json numericsRows(const ComparisonData& data)
{
    Json rows = Json::array();
    for (const auto& process : data.processes)
        for (const auto& fact : process.numerics) {
            auto row = numericsRow(fact);
            putVariant(row, data.plan, process.start.variant);
            putCase(row, data.plan, fact.caseIndex);
            rows.push_back(std::move(row));
        }
    return rows;
}

Json memoryRows(const ComparisonData& data)
{
    constexpr auto unknown = "not measurable here";
    Json rows = Json::array();
    for (const auto& process : data.processes)
        for (const auto& fact : process.memory) {
            Json row = Json::object();
            putProcess(row, data.plan, process.start);
            putCase(row, data.plan, fact.caseIndex);
            row["phase"] = memoryPhaseKey(fact.phase);
            put(row, "host_peak_bytes", fact.hostPeakBytes, unknown);
            put(row, "children_peak_bytes", fact.childrenPeakBytes, unknown);
            put(row, "device_peak_bytes", fact.devicePeakBytes, unknown);
            put(row, "device_reserved_bytes", fact.deviceReservedBytes, unknown);
            put(row, "host_allocator_peak_bytes", fact.hostAllocatorPeakBytes, unknown);
            rows.push_back(std::move(row));
        }
    return rows;
}

Json findingRows(const ComparisonData& data)
{
    Json rows = Json::array();
    for (const auto& finding : judge(data).findings) {
        Json row {{"rule", finding.rule}, {"severity", severityKey(finding.severity)},
            {"sentence", finding.sentence}};
        putText(row, "evidence", finding.evidence, "the sentence says all");
        putVariant(row, data.plan, finding.variant);
        putCase(row, data.plan, finding.caseIndex);
        rows.push_back(std::move(row));
    }
    return rows;
}

Json rowsOf(ShowPart part, const ComparisonData& data, const std::vector<LogLine>& log)
{
    switch (part) {
    case ShowPart::Environment:
        return environmentRows(data);
    case ShowPart::Log:
        return logRows(log);
    case ShowPart::Calls:
        return callRows(data);
    case ShowPart::Compiles:
        return compileRows(data);
    case ShowPart::Breaks:
        return breakRows(data);
    case ShowPart::Recompiles:
        return recompileRows(data);
    case ShowPart::Numerics:
        return numericsRows(data);
    case ShowPart::Memory:
        return memoryRows(data);
    case ShowPart::Findings:
        break;
    }
    return findingRows(data);
}

} // namespace

std::string rowsKey(ShowPart part)
{
    for (const auto& name : partNames)
        if (name.part == part)
            return std::string(name.rows);
    return {};
}

Json showDocument(ShowPart part, const ComparisonData& data, const std::vector<LogLine>& log)
{
    Json document = Json::object();
    document["schema"] = 1;
    document[rowsKey(part)] = rowsOf(part, data, log);
    return document;
}

std::string showJson(ShowPart part, const ComparisonData& data, const std::vector<LogLine>& log)
{
    return written(showDocument(part, data, log));
}

Result<ShowPart> showPartFrom(const std::string& word)
{
    constexpr std::array<std::string_view, 5> ofATrace {
        "trace", "kernels", "operators", "gpu", "ledger"};
    for (const auto& name : partNames)
        if (name.word == word)
            return name.part;
    if (std::find(ofATrace.begin(), ofATrace.end(), word) != ofATrace.end())
        return failure(ErrorKind::NotFound,
            "this recording holds no trace, and " + word
                + " needs one; the other parts of it are there");
    std::string known;
    for (const auto& name : partNames)
        known += (known.empty() ? "" : ", ") + std::string(name.word);
    return failure(
        ErrorKind::BadInput, "there is no part \"" + word + "\"; expected one of " + known);
}

} // namespace profiler
