// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/script_recording.h"

#include "app/cli/terminal/console.h"
#include "app/cli/terminal/recording.h"
#include "profiler/model/case.h"
#include "profiler/model/enum_text.h"
#include "profiler/record/machine/nearest_name.h"
#include "profiler/record/script/discovery.h"
#include "profiler/record/script/script_plan.h"
#include "profiler/report/text/script_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace cli {
namespace {

using profiler::Plan;
using profiler::Result;
using profiler::ScriptCall;
using profiler::ScriptCalls;
using Json = nlohmann::ordered_json;

/// What the script prints goes to stderr, a line at a time: stdout is ours.
Result<ScriptCalls> discover(const Plan& plan)
{
    if (!profiler::isScript(plan.workload))
        return profiler::failure(profiler::ErrorKind::BadInput,
            "--list and --call look into a script: name one by --script FILE or --script-module "
            "NAME");
    const auto request = requestFor(plan, {});
    if (!request)
        return tl::unexpected(request.error());
    printError("Running the script once to see what of it can be measured.\n");
    return profiler::discoverCalls(
        *request, [](const std::string& line) { printError(line + "\n"); });
}

Json compileJson(const profiler::ScriptCompile& compile)
{
    Json settings = Json::object();
    for (const auto& [name, text] : compile.settings)
        settings[name] = Json::parse(text, nullptr, false);
    return {{"name", compile.name}, {"settings", std::move(settings)}, {"file", compile.place.file},
        {"line", compile.place.line}};
}

Json callJson(const ScriptCall& call)
{
    Json row {{"name", call.name}, {"kind", keyOf(call.kind)}, {"task", keyOf(call.task)}};
    putText(row, "class", call.className, "a function has none");
    putText(row, "file", call.place.file, "no line of the script's own calls it");
    row["line"] = call.place.line;
    row["calls"] = call.calls;
    row["total_ns"] = call.total.count();
    row["share"] = call.share ? Json(*call.share) : Json();
    if (!call.share)
        row["share_reason"] = "it was called once";
    row["in_event_loop"] = call.inEventLoop;
    row["in_threads"] = call.inThreads;
    row["in_processes"] = call.inProcesses;
    row["apart"] = call.apart;
    row["compiled"] = Json::array();
    for (const auto& compile : call.compiled)
        row["compiled"].push_back(compileJson(compile));
    return row;
}

Json foundJson(const ScriptCalls& found)
{
    Json rows = Json::array();
    for (const auto& call : found.calls)
        rows.push_back(callJson(call));
    Json document {{"schema", 1}, {"calls", std::move(rows)}, {"ended", keyOf(found.end)}};
    putText(document, "proposed", found.proposed ? found.calls[*found.proposed].name : "",
        "nothing of it can be measured");
    putText(document, "reason", found.proposed ? keyOf(found.reason) : "",
        "nothing of it can be measured");
    document["data_wait"] = found.dataWait ? Json(*found.dataWait) : Json();
    if (!found.dataWait)
        document["data_wait_reason"] = "it has no DataLoader that was seen";
    document["written"] = found.written;
    return document;
}

std::vector<std::string> namesOf(const ScriptCalls& found)
{
    std::vector<std::string> names;
    for (const auto& call : found.calls)
        names.push_back(call.name);
    return names;
}

/// By the name that was given, or the proposed one.
Result<const ScriptCall*> chosen(const Plan& plan, const ScriptCalls& found)
{
    using profiler::ErrorKind;
    const auto& name = plan.workload.call;
    if (name.empty() && found.proposed)
        return &found.calls[*found.proposed];
    if (name.empty())
        return profiler::failure(ErrorKind::BadInput, profiler::nothingToMeasure(found));
    const auto call = std::ranges::find(found.calls, name, &ScriptCall::name);
    if (call != found.calls.end())
        return &*call;
    const auto names = namesOf(found);
    return profiler::failure(ErrorKind::BadInput,
        profiler::unknownCall(name, found) + profiler::didYouMean(name, names));
}

void say(const std::vector<std::string>& sentences, bool json)
{
    for (const auto& sentence : sentences) {
        if (!json) {
            printError(sentence + "\n");
            continue;
        }
        const Json line {{"schema", 1}, {"event", "script"}, {"text", sentence}};
        printJson(line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    }
}

} // namespace

ExitCode listScriptCalls(const Plan& plan, bool json)
{
    const auto found = discover(plan);
    if (!found)
        return refuse(ExitCode::NotStarted, found.error().message);
    if (json)
        printDocument(foundJson(*found));
    else
        print(profiler::scriptCallsText(*found));
    return ExitCode::Done;
}

Result<Plan> withScriptCall(Plan plan, bool json)
{
    const auto found = discover(plan);
    if (!found)
        return tl::unexpected(found.error());
    const auto call = chosen(plan, *found);
    if (!call)
        return tl::unexpected(call.error());
    const bool proposed = plan.workload.call.empty();
    say(profiler::scriptSentences(*found, **call, proposed, plan.workload.ownFolder), json);
    return profiler::planOfCall(std::move(plan), *found, **call);
}

} // namespace cli
