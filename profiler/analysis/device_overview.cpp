// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/device_overview.h"

#include "profiler/analysis/quantiles.h"

#include <algorithm>

namespace profiler {

namespace {

/// The last one: a rerun's takes the place of an earlier one.
std::optional<TraceIndex> traceOf(const ComparisonData& data, int variant, int caseIndex)
{
    std::optional<TraceIndex> found;
    for (std::size_t process = 0; process < data.processes.size(); ++process) {
        const auto& record = data.processes[process];
        if (record.start.kind != ProcessKind::Trace || record.start.variant != variant)
            continue;
        for (std::size_t i = 0; i < record.traces.size(); ++i)
            if (record.traces[i].start.pass == TracePass::Operators
                && record.traces[i].start.caseIndex == caseIndex)
                found = TraceIndex {
                    .process = {static_cast<int>(process)}, .value = static_cast<int>(i)};
    }
    return found;
}

const TraceSummary& summaryOf(const ComparisonData& data, TraceIndex index)
{
    return data.processes[static_cast<std::size_t>(index.process.value)]
        .traces[static_cast<std::size_t>(index.value)];
}

std::optional<double> overheadOf(const TraceSummary& trace, const VariantResult& result)
{
    std::vector<double> calls;
    for (const auto& call : trace.calls)
        calls.push_back(static_cast<double>(call.endNs - call.startNs));
    const auto traced = median(calls);
    if (!traced || !result.latency || result.latency->p50.ns.value_or(0) <= 0)
        return std::nullopt;
    return *traced / *result.latency->p50.ns;
}

void readTrace(const ComparisonData& data, TraceIndex index, const TraceRowsOf& rowsOf,
    const VariantResult& result, VariantDevice& device)
{
    const auto& trace = summaryOf(data, index);
    device.overheadRatio = overheadOf(trace, result);
    if (!trace.deviceReason.empty()) {
        device.use = missing(trace.deviceReason);
        return;
    }
    const auto rows = rowsOf ? rowsOf(index) : Result<TraceRows>(TraceRows {});
    if (!rows) {
        device.use = missing(rows.error().message);
        return;
    }
    if (const auto use = deviceUse(deviceCalls(trace.calls, *rows)))
        device.use = *use;
    else
        device.use = missing("nothing ran on a device in its traced calls");
    if (const auto figures = deviceFigures(*rows))
        device.launchDelay = figures->launchDelay;
}

} // namespace

std::vector<VariantDevice> variantDevices(const ComparisonData& data, const CaseResult& result,
    const TraceRowsOf& rowsOf, const std::vector<RepetitionCounters>& counters)
{
    std::vector<VariantDevice> devices;
    for (const auto& variant : result.variants) {
        auto& device = devices.emplace_back(VariantDevice {.variant = variant.variant});
        if (const auto index = traceOf(data, variant.variant, result.caseIndex))
            readTrace(data, *index, rowsOf, variant, device);
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

} // namespace profiler
