// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/protocol_enums.h"

namespace profiler {

const char* processKindWord(ProcessKind kind)
{
    switch (kind) {
    case ProcessKind::Cold:
        return "cold";
    case ProcessKind::ColdKept:
        return "cold_kept";
    case ProcessKind::Paired:
        return "paired";
    case ProcessKind::Check:
        return "check";
    case ProcessKind::Trace:
        return "trace";
    }
    return "paired";
}

const char* memoryPhaseWord(MemoryPhase phase)
{
    switch (phase) {
    case MemoryPhase::Build:
        return "build";
    case MemoryPhase::Compile:
        return "compile";
    case MemoryPhase::WarmUp:
        return "warmup";
    case MemoryPhase::Steady:
        return "steady";
    }
    return "steady";
}

std::optional<MemoryPhase> memoryPhaseFrom(std::string_view word)
{
    for (const auto phase :
        {MemoryPhase::Build, MemoryPhase::Compile, MemoryPhase::WarmUp, MemoryPhase::Steady})
        if (word == memoryPhaseWord(phase))
            return phase;
    return std::nullopt;
}

const char* tracePassWord(TracePass pass)
{
    switch (pass) {
    case TracePass::Operators:
        return "operators";
    case TracePass::Graphs:
        return "graphs";
    case TracePass::Lines:
        return "lines";
    }
    return "operators";
}

std::optional<TensorRole> tensorRoleFrom(std::string_view word)
{
    if (word == "output")
        return TensorRole::Output;
    if (word == "loss")
        return TensorRole::Loss;
    if (word == "gradient")
        return TensorRole::Gradient;
    if (word == "parameter")
        return TensorRole::Parameter;
    return std::nullopt;
}

} // namespace profiler
