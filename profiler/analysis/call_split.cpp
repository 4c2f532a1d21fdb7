// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/call_split.h"

#include "profiler/analysis/ended_traces.h"
#include "profiler/analysis/quantiles.h"
#include "profiler/analysis/time_by_call.h"

#include <algorithm>
#include <vector>

namespace profiler {

namespace {

/// The last one that traced calls.
const TraceSummary* traceOf(const ComparisonData& data, int variant, int caseIndex)
{
    const TraceSummary* found = nullptr;
    for (const auto& ended : endedTraces(data, variant, caseIndex, TracePass::Operators))
        if (!ended.trace->calls.empty())
            found = ended.trace;
    return found;
}

std::map<WorkKind, double> workOfCall(const TraceSummary& trace)
{
    std::map<WorkKind, double> work;
    for (const auto& stat : trace.operators)
        if (const auto kind = workKindOf(stat.name, stat.kind))
            work[*kind] += stat.selfPerCallNs;
    return work;
}

} // namespace

Measured<CallSplit> splitOfCall(
    const ComparisonData& data, const VariantResult& variant, int caseIndex)
{
    const auto* trace = traceOf(data, variant.variant, caseIndex);
    if (trace == nullptr)
        return missing("its calls were not traced");
    if (!variant.latency || variant.latency->p50.ns.value_or(0) <= 0)
        return missing("it has no steady calls");
    if (!trace->kernels.empty())
        return missing("its kernels ran on a device");
    const double traced = median(durationsOf(trace->calls)).value_or(0);
    CallSplit split {.medianNs = *variant.latency->p50.ns, .workNs = workOfCall(*trace)};
    double worked = 0;
    for (const auto& [kind, ns] : split.workNs)
        worked += ns;
    if (worked > split.medianNs) // operators on several threads, or slower under tracing
        for (auto& [kind, ns] : split.workNs)
            ns *= split.medianNs / worked;
    const double rest = std::max(0.0, split.medianNs - worked);
    split.hostNs = std::clamp(traced - worked, 0.0, rest);
    split.unexplainedNs = rest - split.hostNs;
    split.overheadRatio = traced / split.medianNs;
    return split;
}

} // namespace profiler
