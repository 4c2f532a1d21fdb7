// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/latency/slow_call.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

/// Which call of a process compiled what: compiles tell when they began, blocks when they did.
namespace profiler {

struct ProcessRecord;

struct CallPlace {
    std::size_t block = 0; ///< index among the process's blocks
    std::size_t call = 0;

    auto operator<=>(const CallPlace&) const = default;
};

/// What torch did in one call.
struct CompileInCall {
    SlowCause cause = SlowCause::FirstCompile;
    SlowEvidence evidence;
    double ns = 0; ///< that compiling, or recording a graph, took
    bool told = false; ///< false: torch did not say how long
};

struct CompilesInCalls {
    std::map<CallPlace, CompileInCall> calls;
    /// By block: in calls that are discarded before it.
    std::map<std::size_t, CompileInCall> discarded;
};

/// Of one case, clock Call.
[[nodiscard]] CompilesInCalls compilesInCalls(const ProcessRecord& process, int caseIndex);

} // namespace profiler
