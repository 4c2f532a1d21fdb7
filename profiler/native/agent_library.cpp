// SPDX-License-Identifier: Apache-2.0
#include "profiler/native/agent_library.h"

#include <dlfcn.h>
#include <stdexcept>

namespace profiler::native {
namespace {

template <typename Function>
void resolve(void* library, Function& function, const char* name)
{
    function = reinterpret_cast<Function>(::dlsym(library, name)); // NOLINT(*-reinterpret-cast)
    if (function == nullptr)
        throw std::runtime_error(std::string("the agent has no ") + name);
}

} // namespace

AgentLibrary::AgentLibrary(const std::string& path)
{
    auto* library = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr)
        throw std::runtime_error(std::string("the agent cannot be opened: ")
            + ::dlerror()); // NOLINT(concurrency-mt-unsafe): one thread
    decltype(&agent_abi) abi = nullptr;
    resolve(library, abi, "agent_abi");
    if (abi() != FUSESCOPE_AGENT_ABI)
        throw std::runtime_error("the agent speaks another ABI than the runner");
    resolve(library, setDevice, "agent_set_device");
    resolve(library, lastError, "agent_last_error");
    resolve(library, measure, "agent_measure");
    resolve(library, measurePipelined, "agent_measure_pipelined");
    resolve(library, observeStart, "agent_observe_start");
    resolve(library, observeStop, "agent_observe_stop");
    resolve(library, traceStart, "agent_trace_start");
    resolve(library, traceCall, "agent_trace_call");
    resolve(library, traceStop, "agent_trace_stop");
    resolve(library, memoryStart, "agent_memory_start");
    resolve(library, memoryStop, "agent_memory_stop");
    resolve(library, memoryReset, "agent_memory_reset");
    resolve(library, memoryRead, "agent_memory_read");
}

} // namespace profiler::native
