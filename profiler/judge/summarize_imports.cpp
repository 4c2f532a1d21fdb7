// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/summarize_imports.h"

#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/device/device_use.h"
#include "profiler/evidence/kernels/call_split.h"
#include "profiler/evidence/kernels/waterfall.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <algorithm>

namespace profiler {

namespace {

bool isLog(const ProcessRecord& process)
{
    return process.start.kind == ProcessKind::Cold && process.memory.empty();
}

template <typename See>
void forEachProcess(const ComparisonData& data, int variant, See see)
{
    for (const auto& process : data.processes)
        if (process.start.variant == variant)
            see(process);
}

std::vector<TimePart> partsOf(const std::vector<WaterfallBar>& bars)
{
    std::vector<TimePart> parts;
    for (const auto& bar : bars)
        parts.push_back({.key = waterfallStepKey(bar.step),
            .name = waterfallStepName(bar.step),
            .baselineNs = bar.baselineNs,
            .variantNs = bar.variantNs});
    return parts;
}

TraceFacts traceFacts(const ComparisonData& data, const VariantResult& variant, int caseIndex)
{
    const auto* trace = tracedCallsOf(data, variant.variant, caseIndex).trace;
    if (trace == nullptr || trace->calls.empty())
        return {};
    TraceFacts facts {.hasTrace = true, .device = importedDevice(data, variant.variant)};
    facts.marksSteps = variant.latency.has_value();
    facts.steps = static_cast<int>(trace->calls.size());
    if (const auto split = splitOfCall(data, variant, caseIndex)) {
        facts.stepNs = split->medianNs;
        facts.busyRatio = split->busyRatio;
        facts.parts = partsOf(stepsOf(*split));
    }
    if (const auto use = deviceUse(*trace, std::nullopt)) {
        facts.kernels = use->kernels;
        facts.launches = use->launches;
        facts.graphLaunches = use->graphLaunches;
    } else {
        facts.noDevice = trace->deviceReason.empty()
            ? Reason {ReasonKind::NothingOnDeviceInSteps, {}}
            : recorded(trace->deviceReason);
    }
    return facts;
}

LogFacts logFacts(const ComparisonData& data, int variant)
{
    LogFacts facts;
    forEachProcess(data, variant, [&](const ProcessRecord& process) {
        if (!isLog(process))
            return;
        facts.hasLog = true;
        for (const auto& compile : process.compiles) {
            ++facts.compiles;
            facts.compileNs += static_cast<double>(compile.duration.count());
            facts.failed += compile.failType.empty() ? 0 : 1;
            facts.cacheHits += compile.cache == "hit" ? 1 : 0;
            facts.cacheMisses += compile.cache == "miss" ? 1 : 0;
        }
        facts.recompiles += static_cast<int>(process.recompiles.size());
    });
    if (facts.hasLog)
        facts.breaks = static_cast<int>(graphBreaks(data, variant, std::nullopt).size());
    return facts;
}

void raise(std::optional<std::int64_t>& peak, const std::optional<std::int64_t>& bytes)
{
    if (bytes)
        peak = std::max(peak.value_or(0), *bytes);
}

PeakFacts peakFacts(const ComparisonData& data, int variant)
{
    PeakFacts facts;
    forEachProcess(data, variant, [&](const ProcessRecord& process) {
        for (const auto& fact : process.memory) {
            facts.hasMemory = true;
            raise(facts.deviceBytes, fact.devicePeakBytes);
            raise(facts.reservedBytes, fact.deviceReservedBytes);
            raise(facts.hostBytes, fact.hostAllocatorPeakBytes);
        }
    });
    return facts;
}

TraceDifference differenceOf(const Waterfall& waterfall, int variant)
{
    return {.variant = variant,
        .baselineNs = waterfall.baseline.medianNs,
        .variantNs = waterfall.variant.medianNs,
        .onDevice = waterfall.onDevice,
        .parts = partsOf(waterfall.bars)};
}

/// Readings of an allocator alone, as of a snapshot, make no trace of calls.
bool hasTrace(const ComparisonData& data, int variant)
{
    bool found = false;
    forEachProcess(data, variant, [&](const ProcessRecord& process) {
        found = found || std::ranges::any_of(process.traces, [](const TraceSummary& trace) {
            return !trace.calls.empty();
        });
    });
    return found;
}

} // namespace

ComparisonKind comparisonKindOf(const ComparisonData& data)
{
    if (data.plan.workload.spec != importedSpec)
        return ComparisonKind::Recording;
    int traced = 0;
    bool logs = false;
    for (std::size_t i = 0; i < data.plan.variants.size(); ++i) {
        const auto variant = static_cast<int>(i);
        traced += hasTrace(data, variant) ? 1 : 0;
        logs = logs || hasCompileLog(data, variant);
    }
    if (traced > 1)
        return ComparisonKind::TraceDifference;
    if (traced == 1)
        return ComparisonKind::Trace;
    return logs ? ComparisonKind::CompileLog : ComparisonKind::MemorySnapshot;
}

bool hasCompileLog(const ComparisonData& data, int variant)
{
    bool found = false;
    forEachProcess(
        data, variant, [&](const ProcessRecord& process) { found = found || isLog(process); });
    return found;
}

std::string importedDevice(const ComparisonData& data, int variant)
{
    std::string device;
    forEachProcess(data, variant, [&](const ProcessRecord& process) {
        if (device.empty())
            device = fieldIn(process.environment, "device_name");
    });
    return device;
}

ImportedSummary summarizeImports(const ComparisonData& data, const CaseResult& inCase)
{
    ImportedSummary summary;
    for (const auto& variant : inCase.variants) {
        summary.variants.push_back({.variant = variant.variant,
            .name = variant.name,
            .trace = traceFacts(data, variant, inCase.caseIndex),
            .log = logFacts(data, variant.variant),
            .memory = peakFacts(data, variant.variant)});
        if (variant.variant == 0)
            continue;
        if (const auto waterfall = waterfallOf(data, inCase, variant.variant))
            summary.differences.push_back(differenceOf(*waterfall, variant.variant));
        else
            summary.noDifference = waterfall.error();
    }
    return summary;
}

} // namespace profiler
