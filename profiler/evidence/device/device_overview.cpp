// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_overview.h"

#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/evidence/trace/time_by_call.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <optional>

namespace profiler {

namespace {

std::optional<LaunchDelay> launchDelayOf(const TraceRowsOf& rowsOf, TraceIndex index)
{
    const auto rows = rowsOf ? rowsOf(index) : Result<TraceRows>(TraceRows {});
    const auto figures = rows ? deviceFigures(*rows) : std::nullopt;
    return figures ? figures->launchDelay : std::nullopt;
}

void readTrace(const EndedTrace& traced, const TraceRowsOf& rowsOf,
    std::optional<double> untracedNs, VariantDevice& device)
{
    const auto& trace = *traced.trace;
    device.overheadRatio = overheadRatio(trace, untracedNs);
    if (device.overheadRatio && !splitsTimedCall(trace, *device.overheadRatio)) {
        device.use = missing({ReasonKind::TooFarToSplit, {TimesAsLong {*device.overheadRatio}}});
        return;
    }
    if (!ranOnDevice(trace) && !trace.deviceReason.empty()) {
        device.use = missing(recorded(trace.deviceReason));
        return;
    }
    device.use = deviceUse(trace, untracedNs);
    if (device.use)
        device.launchDelay = launchDelayOf(rowsOf, traced.index);
}

struct Taken {
    double joules = 0;
    double seconds = 0;
    double calls = 0;
};

Taken takenIn(
    const ComparisonData& data, const RepetitionCounters& counters, int variant, int caseIndex)
{
    constexpr double perSecond = 1e9;
    Taken taken;
    const auto* power = seriesOf(counters.series, "power_watts");
    if (power == nullptr)
        return taken;
    for (const auto& lane : lanesAtWork(data, counters.repetition)) {
        if (!lane.timed() || lane.again || lane.variant != variant || lane.caseIndex != caseIndex)
            continue;
        if (const auto joules = integralDuring(*power, lane.span)) {
            taken.joules += *joules;
            taken.seconds += static_cast<double>(lane.span.end - lane.span.begin) / perSecond;
            taken.calls += static_cast<double>(lane.calls);
        }
    }
    return taken;
}

} // namespace

std::optional<double> untracedNs(const ComparisonData& data, const VariantResult& result)
{
    const bool imported = data.plan.workload.spec == importedSpec;
    return result.latency && !imported ? result.latency->median().ns : std::nullopt;
}

std::vector<VariantDevice> variantDevices(const ComparisonData& data, const CaseResult& result,
    const TraceRowsOf& rowsOf, const std::vector<RepetitionCounters>& counters)
{
    std::vector<VariantDevice> devices;
    for (const auto& variant : result.variants) {
        auto& device = devices.emplace_back();
        device.variant = variant.variant;
        if (const auto traced = tracedCallsOf(data, variant.variant, result.caseIndex);
            traced.trace != nullptr)
            readTrace(traced, rowsOf, untracedNs(data, variant), device);
        else
            device.use = missing(whyNotTraced(data, variant.variant, result.caseIndex));
        device.energy = energyPerCall(data, counters, variant.variant, result.caseIndex);
    }
    return devices;
}

std::vector<RepetitionCounters> countersOfRepetitions(
    const ComparisonData& data, MonitorSource source, const MonitorRowsOf& countersOf)
{
    std::vector<RepetitionCounters> counters;
    for (std::size_t i = 0; i < data.monitors.size(); ++i) {
        const auto& monitor = data.monitors[i];
        if (monitor.start.source != source || !monitor.start.repetition || monitor.rows == 0
            || !countersOf)
            continue;
        if (const auto rows = countersOf({static_cast<int>(i)}))
            counters.push_back(
                {.repetition = *monitor.start.repetition, .series = counterSeries(*rows)});
    }
    return counters;
}

std::optional<double> timedMedian(const ComparisonData& data,
    const std::vector<RepetitionCounters>& counters, const std::string& series, int variant,
    int caseIndex)
{
    std::vector<double> medians;
    for (const auto& repetition : counters) {
        const auto* read = seriesOf(repetition.series, series);
        if (read == nullptr)
            continue;
        std::vector<TimeSpan> spans;
        for (const auto& lane : lanesAtWork(data, repetition.repetition))
            if (lane.timed() && !lane.again && lane.variant == variant
                && lane.caseIndex == caseIndex)
                spans.push_back(lane.span);
        if (const auto value = medianDuring(*read, spans))
            medians.push_back(*value);
    }
    return median(medians);
}

std::string missingReason(
    const ComparisonData& data, MonitorSource source, const std::string& series)
{
    for (const auto& monitor : data.monitors) {
        if (monitor.start.source != source)
            continue;
        for (const auto* key : {series.c_str(), "device"})
            if (const auto reason = monitor.missing.find(key); reason != monitor.missing.end())
                return reason->second;
    }
    return {};
}

Measured<EnergyPerCall> energyPerCall(const ComparisonData& data,
    const std::vector<RepetitionCounters>& counters, int variant, int caseIndex)
{
    std::vector<double> joules;
    Taken all;
    for (const auto& repetition : counters) {
        const auto taken = takenIn(data, repetition, variant, caseIndex);
        if (taken.calls <= 0 || taken.joules <= 0)
            continue;
        joules.push_back(taken.joules / taken.calls);
        all.joules += taken.joules;
        all.seconds += taken.seconds;
    }
    const auto estimate = mean(joules);
    if (!estimate)
        return missing(ReasonKind::PowerNotRead);
    EnergyPerCall energy {.joules = {*estimate, *estimate, *estimate},
        .repetitions = static_cast<int>(joules.size()),
        .meanWatts = all.seconds > 0 ? all.joules / all.seconds : 0};
    if (const auto interval = tInterval(joules))
        energy.joules = *interval;
    return energy;
}

} // namespace profiler
