// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/call_split.h"

#include "profiler/evidence/device/device_use.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/evidence/trace/time_by_call.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>

namespace profiler {

namespace {

/// Without collectives, which run on threads of their own.
std::map<WorkKind, double> workOfCall(const TraceSummary& trace)
{
    std::map<WorkKind, double> work;
    for (const auto& stat : trace.operators)
        if (const auto kind = workKindOf(stat.name, stat.kind);
            kind && !isCollective(stat.name, stat.kind))
            work[*kind] += stat.selfPerCallNs;
    return work;
}

double collectivesOfCall(const TraceSummary& trace)
{
    double ns = 0;
    for (const auto& stat : trace.operators)
        if (isCollective(stat.name, stat.kind))
            ns += stat.selfPerCallNs;
    return ns;
}

/// Python and operators: what a trace slows down is taken as it was.
CallSplit splitOnHost(const TraceSummary& trace, double medianNs)
{
    const double traced = median(durationsOf(trace.calls)).value_or(0);
    CallSplit split {.medianNs = medianNs, .workNs = workOfCall(trace)};
    double worked = 0;
    for (const auto& [kind, ns] : split.workNs)
        worked += ns;
    if (worked > medianNs) // operators on several threads, or slower under tracing
        for (auto& [kind, ns] : split.workNs)
            ns *= medianNs / worked;
    const double rest = std::max(0.0, medianNs - worked);
    split.hostNs = std::clamp(traced - worked, 0.0, rest);
    split.unexplainedNs = rest - split.hostNs;
    // As far as the host did nothing else meanwhile: the rest ran beside its work.
    const double waited = std::min(collectivesOfCall(trace), split.hostNs);
    if (waited > 0)
        split.workNs[WorkKind::Communication] += waited;
    split.hostNs -= waited;
    return split;
}

CallSplit splitOnDevice(const DeviceUse& use, double medianNs)
{
    CallSplit split {.medianNs = medianNs, .busyRatio = use.busyInAllRatio};
    for (const auto& [kind, share] : use.busyRatio)
        split.workNs[kind] = share * medianNs;
    for (const auto& [cause, share] : use.idleRatio)
        (cause == IdleCause::Other ? split.unexplainedNs : split.idleNs[cause]) = share * medianNs;
    return split;
}

} // namespace

const TraceSummary* trustedTrace(
    const ComparisonData& data, const VariantResult& variant, int caseIndex)
{
    const auto* trace = tracedCallsOf(data, variant.variant, caseIndex).trace;
    if (trace == nullptr || data.plan.workload.spec == importedSpec || !variant.latency)
        return trace;
    const auto overhead = overheadRatio(*trace, variant.latency->median().ns);
    return splitsTimedCall(*trace, overhead.value_or(1)) ? trace : nullptr;
}

Measured<CallSplit> splitOfCall(
    const ComparisonData& data, const VariantResult& variant, int caseIndex)
{
    const auto* trace = tracedCallsOf(data, variant.variant, caseIndex).trace;
    if (trace == nullptr)
        return missing(whyNotTraced(data, variant.variant, caseIndex));
    const bool imported = data.plan.workload.spec == importedSpec;
    double medianNs = variant.latency ? variant.latency->median().ns.value_or(0) : 0;
    if (medianNs <= 0 && imported)
        medianNs = median(durationsOf(trace->calls)).value_or(0);
    if (medianNs <= 0)
        return missing(ReasonKind::WithoutSteadyCalls);
    const double overhead = imported ? 1 : overheadRatio(*trace, medianNs).value_or(1);
    if (!splitsTimedCall(*trace, overhead))
        return missing({ReasonKind::TooFarToSplit, {TimesAsLong {overhead}}});
    CallSplit split;
    if (!ranOnDevice(*trace))
        split = splitOnHost(*trace, medianNs);
    else if (const auto use = deviceUse(*trace, imported ? std::nullopt : std::optional(medianNs)))
        split = splitOnDevice(*use, medianNs);
    else
        return missing(use.error());
    split.overheadRatio = overhead;
    return split;
}

} // namespace profiler
