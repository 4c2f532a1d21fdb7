// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/agent.h"
#include "profiler/agent/buffer.h"
#include "profiler/agent/device.h"

#include <ATen/record_function.h>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace {

/// Dynamo wraps every run of compiled code in such a window; the rest of the name is the compile
/// id. A call that Dynamo looked at but ran eagerly shows the lookup alone.
constexpr std::string_view regionPrefix = "Torch-Compiled Region: ";
constexpr std::string_view lookupName = "TorchDynamo Cache Lookup";

/// Counts of one observed call. Autograd runs operators on threads of its own, hence the mutex.
struct Observed {
    std::mutex mutex;
    std::map<std::string, std::int64_t, std::less<>> regions;
    std::int64_t lookups = 0;
    std::int64_t operators = 0;
    at::CallbackHandle handle = at::INVALID_CALLBACK_HANDLE;
};

Observed& observed()
{
    static Observed instance;
    return instance;
}

std::unique_ptr<at::ObserverContext> countStart(const at::RecordFunction& function)
{
    const std::string_view name = function.name();
    auto& counts = observed();
    const std::lock_guard lock(counts.mutex);
    if (name.substr(0, regionPrefix.size()) == regionPrefix)
        ++counts.regions[std::string(name.substr(regionPrefix.size()))];
    else if (name == lookupName)
        ++counts.lookups;
    else if (function.scope() == at::RecordScope::FUNCTION)
        ++counts.operators;
    return nullptr;
}

/// Compile ids are digits, slashes, '!' and '_': nothing to escape, and anything else is dropped.
std::string quoted(const std::string& id)
{
    std::string text = "\"";
    for (const char c : id)
        if (c >= ' ' && c != '"' && c != '\\')
            text += c;
    return text + '"';
}

std::string countsAsJson(const Observed& counts)
{
    std::string text = "{\"regions\": {";
    const char* separator = "";
    for (const auto& [id, runs] : counts.regions) {
        text += separator + quoted(id) + ": " + std::to_string(runs);
        separator = ", ";
    }
    text += "}, \"lookups\": " + std::to_string(counts.lookups)
        + ", \"operators\": " + std::to_string(counts.operators) + "}";
    return text;
}

} // namespace

int agent_observe_start(void)
{
    auto& counts = observed();
    if (counts.handle != at::INVALID_CALLBACK_HANDLE) {
        profiler::agent::holdError("the operator observer is on already");
        return -1;
    }
    counts.regions.clear();
    counts.lookups = 0;
    counts.operators = 0;
    try {
        counts.handle = at::addGlobalCallback(at::RecordFunctionCallback(&countStart)
                                                  .needsInputs(false)
                                                  .needsIds(false)
                                                  .samplingProb(1.0));
        return 0;
    } catch (const std::exception& error) {
        profiler::agent::holdError(profiler::agent::describe(error));
        return -1;
    }
}

int64_t agent_observe_stop(char* buffer, int64_t size)
{
    auto& counts = observed();
    if (counts.handle == at::INVALID_CALLBACK_HANDLE) {
        profiler::agent::holdError("the operator observer is not on");
        return -1;
    }
    try {
        at::removeCallback(counts.handle);
        counts.handle = at::INVALID_CALLBACK_HANDLE;
        const std::lock_guard lock(counts.mutex);
        return profiler::agent::copyOut(countsAsJson(counts), buffer, size);
    } catch (const std::exception& error) {
        profiler::agent::holdError(profiler::agent::describe(error));
        return -1;
    }
}
