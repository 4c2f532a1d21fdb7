// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/ended_traces.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"

namespace profiler {

bool isTraced(const ProcessRecord& process)
{
    return process.start.kind == ProcessKind::Trace || process.start.kind == ProcessKind::Look;
}

std::vector<EndedTrace> endedTraces(
    const ComparisonData& data, int variant, int caseIndex, TracePass pass)
{
    std::vector<EndedTrace> found;
    for (std::size_t i = 0; i < data.processes.size(); ++i) {
        const auto& process = data.processes[i];
        if (!isTraced(process) || process.start.variant != variant)
            continue;
        for (std::size_t k = 0; k < process.traces.size(); ++k) {
            const auto& trace = process.traces[k];
            if (trace.start.pass == pass && trace.start.caseIndex == caseIndex && trace.ended)
                found.push_back({.process = &process,
                    .trace = &trace,
                    .index = {.process = {static_cast<int>(i)}, .value = static_cast<int>(k)}});
        }
    }
    return found;
}

Reason whyNotTraced(const ComparisonData& data, int variant, int caseIndex)
{
    for (const auto& process : data.processes) {
        if (!isTraced(process) || process.start.variant != variant)
            continue;
        for (const auto& trace : process.traces)
            if (trace.start.pass == TracePass::Operators && trace.start.caseIndex == caseIndex
                && !trace.losses.reasons.empty())
                return {ReasonKind::CallsNotTracedToTheEnd, {trace.losses.reasons.front()}};
    }
    return {ReasonKind::CallsNotTraced, {}};
}

EndedTrace tracedCallsOf(const ComparisonData& data, int variant, int caseIndex)
{
    EndedTrace found;
    for (const auto& ended : endedTraces(data, variant, caseIndex, TracePass::Operators))
        if (!ended.trace->calls.empty())
            found = ended;
    return found;
}

} // namespace profiler
