// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/memory/memory_rows.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/evidence/lanes/missing_process.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/plan/device_kind.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace profiler {

namespace {

using Bytes = std::optional<std::int64_t>;

Bytes largest(const std::vector<const MemoryFact*>& facts, Bytes MemoryFact::*member)
{
    Bytes result;
    for (const auto* fact : facts) {
        const Bytes& value = fact->*member;
        if (value && *value > 0)
            result = std::max(result.value_or(0), *value);
    }
    return result;
}

/// The process itself and, while compiling, the compilers it started.
Bytes hostWithChildren(const std::vector<const MemoryFact*>& facts)
{
    Bytes result;
    for (const auto* fact : facts) {
        if (!fact->hostPeakBytes || *fact->hostPeakBytes <= 0)
            continue;
        std::int64_t sum = *fact->hostPeakBytes;
        if (fact->phase == MemoryPhase::Compile)
            sum += std::max<std::int64_t>(0, fact->childrenPeakBytes.value_or(0));
        result = std::max(result.value_or(0), sum);
    }
    return result;
}

std::vector<const MemoryFact*> factsOf(
    const ProcessRecord& process, int caseIndex, MemoryPhase phase)
{
    std::vector<const MemoryFact*> facts;
    for (const auto& fact : process.memory) {
        if (fact.phase == phase && fact.caseIndex.value_or(caseIndex) == caseIndex)
            facts.push_back(&fact);
    }
    return facts;
}

std::vector<const ProcessRecord*> finishedCold(
    const ComparisonData& data, int variant, int caseIndex)
{
    std::vector<const ProcessRecord*> processes;
    for (const auto& process : data.processes) {
        if (process.start.kind == ProcessKind::Cold && process.start.variant == variant
            && servesCase(process, caseIndex) && process.end
            && process.end->outcome == ProcessOutcome::Finished)
            processes.push_back(&process);
    }
    return processes;
}

auto largestOf(Bytes MemoryFact::*member)
{
    return [member](const std::vector<const MemoryFact*>& facts) { return largest(facts, member); };
}

/// What each process that reached the phase has of it.
template <typename Read>
std::vector<double> peaksOf(
    const std::vector<const ProcessRecord*>& processes, int caseIndex, MemoryPhase phase, Read read)
{
    std::vector<double> bytes;
    for (const auto* process : processes)
        if (const Bytes value = read(factsOf(*process, caseIndex, phase)))
            bytes.push_back(static_cast<double>(*value));
    return bytes;
}

std::int64_t whole(double bytes)
{
    return static_cast<std::int64_t>(std::llround(bytes));
}

Measured<MemoryFigure> figureOf(const std::vector<double>& bytes, const Reason& reason)
{
    const auto middle = median(bytes);
    if (!middle)
        return missing(reason);
    return MemoryFigure {.bytes = whole(*middle),
        .low = whole(*std::ranges::min_element(bytes)),
        .high = whole(*std::ranges::max_element(bytes)),
        .processes = static_cast<int>(bytes.size())};
}

struct Reasons {
    Reason host;
    Reason device;
};

bool compilesNothing(const ComparisonData& data, int variant)
{
    return data.plan.variants[static_cast<std::size_t>(variant)].kind == VariantKind::Eager;
}

/// Of a kind of device whose allocator keeps no peaks.
std::optional<Reason> whyNoPeaks(const ComparisonData& data)
{
    const auto* const traits = deviceTraits(data.plan.numeric.device);
    if (traits == nullptr || traits->kind == DeviceKind::Cpu || traits->noMemoryPeaks.empty())
        return std::nullopt;
    return recorded("the peak on " + std::string(traits->word)
        + " is not known: " + std::string(traits->noMemoryPeaks));
}

Reasons whyUnknown(const ComparisonData& data, int variant, MemoryPhase phase)
{
    if (data.plan.workload.spec == importedSpec)
        return {.host = {ReasonKind::NotInFile, {}}, .device = {ReasonKind::NotInFile, {}}};
    Reasons reasons {
        .host = {ReasonKind::PeakNotRead, {}}, .device = {ReasonKind::PeakNotRead, {}}};
    if (phase == MemoryPhase::Compile && compilesNothing(data, variant))
        reasons.host = reasons.device = {ReasonKind::CompilesNothing, {}};
    if (data.plan.numeric.device.starts_with("cpu"))
        reasons.device = {ReasonKind::RanOnCpu, {}};
    else if (auto none = whyNoPeaks(data))
        reasons.device = std::move(*none);
    return reasons;
}

PhaseMemory phaseOf(const ComparisonData& data, int variant, int caseIndex, MemoryPhase phase)
{
    PhaseMemory memory {.phase = phase};
    const auto processes = finishedCold(data, variant, caseIndex);
    auto why = whyUnknown(data, variant, phase);
    if (processes.empty() && data.plan.workload.spec != importedSpec)
        why.host = why.device = whyNoProcess(data, variant, ProcessKind::Cold, caseIndex);
    const auto figure = [&](auto read, const Reason& reason) {
        // What the first calls of a variant that compiles nothing take is no compile.
        const bool none = phase == MemoryPhase::Compile && compilesNothing(data, variant);
        return figureOf(
            none ? std::vector<double>() : peaksOf(processes, caseIndex, phase, read), reason);
    };
    memory.host = figure(hostWithChildren, why.host);
    memory.children = figure(largestOf(&MemoryFact::childrenPeakBytes), why.host);
    memory.hostAllocator = figure(largestOf(&MemoryFact::hostAllocatorPeakBytes), why.host);
    memory.device = figure(largestOf(&MemoryFact::devicePeakBytes), why.device);
    memory.reserved = figure(largestOf(&MemoryFact::deviceReservedBytes), why.device);
    return memory;
}

/// The difference of the shown medians; its interval from the ratio that the verdict uses.
Measured<MemoryDifference> differenceOf(const ComparisonData& data, const VariantResult& baseline,
    const VariantResult& variant, int caseIndex)
{
    const bool device = baseline.peakMemory.device && variant.peakMemory.device;
    const auto& own = device ? variant.peakMemory.device : variant.peakMemory.host;
    const auto& reference = device ? baseline.peakMemory.device : baseline.peakMemory.host;
    if (!own || !reference)
        return missing(own ? reference.error() : own.error());
    MemoryDifference difference {.bytes = *own - *reference};
    if (const auto ratio = memoryRatio(data, variant.variant, caseIndex)) {
        const auto at = [&](double times) {
            return whole(static_cast<double>(*reference) * ((1 / times) - 1));
        };
        difference.low = std::min(at(ratio->high), difference.bytes);
        difference.high = std::max(at(ratio->low), difference.bytes);
    }
    return difference;
}

MemoryRow rowOf(
    const ComparisonData& data, const CaseResult& caseResult, const VariantResult& variant)
{
    MemoryRow row {
        .variant = variant.variant, .name = variant.name, .verdict = variant.memoryVerdict};
    for (std::size_t i = 0; i < memoryPhases.size(); ++i)
        row.phases[i] = phaseOf(data, variant.variant, caseResult.caseIndex, memoryPhases[i]);
    if (variant.variant == 0)
        row.difference = missing(ReasonKind::ComparedWith);
    else
        row.difference
            = differenceOf(data, caseResult.variants.front(), variant, caseResult.caseIndex);
    if (const auto* limit = variant.limit(LimitKind::Memory))
        row.limit = *limit;
    return row;
}

bool hasFinishedCold(const ComparisonData& data, int variant)
{
    return std::ranges::any_of(data.processes, [variant](const ProcessRecord& process) {
        return process.start.kind == ProcessKind::Cold && process.start.variant == variant
            && process.end && process.end->outcome == ProcessOutcome::Finished;
    });
}

Measured<std::int64_t> medianOr(const std::vector<double>& bytes, const Reason& reason)
{
    const auto middle = median(bytes);
    if (!middle)
        return missing(reason);
    return whole(*middle);
}

std::vector<double> logarithmsOfPeaks(const std::vector<double>& values)
{
    std::vector<double> result(values.size());
    std::ranges::transform(values, result.begin(), [](double value) { return std::log(value); });
    return result;
}

/// Host and device, by process.
std::pair<std::vector<double>, std::vector<double>> steadyPeaks(
    const ComparisonData& data, int variant, int caseIndex)
{
    const auto processes = finishedCold(data, variant, caseIndex);
    return {peaksOf(processes, caseIndex, MemoryPhase::Steady, hostWithChildren),
        peaksOf(
            processes, caseIndex, MemoryPhase::Steady, largestOf(&MemoryFact::devicePeakBytes))};
}

} // namespace

MemoryPeaks memoryPeaks(const ComparisonData& data, int variant, int caseIndex, MemoryPhase phase)
{
    const bool imported = data.plan.workload.spec == importedSpec;
    if (!hasFinishedCold(data, variant)) {
        const auto reason = imported ? Reason {ReasonKind::NotInFile, {}}
                                     : whyNoProcess(data, variant, ProcessKind::Cold, caseIndex);
        return {.host = missing(reason), .device = missing(reason)};
    }
    const auto processes = finishedCold(data, variant, caseIndex);
    const bool reached = std::ranges::any_of(processes,
        [&](const ProcessRecord* process) { return !factsOf(*process, caseIndex, phase).empty(); });
    const bool onCpu = data.plan.numeric.device.starts_with("cpu");
    const auto unread = imported                    ? ReasonKind::NotInFile
        : phase == MemoryPhase::Compile && !reached ? ReasonKind::NothingCompiledForCase
                                                    : ReasonKind::PeakNotRead;
    const auto host = peaksOf(processes, caseIndex, phase, hostWithChildren);
    const auto device
        = peaksOf(processes, caseIndex, phase, largestOf(&MemoryFact::devicePeakBytes));
    return {.host = medianOr(host, {unread, {}}),
        .device = medianOr(
            device, whyNoPeaks(data).value_or(Reason {onCpu ? ReasonKind::RanOnCpu : unread, {}}))};
}

std::optional<Interval> memoryRatio(const ComparisonData& data, int variant, int caseIndex)
{
    const auto [baselineHost, baselineDevice] = steadyPeaks(data, 0, caseIndex);
    const auto [host, onDevice] = steadyPeaks(data, variant, caseIndex);
    const bool device = !baselineDevice.empty() && !onDevice.empty();
    return unpairedLogInterval(logarithmsOfPeaks(device ? baselineDevice : baselineHost),
        logarithmsOfPeaks(device ? onDevice : host));
}

std::vector<MemoryRow> memoryRows(const ComparisonData& data, const CaseResult& caseResult)
{
    std::vector<MemoryRow> rows;
    for (const auto& variant : caseResult.variants)
        rows.push_back(rowOf(data, caseResult, variant));
    return rows;
}

bool hasDeviceMemory(const std::vector<MemoryRow>& rows)
{
    return std::ranges::any_of(rows, [](const MemoryRow& row) {
        return std::ranges::any_of(
            row.phases, [](const PhaseMemory& phase) { return phase.device.has_value(); });
    });
}

} // namespace profiler
