// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/script/script_plan.h"

#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace profiler {
namespace {

using Json = nlohmann::json;

/// What is no setting of ours (a backend that is a function) is left out.
CompileSettings settingsOf(const ScriptCompile& compile)
{
    CompileSettings settings;
    for (const auto& [name, text] : compile.settings) {
        const auto value = Json::parse(text, nullptr, false);
        if (name == "mode" && value.is_string())
            settings.mode = value.get<std::string>();
        if (name == "backend" && value.is_string())
            settings.backend = value.get<std::string>();
        if (name == "dynamic" && value.is_boolean())
            settings.dynamic = value.get<bool>();
        if (name == "fullgraph" && value.is_boolean())
            settings.fullgraph = value.get<bool>();
        if (name == "options" && value.is_object())
            for (const auto& [option, each] : value.items())
                settings.options[option]
                    = each.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    if (settings.mode && !settings.options.empty())
        settings.mode.reset(); // torch takes one of them
    return settings;
}

/// Calls that cannot be held come in no order in which results could be compared, and nothing can
/// be watched around one of them.
void recordApart(Protocol& protocol)
{
    protocol.placement = Placement::Sequential;
    protocol.checkInputs = 0;
    protocol.traceCalls = 0;
    leaveOutNoise(protocol);
}

} // namespace

Plan planOfCall(Plan plan, const ScriptCalls& found, const ScriptCall& call)
{
    auto& workload = plan.workload;
    workload.call = call.name;
    workload.task = call.task;
    workload.calls.reset();
    if (cameToItsEnd(found.end) && call.calls > 0)
        workload.calls = call.calls;
    if (call.apart)
        recordApart(plan.protocol);
    const auto plain = std::ranges::find_if(plan.variants, [](const Variant& variant) {
        return variant == Variant {.name = "default", .kind = VariantKind::Compiled};
    });
    if (plain == plan.variants.end() || call.compiled.empty())
        return plan;
    if (const auto own = settingsOf(call.compiled.front()); own != CompileSettings {}) {
        plain->name = "as_written";
        plain->compile = own;
    }
    return plan;
}

} // namespace profiler
