// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/record/worker_link/facts_from_json.h"
#include "profiler/record/worker_link/json_reader.h"
#include "profiler/record/worker_link/memory_history_json.h"
#include "profiler/record/worker_link/text_lines.h"
#include "profiler/record/worker_link/worker_messages.h"

#include <array>
#include <functional>

namespace profiler {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t mostCalls = 100'000'000;
constexpr std::size_t mostWindows = 500'000;
constexpr std::size_t mostFields = 2'000; // of an environment
constexpr std::size_t longestReplySentence = 4'096;

/// Reads one message by `read`, which tells of offences through the reader.
template <typename Reply>
Result<Reply> readMessage(
    std::string_view text, const std::function<Reply(const JsonReader&, std::string&)>& read)
{
    const Json json = parseUntrusted(text);
    if (json.is_discarded())
        return failure(ErrorKind::BadData, "the worker sent a line that is not JSON");
    std::string offence;
    const JsonReader reader(json, &offence);
    Reply reply = read(reader, offence);
    if (!offence.empty())
        return failure(ErrorKind::BadData, "the worker sent a message in which " + offence);
    return reply;
}

/// The members of a list, each read by `read`.
template <typename Fact>
std::vector<Fact> listOf(const JsonReader& reader, const char* key, std::string& offence,
    Fact (*read)(const JsonReader&))
{
    std::vector<Fact> facts;
    reader.each(
        key, [&](const Json& member) { facts.push_back(read(JsonReader(member, &offence))); });
    return facts;
}

SpoolPiece spoolPieceFrom(const JsonReader& reader, std::string& offence)
{
    SpoolPiece piece;
    bool hasSpool = false;
    reader.eachField("spool", [&](const std::string&, const Json&) { hasSpool = true; });
    if (!hasSpool) {
        reader.offend("spool", "present");
        return piece;
    }
    reader.eachField("spool", [&](const std::string& name, const Json& value) {
        const Json pair {{name, value}};
        const JsonReader field(pair, &offence);
        if (name == "offset")
            piece.offset = field.integerOr("offset", 0);
        if (name == "calls")
            piece.calls = field.integerOr("calls", 0);
    });
    if (piece.offset < 0 || piece.calls < 0 || piece.calls > mostCalls)
        reader.offend("spool", "a piece of a file");
    return piece;
}

std::optional<nanoseconds> durationFrom(const JsonReader& reader, const char* key)
{
    const auto ns = reader.integer(key);
    return ns && *ns >= 0 ? std::optional(nanoseconds(*ns)) : std::nullopt;
}

TensorSpec tensorSpecFrom(const JsonReader& reader)
{
    TensorSpec spec {.name = reader.text("name"), .dtype = reader.text("dtype")};
    reader.each("shape", [&](const Json& size) {
        if (size.is_number_integer())
            spec.shape.push_back(size.get<std::int64_t>());
        else
            reader.offend("shape", "made of integers");
    });
    return spec;
}

MadeCase madeCaseFrom(const JsonReader& reader, std::string& offence)
{
    MadeCase made {.value = {.name = reader.text("name"),
                       .inputs = listOf(reader, "inputs", offence, tensorSpecFrom),
                       .items = reader.number("items")},
        .sets = reader.integerOr("sets", reader.integerOr("cycle", 1))};
    if (made.value.name.empty())
        reader.offend("name", "a case's name");
    if (made.sets < 1 || made.sets > mostCalls)
        reader.offend("sets", "a number of input sets");
    return made;
}

EnvironmentFields environmentFrom(const JsonReader& reader)
{
    EnvironmentFields fields;
    reader.eachField("environment", [&](const std::string& name, const Json& value) {
        if (value.is_null() || fields.size() >= mostFields || name.size() > longestReplySentence)
            return;
        auto text = value.is_string() ? value.get<std::string>()
                                      : value.dump(-1, ' ', false, Json::error_handler_t::replace);
        fields[name] = shortened(std::move(text), longestReplySentence);
    });
    return fields;
}

WorkerMessage eventFrom(const JsonReader& reader, std::string& offence)
{
    const auto event = reader.text("event");
    if (event == "stage")
        return WorkerEvent(StageEvent {reader.text("stage")});
    if (event == "progress")
        return WorkerEvent(DetailEvent {reader.text("text")});
    if (event == "compile")
        return WorkerEvent(compileFactFrom(reader));
    if (event == "graph_break")
        return WorkerEvent(graphBreakFactFrom(reader));
    if (event == "recompile")
        return WorkerEvent(recompileFactFrom(reader));
    if (event == "collection")
        return WorkerEvent(collectionFactFrom(reader));
    if (event == "source")
        return WorkerEvent(sourceFactFrom(reader, offence));
    if (event == "notice")
        return WorkerEvent(noticeFactFrom(reader));
    if (event == "generated_code")
        return WorkerEvent(GeneratedCodeEvent {.number = reader.index("number").value_or(0),
            .compileId = reader.text("compile_id"),
            .caseIndex = reader.index("case")});
    if (event == "compile_trace")
        return WorkerEvent(CompileTraceEvent {reader.index("number").value_or(0)});
    return UnknownMessage {};
}

WorkerComplaint complaintFrom(const Json& error, std::string& offence)
{
    const JsonReader reader(error, &offence);
    return {.errorClass = reader.text("class"),
        .sentence = shortened(reader.text("sentence"), longestReplySentence),
        .exception = reader.text("exception"),
        .traceback = reader.text("traceback"),
        .stage = reader.text("stage"),
        .caseIndex = reader.index("case")};
}

/// A row of integers alone; offends where it is not one of that length.
template <std::size_t size>
std::array<std::int64_t, size> integersOf(
    const Json& row, const char* key, const JsonReader& reader)
{
    std::array<std::int64_t, size> values {};
    bool whole = row.is_array() && row.size() == size;
    for (std::size_t i = 0; whole && i < size; ++i) {
        whole = row[i].is_number_integer();
        values[i] = whole ? row[i].get<std::int64_t>() : 0;
    }
    if (!whole)
        reader.offend(key, "made of rows of integers");
    return values;
}

/// [call, index of the compile id, start, end, bytes that came from an earlier graph]
GraphWindow graphWindowFrom(
    const Json& row, const std::vector<std::string>& ids, const JsonReader& reader)
{
    const auto [call, id, start, end, bytes] = integersOf<5>(row, "windows", reader);
    const bool whole = call >= 0 && call < mostCalls && id >= 0
        && id < static_cast<std::int64_t>(ids.size()) && end >= start && bytes >= 0;
    if (!whole) {
        reader.offend("windows", "made of runs of graphs");
        return {};
    }
    return {.call = static_cast<int>(call),
        .compileId = ids[static_cast<std::size_t>(id)],
        .startNs = start,
        .endNs = end,
        .inputBytes = bytes};
}

std::vector<GraphWindow> graphWindowsFrom(const JsonReader& reader)
{
    std::vector<std::string> ids;
    reader.each("graphs", [&](const Json& id) {
        if (id.is_string())
            ids.push_back(id.get<std::string>());
        else
            reader.offend("graphs", "made of compile ids");
    });
    std::vector<GraphWindow> windows;
    reader.each(
        "windows", [&](const Json& row) { windows.push_back(graphWindowFrom(row, ids, reader)); });
    if (windows.size() > mostWindows)
        reader.offend("windows", "short enough");
    return windows;
}

/// [whole, data wait or null, forward, backward, optimizer], none longer than the whole but for two
/// clocks that differ.
StepTimes stepTimesFrom(const Json& row, const JsonReader& reader)
{
    const auto isTime = [](const Json& value) {
        return value.is_number_integer() && value.get<std::int64_t>() >= 0;
    };
    constexpr std::size_t columns = 5;
    constexpr std::size_t dataWait = 1;
    bool whole = row.is_array() && row.size() == columns;
    for (std::size_t i = 0; whole && i < columns; ++i)
        whole = isTime(row[i]) || (i == dataWait && row[i].is_null());
    if (!whole) {
        reader.offend("steps", "made of times of a step");
        return {};
    }
    const auto at = [&row](std::size_t i) { return nanoseconds(row[i].get<std::int64_t>()); };
    return {.whole = at(0),
        .dataWait = row[dataWait].is_null() ? std::nullopt : std::optional(at(dataWait)),
        .forward = at(2),
        .backward = at(3),
        .optimizer = at(4)};
}

/// [file, line, function]
TracePlaces linesFrom(const JsonReader& reader)
{
    TracePlaces lines;
    reader.each("lines", [&](const Json& row) {
        if (!row.is_array() || row.size() != 3 || !row[0].is_string() || !row[1].is_number_integer()
            || !row[2].is_string())
            return reader.offend("lines", "made of lines");
        const auto line = row[1].get<std::int64_t>();
        lines.push_back({.id = static_cast<std::int32_t>(lines.size()) + 1,
            .file = row[0].get<std::string>(),
            .line = line > 0 && line < mostCalls ? static_cast<int>(line) : 0,
            .function = row[2].get<std::string>()});
    });
    return lines;
}

/// [time, index of the line]
CounterColumns samplesFrom(const JsonReader& reader, std::size_t lines)
{
    CounterColumns samples;
    reader.each("samples", [&](const Json& row) {
        const auto [time, index] = integersOf<2>(row, "samples", reader);
        if (index < 0 || index >= static_cast<std::int64_t>(lines))
            return reader.offend("samples", "of the lines told");
        samples.timeNs.push_back(time);
        samples.series.push_back(static_cast<std::int32_t>(index) + 1);
        samples.value.push_back(1);
    });
    return samples;
}

std::vector<TraceCall> traceCallsFrom(const JsonReader& reader)
{
    std::vector<TraceCall> calls;
    reader.each("calls", [&](const Json& row) {
        const auto [start, end] = integersOf<2>(row, "calls", reader);
        calls.push_back({.startNs = start, .endNs = end});
    });
    return calls;
}

ModuleUse moduleUseFrom(const JsonReader& reader)
{
    return {.path = reader.text("path"),
        .className = reader.text("class"),
        .callRatio = reader.number("call_ratio").value_or(0),
        .times = reader.number("times").value_or(0)};
}

/// A cost or a rate; what is not above zero was not measured.
std::optional<double> figureFrom(const JsonReader& reader, const char* key)
{
    const auto value = reader.number(key);
    return value && *value > 0 ? value : std::nullopt;
}

} // namespace

Result<WorkerMessage> messageFrom(std::string_view line)
{
    const Json json = parseUntrusted(line);
    if (!json.is_object())
        return failure(ErrorKind::BadData, "the worker sent a line that is not a JSON object");
    std::string offence;
    const JsonReader reader(json, &offence);
    WorkerMessage message;
    if (reader.has("event"))
        message = eventFrom(reader, offence);
    else if (reader.has("error"))
        message = complaintFrom(json.at("error"), offence);
    else if (reader.has("done"))
        message = DoneMessage {.command = reader.text("done"), .text = std::string(line)};
    else
        offence = "neither event, error nor done stands";
    if (!offence.empty())
        return failure(ErrorKind::BadData, "the worker sent a message in which " + offence);
    return message;
}

Result<SetupReply> setupReplyFrom(std::string_view text)
{
    return readMessage<SetupReply>(text, [](const JsonReader& reader, std::string& offence) {
        SetupReply reply {.phases = listOf(reader, "phases", offence, phaseFactFrom),
            .environment = environmentFrom(reader),
            .memory = listOf(reader, "memory", offence, memoryFactFrom),
            .notices = listOf(reader, "notices", offence, noticeFactFrom)};
        reader.eachField("agent", [&](const std::string& name, const Json& value) {
            if (name == "used" && value.is_boolean())
                reply.agentUsed = value.get<bool>();
            if (name == "reason" && value.is_string())
                reply.agentReason = value.get<std::string>();
        });
        reader.each("cases", [&](const Json& member) {
            reply.cases.push_back(madeCaseFrom(JsonReader(member, &offence), offence));
        });
        if (reply.cases.empty() || reply.cases.size() > 10'000)
            reader.offend("cases", "a list of cases");
        return reply;
    });
}

Result<WarmUpReply> warmUpReplyFrom(std::string_view text)
{
    return readMessage<WarmUpReply>(text, [](const JsonReader& reader, std::string& offence) {
        WarmUpReply reply {.spool = spoolPieceFrom(reader, offence),
            .started = UtcTime {reader.neededInteger("start_utc_ns")},
            .wall = durationFrom(reader, "wall_ns"),
            .cpu = durationFrom(reader, "cpu_ns"),
            .compileCount = reader.neededInteger("compile_count"),
            .memory = listOf(reader, "memory", offence, memoryFactFrom)};
        reader.each("compiled", [&](const Json& call) {
            if (call.is_number_integer() && call.get<std::int64_t>() >= 0
                && call.get<std::int64_t>() < reply.spool.calls)
                reply.compiled.push_back(call.get<std::int64_t>());
            else
                reader.offend("compiled", "made of indices of calls");
        });
        return reply;
    });
}

Result<BlockReply> blockReplyFrom(std::string_view text)
{
    return readMessage<BlockReply>(text, [](const JsonReader& reader, std::string& offence) {
        return BlockReply {.spool = spoolPieceFrom(reader, offence),
            .started = UtcTime {reader.neededInteger("start_utc_ns")},
            .wall = nanoseconds(reader.neededInteger("wall_ns")),
            .cpu = durationFrom(reader, "cpu_ns"),
            .pressureUs = reader.integer("cpu_pressure_us"),
            .compileCount = reader.neededInteger("compile_count")};
    });
}

Result<ProofFact> proofReplyFrom(std::string_view text)
{
    return readMessage<ProofFact>(text, [](const JsonReader& reader, std::string&) {
        ProofFact fact {.caseIndex = reader.index("case").value_or(0),
            .observed = reader.flag("observed"),
            .compileCount = reader.neededInteger("compile_count")};
        reader.eachField("regions", [&](const std::string& id, const Json& times) {
            if (times.is_number_integer() && times.get<std::int64_t>() >= 0
                && times.get<std::int64_t>() < mostCalls)
                fact.regions[id] = times.get<int>();
            else
                reader.offend("regions", "made of counts");
        });
        return fact;
    });
}

Result<std::vector<MemoryFact>> memoryReplyFrom(std::string_view text)
{
    return readMessage<std::vector<MemoryFact>>(
        text, [](const JsonReader& reader, std::string& offence) {
            return listOf(reader, "memory", offence, memoryFactFrom);
        });
}

Result<OutputsReply> outputsReplyFrom(std::string_view text)
{
    return readMessage<OutputsReply>(text, [](const JsonReader& reader, std::string&) {
        return OutputsReply {.randomOperators = reader.flag("random_operators"),
            .bytes = reader.integerOr("bytes", 0),
            .repeated = reader.flag("repeated"),
            .reason = reader.text("reason")};
    });
}

Result<StepPartsFact> partsReplyFrom(std::string_view text)
{
    return readMessage<StepPartsFact>(text, [](const JsonReader& reader, std::string&) {
        StepPartsFact fact {.reason = reader.text("reason")};
        reader.each(
            "steps", [&](const Json& row) { fact.steps.push_back(stepTimesFrom(row, reader)); });
        if (fact.steps.size() > mostPartSteps)
            reader.offend("steps", "short enough");
        return fact;
    });
}

Result<LossCurve> lossesReplyFrom(std::string_view text)
{
    return readMessage<LossCurve>(text, [](const JsonReader& reader, std::string&) {
        LossCurve curve {
            .randomOperators = reader.flag("random_operators"), .reason = reader.text("reason")};
        reader.each("losses", [&](const Json& loss) {
            if (!loss.is_null() && !loss.is_number())
                return reader.offend("losses", "made of numbers");
            curve.steps.push_back(
                {.loss = loss.is_null() ? std::nullopt : std::optional(loss.get<double>())});
        });
        if (curve.steps.size() > mostLossSteps)
            reader.offend("losses", "short enough");
        return curve;
    });
}

Result<std::vector<ModuleUse>> modulesReplyFrom(std::string_view text)
{
    using Modules = std::vector<ModuleUse>;
    return readMessage<Modules>(text, [](const JsonReader& reader, std::string& offence) {
        auto modules = listOf(reader, "modules", offence, moduleUseFrom);
        if (modules.size() > 100'000)
            reader.offend("modules", "a list of modules");
        return modules;
    });
}

Result<LoadReply> loadReplyFrom(std::string_view text)
{
    return readMessage<LoadReply>(text, [](const JsonReader& reader, std::string&) {
        return LoadReply {.wall = nanoseconds(reader.neededInteger("wall_ns")),
            .cpu = durationFrom(reader, "cpu_ns"),
            .pressureUs = reader.integer("cpu_pressure_us")};
    });
}

Result<TraceReply> traceReplyFrom(std::string_view text)
{
    return readMessage<TraceReply>(text, [](const JsonReader& reader, std::string& offence) {
        auto lines = linesFrom(reader);
        auto samples = samplesFrom(reader, lines.size());
        return TraceReply {.observed = reader.flag("observed"),
            .reason = reader.text("reason"),
            .compiled = reader.flag("compiled"),
            .deviceReason = reader.text("device_reason"),
            .graphs = graphWindowsFrom(reader),
            .constants = {.nullGraphNs = figureFrom(reader, "null_graph_ns"),
                .wrapperNs = figureFrom(reader, "wrapper_ns"),
                .bytesPerSecond = figureFrom(reader, "bytes_per_second")},
            .lines = std::move(lines),
            .samples = std::move(samples),
            .calls = traceCallsFrom(reader),
            .memory = listOf(reader, "memory", offence, memoryHistoryFrom),
            .memoryReason = shortened(reader.text("memory_reason"), longestReplySentence)};
    });
}

Result<RoofsReply> roofsReplyFrom(std::string_view text)
{
    return readMessage<RoofsReply>(text, [](const JsonReader& reader, std::string& offence) {
        RoofsReply reply {.roofs = listOf(reader, "roofs", offence, roofFactFrom),
            .reason = shortened(reader.text("reason"), longestReplySentence)};
        if (reply.roofs.size() > enumKeys<RoofKind>().size())
            reader.offend("roofs", "short enough");
        return reply;
    });
}

Result<CallWorkFact> workReplyFrom(std::string_view text)
{
    return readMessage<CallWorkFact>(text, callWorkFactFrom);
}

Result<TrialFact> trialReplyFrom(std::string_view text)
{
    return readMessage<TrialFact>(text, trialFactFrom);
}

} // namespace profiler
