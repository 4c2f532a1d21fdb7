// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/agent/agent.h"

#include <string>

namespace profiler::native {

/// The worker's agent, opened in this process: profiler/agent/agent.h by pointers.
class AgentLibrary {
public:
    /// Throws where the file cannot be opened, or speaks another ABI.
    explicit AgentLibrary(const std::string& path);

    decltype(&agent_set_device) setDevice = nullptr;
    decltype(&agent_last_error) lastError = nullptr;
    decltype(&agent_measure) measure = nullptr;
    decltype(&agent_measure_pipelined) measurePipelined = nullptr;
    decltype(&agent_observe_start) observeStart = nullptr;
    decltype(&agent_observe_stop) observeStop = nullptr;
    decltype(&agent_trace_start) traceStart = nullptr;
    decltype(&agent_trace_call) traceCall = nullptr;
    decltype(&agent_trace_stop) traceStop = nullptr;
    decltype(&agent_memory_start) memoryStart = nullptr;
    decltype(&agent_memory_stop) memoryStop = nullptr;
    decltype(&agent_memory_reset) memoryReset = nullptr;
    decltype(&agent_memory_read) memoryRead = nullptr;
};

} // namespace profiler::native
