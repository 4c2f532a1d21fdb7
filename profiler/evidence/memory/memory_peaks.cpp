// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/memory/memory_peaks.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/evidence/lanes/missing_process.h"
#include "profiler/model/imported_spec.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace profiler {

namespace {

struct Peaks {
    std::vector<double> host;
    std::vector<double> device;
    bool reached = false; ///< some process came to this phase
};

void raise(std::optional<std::int64_t>& largest, const std::optional<std::int64_t>& value)
{
    if (value && *value > 0)
        largest = std::max(largest.value_or(0), *value);
}

void addProcess(Peaks& peaks, const ProcessRecord& process, int caseIndex, MemoryPhase phase)
{
    std::optional<std::int64_t> host;
    std::optional<std::int64_t> device;
    for (const auto& fact : process.memory) {
        if (fact.phase != phase || fact.caseIndex.value_or(caseIndex) != caseIndex)
            continue;
        peaks.reached = true;
        auto withChildren = fact.hostPeakBytes;
        if (withChildren && phase == MemoryPhase::Compile)
            *withChildren += std::max<std::int64_t>(0, fact.childrenPeakBytes.value_or(0));
        raise(host, withChildren);
        raise(device, fact.devicePeakBytes);
    }
    if (host)
        peaks.host.push_back(static_cast<double>(*host));
    if (device)
        peaks.device.push_back(static_cast<double>(*device));
}

Peaks peaksOf(const ComparisonData& data, int variant, int caseIndex, MemoryPhase phase)
{
    Peaks peaks;
    for (const auto& process : data.processes) {
        if (process.start.kind == ProcessKind::Cold && process.start.variant == variant
            && servesCase(process, caseIndex) && process.end
            && process.end->outcome == ProcessOutcome::Finished)
            addProcess(peaks, process, caseIndex, phase);
    }
    return peaks;
}

bool hasFinishedCold(const ComparisonData& data, int variant)
{
    return std::ranges::any_of(data.processes, [variant](const ProcessRecord& process) {
        return process.start.kind == ProcessKind::Cold && process.start.variant == variant
            && process.end && process.end->outcome == ProcessOutcome::Finished;
    });
}

Measured<std::int64_t> medianOr(const std::vector<double>& bytes, const std::string& reason)
{
    const auto middle = median(bytes);
    if (!middle)
        return missing(reason);
    return static_cast<std::int64_t>(std::llround(*middle));
}

std::vector<double> logarithms(const std::vector<double>& values)
{
    std::vector<double> result(values.size());
    std::ranges::transform(values, result.begin(), [](double value) { return std::log(value); });
    return result;
}

} // namespace

MemoryPeaks memoryPeaks(const ComparisonData& data, int variant, int caseIndex, MemoryPhase phase)
{
    const bool imported = data.plan.workload.spec == importedSpec;
    if (!hasFinishedCold(data, variant)) {
        const auto reason = imported ? std::string(notInThisFile)
                                     : whyNoProcess(data, variant, ProcessKind::Cold);
        return {.host = missing(reason), .device = missing(reason)};
    }
    const auto peaks = peaksOf(data, variant, caseIndex, phase);
    const bool onCpu = data.plan.numeric.device.starts_with("cpu");
    const std::string unread = imported ? notInThisFile
        : phase == MemoryPhase::Compile && !peaks.reached
        ? "nothing was compiled for this case"
        : "the peak could not be read in this phase";
    return {.host = medianOr(peaks.host, unread),
        .device = medianOr(peaks.device, onCpu ? "it ran on the CPU" : unread)};
}

std::optional<Interval> memoryRatio(const ComparisonData& data, int variant, int caseIndex)
{
    const auto baseline = peaksOf(data, 0, caseIndex, MemoryPhase::Steady);
    const auto candidate = peaksOf(data, variant, caseIndex, MemoryPhase::Steady);
    const bool device = !baseline.device.empty() && !candidate.device.empty();
    return unpairedLogInterval(logarithms(device ? baseline.device : baseline.host),
        logarithms(device ? candidate.device : candidate.host));
}

} // namespace profiler
