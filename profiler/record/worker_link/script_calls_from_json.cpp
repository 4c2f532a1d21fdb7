// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/record/worker_link/json_reader.h"
#include "profiler/record/worker_link/text_lines.h"
#include "profiler/record/worker_link/worker_messages.h"

#include <nlohmann/json.hpp>

namespace profiler {
namespace {

using Json = nlohmann::json;

constexpr std::size_t mostListed = 500;
constexpr std::size_t longestScriptText = 4'096;

std::string scriptText(const JsonReader& reader, const char* key)
{
    return shortened(cleanText(reader.text(key)), longestScriptText);
}

/// The value of a key of ours; another one offends.
template <typename Value>
Value valueFrom(const JsonReader& reader, const char* key)
{
    const auto value = fromKey<Value>(reader.text(key));
    if (!value)
        reader.offend(key, "a word of the protocol");
    return value.value_or(Value {});
}

ScriptPlace placeFrom(const JsonReader& reader)
{
    return {.file = scriptText(reader, "file"),
        .line = reader.index("line").value_or(0),
        .function = scriptText(reader, "function")};
}

ScriptCompile scriptCompileFrom(const JsonReader& reader)
{
    ScriptCompile compile {.name = scriptText(reader, "name"), .place = placeFrom(reader)};
    reader.eachField("settings", [&](const std::string& name, const Json& value) {
        if (compile.settings.size() < mostListed)
            compile.settings[name] = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    });
    return compile;
}

/// A share may be above 1: calls within calls are told apart.
std::optional<double> shareFrom(const JsonReader& reader, const char* key)
{
    const auto value = reader.number(key);
    return value && *value >= 0 ? value : std::nullopt;
}

ScriptCall scriptCallFrom(const JsonReader& reader, std::string& offence)
{
    ScriptCall call {.name = scriptText(reader, "name"),
        .kind = valueFrom<ScriptCallKind>(reader, "kind"),
        .task = valueFrom<Task>(reader, "task"),
        .className = scriptText(reader, "class"),
        .place = placeFrom(reader),
        .calls = reader.integerOr("calls", 0),
        .total = nanoseconds(reader.integerOr("total_ns", 0)),
        .share = shareFrom(reader, "share"),
        .inEventLoop = reader.flag("in_event_loop"),
        .inThreads = reader.integerOr("in_threads", 0),
        .inProcesses = reader.integerOr("in_processes", 0),
        .apart = reader.flag("apart")};
    reader.each("compiled", [&](const Json& member) {
        if (call.compiled.size() < mostListed)
            call.compiled.push_back(scriptCompileFrom(JsonReader(member, &offence)));
    });
    if (call.name.empty() || call.calls < 0 || call.total.count() < 0 || call.inThreads < 0
        || call.inProcesses < 0)
        reader.offend("candidates", "made of calls");
    return call;
}

void readProposal(const JsonReader& reader, ScriptCalls& found, std::string& offence)
{
    const auto index = reader.index("index");
    if (!index || static_cast<std::size_t>(*index) >= found.calls.size()) {
        offence = "the proposed call is none of those told";
        return;
    }
    found.proposed = static_cast<std::size_t>(*index);
    found.reason = valueFrom<ProposalReason>(reader, "reason");
}

/// The member under `key` where it is an object.
const Json* memberOf(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_object() ? &*found : nullptr;
}

void readAll(const Json& json, ScriptCalls& found, std::string& offence)
{
    const JsonReader reader(json, &offence);
    found.end = valueFrom<DiscoveryEnd>(reader, "ended");
    found.how = scriptText(reader, "how");
    found.processes = reader.integerOr("processes", 0);
    found.readsStdin = reader.flag("reads_stdin");
    reader.each("candidates", [&](const Json& member) {
        if (found.calls.size() < mostListed)
            found.calls.push_back(scriptCallFrom(JsonReader(member, &offence), offence));
    });
    reader.each("written", [&](const Json& path) {
        if (path.is_string() && found.written.size() < mostListed)
            found.written.push_back(
                shortened(cleanText(path.get<std::string>()), longestScriptText));
    });
    if (const auto* data = memberOf(json, "data")) {
        const JsonReader values(*data, &offence);
        found.loaderWorkers = values.index("workers").value_or(0);
        found.dataWait = shareFrom(values, "wait_share");
    }
    if (const auto* proposal = memberOf(json, "proposed"))
        readProposal(JsonReader(*proposal, &offence), found, offence);
}

} // namespace

Result<ScriptCalls> scriptCallsFrom(std::string_view text)
{
    const Json json = parseUntrusted(text);
    if (!json.is_object())
        return failure(ErrorKind::BadData, "the worker sent a line that is not JSON");
    ScriptCalls found;
    std::string offence;
    readAll(json, found, offence);
    if (!offence.empty())
        return failure(ErrorKind::BadData, "the worker sent a message in which " + offence);
    return found;
}

} // namespace profiler
