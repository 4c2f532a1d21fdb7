// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_overview.h"
#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/trace/host_lines.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/json/show_rows.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <set>
#include <string>

namespace profiler {
namespace {

void putUse(Json& row, const VariantDevice& device)
{
    if (!device.use) {
        for (const char* key : {"busy_ratio", "busy", "idle", "host_bound_ratio",
                 "kernels_per_call", "launches_per_call", "graph_launches_per_call"})
            putMissing(row, key, reasonText(device.use.error()));
        return;
    }
    const auto& use = *device.use;
    row["busy_ratio"] = {{"estimate", use.busyInAllRatio}};
    const auto bound = [&](double Interval::*side) {
        return use.busyInterval ? std::optional((*use.busyInterval).*side) : std::nullopt;
    };
    putNumber(row["busy_ratio"], "low", bound(&Interval::low), "it needs two traced calls");
    putNumber(row["busy_ratio"], "high", bound(&Interval::high), "it needs two traced calls");
    row["busy"] = Json::object();
    for (const auto& [kind, ratio] : use.busyRatio)
        row["busy"][keyOf(kind)] = ratio;
    row["idle"] = Json::object();
    for (const auto& [cause, ratio] : use.idleRatio)
        row["idle"][keyOf(cause)] = ratio;
    row["host_bound_ratio"] = hostBoundOf(use.idleRatio);
    row["kernels_per_call"] = use.kernels;
    row["launches_per_call"] = use.launches;
    row["graph_launches_per_call"] = use.graphLaunches;
}

void putEnergy(Json& row, const VariantDevice& device)
{
    if (!device.energy) {
        putMissing(row, "energy_joules_per_call", reasonText(device.energy.error()));
        putMissing(row, "mean_watts", reasonText(device.energy.error()));
        return;
    }
    row["energy_joules_per_call"] = intervalJson(device.energy->joules);
    row["energy_joules_per_call"]["repetitions"] = device.energy->repetitions;
    row["mean_watts"] = device.energy->meanWatts;
}

using Counters = std::vector<RepetitionCounters>;

std::set<std::string> namesOf(const Counters& counters)
{
    std::set<std::string> names;
    for (const auto& repetition : counters)
        for (const auto& series : repetition.series)
            names.insert(series.name);
    return names;
}

/// What each counter told while the calls were timed.
Json countersJson(const ComparisonData& data, const Counters& host, const Counters& device,
    int variant, int caseIndex)
{
    Json counters = Json::object();
    for (const auto* source : {&host, &device})
        for (const auto& name : namesOf(*source))
            if (const auto value = timedMedian(data, *source, name, variant, caseIndex))
                counters[name] = *value;
    return counters;
}

Json seriesJson(const CounterSeries& series)
{
    Json row {{"name", series.name}, {"n", series.value.size()}};
    putNumber(row, "min", quantile(series.value, 0), "never read");
    putNumber(row, "median", median(series.value), "never read");
    putNumber(row, "max", quantile(series.value, 1), "never read");
    return row;
}

Json lineRow(const HostLine& line)
{
    const bool known = !line.file.empty();
    return {{"file", known ? Json(line.file) : Json()}, {"line", known ? Json(line.line) : Json()},
        {"function", line.function}, {"samples", line.samples},
        {"share_ratio", intervalJson(line.share)}, {"per_call_ns", line.perCallNs}};
}

std::string whyNone(const TraceSummary& trace)
{
    return trace.losses.reasons.empty() ? "no sample fell into a call" : trace.losses.reasons[0];
}

void putLines(Json& row, const TraceSummary& trace, const Result<TraceRows>& rows)
{
    row["lines"] = Json::array();
    if (!rows) {
        row["lines_reason"] = rows.error().message;
        return;
    }
    const auto host = hostLines(trace, *rows);
    row["samples"] = host.samples;
    row["call_ns"] = host.callNs;
    for (const auto& line : host.lines)
        row["lines"].push_back(lineRow(line));
    if (host.lines.empty())
        row["lines_reason"] = whyNone(trace);
}

} // namespace

Json gpuRows(const ComparisonData& data, const ShownBulk& bulk)
{
    const auto host = countersOfRepetitions(data, MonitorSource::Host, bulk.countersOf);
    const auto device = countersOfRepetitions(data, MonitorSource::Device, bulk.countersOf);
    const auto result = judge(data);
    Json rows = Json::array();
    for (const auto& caseResult : result.cases)
        for (const auto& one : variantDevices(data, caseResult, bulk.rowsOf, device)) {
            Json row = Json::object();
            putVariant(row, data.plan, one.variant);
            putCase(row, data.plan, caseResult.caseIndex);
            putUse(row, one);
            if (one.launchDelay)
                row["launch_delay"] = launchDelayJson(*one.launchDelay);
            else
                putMissing(row, "launch_delay",
                    one.use ? std::string("no launch was recorded") : reasonText(one.use.error()));
            putNumber(row, "overhead_ratio", one.overheadRatio, "no traced call to compare with");
            putEnergy(row, one);
            row["counters"] = countersJson(data, host, device, one.variant, caseResult.caseIndex);
            rows.push_back(std::move(row));
        }
    return rows;
}

Json monitorRows(const ComparisonData& data, const MonitorRowsOf& countersOf)
{
    Json rows = Json::array();
    for (std::size_t i = 0; i < data.monitors.size(); ++i) {
        const auto& monitor = data.monitors[i];
        Json row {{"source", monitor.start.source == MonitorSource::Host ? "host" : "device"},
            {"device", monitor.start.device}};
        put(row, "repetition", monitor.start.repetition, "while calls were traced");
        row["rows"] = monitor.rows;
        row["missing"] = monitor.missing;
        row["series"] = Json::array();
        const auto read
            = countersOf ? countersOf({static_cast<int>(i)}) : Result<MonitorRows>(MonitorRows {});
        if (read)
            for (const auto& series : counterSeries(*read))
                row["series"].push_back(seriesJson(series));
        else
            row["series_reason"] = read.error().message;
        rows.push_back(std::move(row));
    }
    return rows;
}

Json hostLineRows(const ComparisonData& data, const TraceRowsOf& rowsOf)
{
    return rowsOfTraces(data, TracePass::Lines,
        [&](Json& row, const ProcessStart&, const TraceSummary& trace, TraceIndex index) {
            putLines(row, trace, rowsOf(index));
        });
}

} // namespace profiler
