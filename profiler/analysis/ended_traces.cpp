// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/ended_traces.h"

namespace profiler {

std::vector<EndedTrace> endedTraces(
    const ComparisonData& data, int variant, int caseIndex, TracePass pass)
{
    std::vector<EndedTrace> found;
    for (const auto& process : data.processes) {
        if (process.start.kind != ProcessKind::Trace || process.start.variant != variant)
            continue;
        for (const auto& trace : process.traces)
            if (trace.start.pass == pass && trace.start.caseIndex == caseIndex && trace.ended)
                found.push_back({.process = &process, .trace = &trace});
    }
    return found;
}

} // namespace profiler
