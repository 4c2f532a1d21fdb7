// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/trace_rows.h"

#include "profiler/evidence/device/device_overview.h"
#include "profiler/evidence/device/device_use.h"
#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/kernels/kernel_details.h"
#include "profiler/evidence/ranks/device_shares.h"
#include "profiler/evidence/trace/collective_kind.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/evidence/trace/time_by_call.h"
#include "profiler/evidence/trace/trace_figures.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/json/show_rows.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace profiler {
namespace {

constexpr auto noDevice = "nothing ran on a device";
constexpr auto notEnded = "the process went before it told the rest";

Json countedTimeJson(const CountedTime& time)
{
    return {{"count", time.count}, {"sum_ns", time.sumNs}, {"union_ns", time.unionNs}};
}

Json completenessOf(const TraceSummary& trace)
{
    const auto& losses = trace.losses;
    Json row {{"complete", trace.ended && isComplete(losses)}, {"dropped", losses.dropped},
        {"refused", losses.refused}, {"zero_timestamps", losses.zeroTimestamps},
        {"negative_durations", losses.negativeDurations},
        {"launches_without_kernel", losses.launchesWithoutKernel},
        {"kernels_without_launch", losses.kernelsWithoutLaunch}, {"spans_lost", losses.spansLost},
        {"clock_step_ns", losses.clockStepNs}, {"reasons", losses.reasons}};
    if (!trace.ended)
        row["reasons"].push_back(notEnded);
    return row;
}

std::optional<double> medianOf(
    const std::vector<TracedCall>& calls, std::int64_t TracedCall::*figure)
{
    std::vector<double> values;
    for (const auto& call : calls)
        values.push_back(static_cast<double>(call.*figure));
    return median(values);
}

Json overheadOf(std::optional<double> untraced, const TraceSummary& trace)
{
    Json overhead = Json::object();
    constexpr auto notTimed = "no steady call to compare with";
    const auto ratio = overheadRatio(trace, untraced);
    putNumber(overhead, "ratio", ratio, notTimed);
    put(overhead, "splits_the_timed_call",
        ratio ? std::optional(splitsTimedCall(trace, *ratio)) : std::nullopt, notTimed);
    return overhead;
}

/// Counts and busy share of one call, as `show FILE gpu` and the window have them.
void putCallOnDevice(
    Json& row, const TraceSummary& trace, std::optional<double> untraced, const std::string& reason)
{
    const auto use = deviceUse(trace, untraced);
    const auto why = use || !ranOnDevice(trace) ? reason : reasonText(use.error());
    const auto add = [&](const char* key, std::int64_t DeviceUse::*figure) {
        put(row, key, use ? std::optional((*use).*figure) : std::nullopt, why);
    };
    putNumber(row, "busy_ratio", use ? std::optional(use->busyInAllRatio) : std::nullopt, why);
    add("kernels_per_call", &DeviceUse::kernels);
    add("launches_per_call", &DeviceUse::launches);
    add("graph_launches_per_call", &DeviceUse::graphLaunches);
}

void putDevice(Json& row, const std::optional<DeviceFigures>& figures, const std::string& reason)
{
    if (!figures) {
        for (const char* key : {"kernels", "memcpys", "memsets", "busy_ns", "span_ns", "idle_ns",
                 "streams", "gaps", "launch_delay"})
            putMissing(row, key, reason);
        return;
    }
    row["kernels"] = countedTimeJson(figures->kernels);
    row["memcpys"] = countedTimeJson(figures->memcpys);
    row["memsets"] = countedTimeJson(figures->memsets);
    row["busy_ns"] = figures->busyNs;
    row["span_ns"] = figures->spanNs;
    row["idle_ns"] = figures->idleNs;
    row["streams"] = Json::array();
    for (const auto& stream : figures->streams)
        row["streams"].push_back(
            {{"device", stream.device}, {"stream", stream.stream}, {"busy_ns", stream.busyNs}});
    row["gaps"] = figures->gapsNs;
    if (figures->launchDelay)
        row["launch_delay"] = launchDelayJson(*figures->launchDelay);
    else
        putMissing(row, "launch_delay", "no launch was recorded");
}

/// Of all traced calls together: what was busy, by class, and idle, by cause, adds up to them.
void putUse(Json& row, const TraceSummary& trace, const std::string& reason)
{
    if (!ranOnDevice(trace)) {
        for (const char* key : {"busy_by_class_ns", "idle_by_cause_ns", "host_bound_ratio"})
            putMissing(row, key, reason);
        return;
    }
    std::map<WorkKind, std::int64_t> busy;
    std::map<IdleCause, std::int64_t> idle;
    std::int64_t sum = 0;
    for (const auto& call : trace.deviceCalls) {
        sum += call.durationNs;
        for (const auto& [kind, ns] : call.busyNs)
            busy[kind] += ns;
        for (const auto& [cause, ns] : call.idleNs)
            idle[cause] += ns;
    }
    row["busy_by_class_ns"] = Json::object();
    for (const auto& [kind, ns] : busy)
        row["busy_by_class_ns"][keyOf(kind)] = ns;
    row["idle_by_cause_ns"] = Json::object();
    for (const auto& [cause, ns] : idle)
        row["idle_by_cause_ns"][keyOf(cause)] = ns;
    row["host_bound_ratio"]
        = sum > 0 ? static_cast<double>(hostBoundOf(idle)) / static_cast<double>(sum) : 0;
}

void putCalls(Json& row, const std::vector<TracedCall>& calls)
{
    const auto ns = [](std::optional<double> value) {
        return value ? std::optional(std::llround(*value)) : std::nullopt;
    };
    put(row, "call_ns", ns(medianOf(calls, &TracedCall::durationNs)), "no call was traced");
    put(row, "operator_ns", ns(medianOf(calls, &TracedCall::operatorNs)), "no call was traced");
    row["steps"] = Json::array();
    for (const auto& call : calls)
        row["steps"].push_back({{"name", call.name}, {"duration_ns", call.durationNs},
            {"operator_ns", call.operatorNs}, {"busy_ns", call.busyNs}});
}

struct Details {
    std::map<std::string, KernelDetails> byName;
    std::map<std::string, std::vector<KernelOnDevice>> byDevice; ///< empty: there is one
};

Details detailsOf(const ComparisonData& data, const TraceSummary& trace, TraceIndex index,
    const TraceRowsOf& rowsOf)
{
    if (trace.kernels.empty() || !rowsOf)
        return {};
    const auto rows = rowsOf(index);
    const auto& process = data.processes[static_cast<std::size_t>(index.process.value)];
    if (!rows)
        return {};
    return {.byName = kernelDetails(*rows, kernelDevice(process.environment)),
        .byDevice = kernelsByDevice(*rows)};
}

/// Of several devices how much of a kernel each ran.
void putDevices(Json& row, const std::string& kernel, const Details& details)
{
    if (details.byDevice.empty())
        return;
    row["devices"] = Json::array();
    if (const auto found = details.byDevice.find(kernel); found != details.byDevice.end())
        for (const auto& one : found->second)
            row["devices"].push_back(
                {{"device", one.device}, {"count", one.count}, {"total_ns", one.totalNs}});
}

Json sourceJson(const KernelSource& source)
{
    Json row {{"count", source.count}};
    const auto putText = [&](const char* key, const std::string& text) {
        row[key] = text.empty() ? Json() : Json(text);
    };
    putText("operator", source.operatorName);
    putText("module", source.module);
    putText("file", source.file);
    row["line"] = source.line > 0 ? Json(source.line) : Json();
    return row;
}

Json kernelRow(const KernelStat& stat, const Details& details)
{
    Json row {{"name", stat.name}, {"class", keyOf(kernelClassOf(stat.name))},
        {"count", stat.count}, {"total_ns", stat.totalNs},
        {"mean_ns", stat.totalNs / std::max<std::int64_t>(1, stat.count)}, {"min_ns", stat.minNs},
        {"max_ns", stat.maxNs}, {"per_call_ns", stat.perCallNs}};
    if (kernelClassOf(stat.name) == WorkKind::Communication)
        row["collective"] = keyOf(collectiveKindOf(stat.name));
    putDevices(row, stat.name, details);
    const auto found = details.byName.find(stat.name);
    const auto known = found == details.byName.end() ? KernelDetails {} : found->second;
    put(row, "launch_delay_ns", known.launchDelayNs,
        "no launch of it was recorded, or it is no first node of a CUDA graph");
    putNumber(row, "occupancy_ratio", known.occupancyRatio,
        "its launch shape or the limits of the device are not known");
    row["launched_by"] = Json::array();
    for (const auto& source : known.sources)
        row["launched_by"].push_back(sourceJson(source));
    return row;
}

/// As a row of a kernel has it, so that all rows of a variant add up: time of its own.
Json hostRow(const OperatorStat& stat, WorkKind kind)
{
    constexpr auto notLaunched = "it ran on the host, where nothing is launched";
    constexpr auto notKept = "of work on the host the sum is kept";
    Json row {{"name", stat.name}, {"class", keyOf(kind)}, {"kind", keyOf(stat.kind)},
        {"count", stat.count}, {"total_ns", stat.selfNs},
        {"mean_ns", stat.selfNs / std::max<std::int64_t>(1, stat.count)}};
    putMissing(row, "min_ns", notKept);
    putMissing(row, "max_ns", notKept);
    row["per_call_ns"] = stat.selfPerCallNs;
    putMissing(row, "launch_delay_ns", notLaunched);
    putMissing(row, "occupancy_ratio", notLaunched);
    row["launched_by"] = Json::array();
    return row;
}

/// What computes on the CPU, told apart as compareWork does: compiled kernels and operators.
Json hostWorkRows(const TraceSummary& trace)
{
    std::vector<std::pair<const OperatorStat*, WorkKind>> work;
    for (const auto& stat : trace.operators)
        if (const auto kind = workKindOf(stat.name, stat.kind))
            work.emplace_back(&stat, *kind);
    std::ranges::stable_sort(
        work, std::ranges::greater {}, [](const auto& entry) { return entry.first->selfNs; });
    Json rows = Json::array();
    for (const auto& [stat, kind] : work)
        rows.push_back(hostRow(*stat, kind));
    return rows;
}

/// A trace of another tool does not tell where it was meant to run.
bool ranOnHost(const ComparisonData& data, const TraceSummary& trace)
{
    return trace.kernels.empty() && data.plan.numeric.device == "cpu"
        && data.plan.workload.spec != importedSpec;
}

Json beginOfRow(const Plan& plan, const ProcessStart& start, const TraceSummary& trace)
{
    Json row = Json::object();
    putVariant(row, plan, start.variant);
    putCase(row, plan, trace.start.caseIndex);
    row["calls"] = trace.calls.size();
    return row;
}

} // namespace

Json rowsOfTraces(const ComparisonData& data, TracePass pass, const FillTraceRow& fill)
{
    Json rows = Json::array();
    for (std::size_t process = 0; process < data.processes.size(); ++process) {
        const auto& record = data.processes[process];
        for (std::size_t i = 0; i < record.traces.size(); ++i) {
            const auto& trace = record.traces[i];
            if (trace.start.pass != pass)
                continue;
            auto row = beginOfRow(data.plan, record.start, trace);
            fill(row, record.start, trace,
                {.process = {static_cast<int>(process)}, .value = static_cast<int>(i)});
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

Json launchDelayJson(const LaunchDelay& delay)
{
    return {{"n", delay.n}, {"min_ns", delay.minNs}, {"p50_ns", delay.p50Ns},
        {"p95_ns", delay.p95Ns}, {"max_ns", delay.maxNs}};
}

Json traceRows(const ComparisonData& data, const TraceRowsOf& rowsOf)
{
    const auto result = judge(data);
    return rowsOfTraces(data, TracePass::Operators,
        [&](Json& row, const ProcessStart& start, const TraceSummary& trace, TraceIndex index) {
            const auto bulk = rowsOf ? rowsOf(index)
                                     : Result<TraceRows>(failure(ErrorKind::NotFound,
                                         "the rows of the trace are not at hand"));
            const auto calls = tracedCalls(trace.calls, bulk.value_or(TraceRows {}));
            putCalls(row, calls);
            const auto& inCase = result.cases.at(static_cast<std::size_t>(trace.start.caseIndex));
            const auto untraced
                = untracedNs(data, inCase.variants.at(static_cast<std::size_t>(start.variant)));
            row["overhead"] = overheadOf(untraced, trace);
            const std::string none
                = trace.deviceReason.empty() ? std::string(noDevice) : trace.deviceReason;
            putDevice(row, bulk ? deviceFigures(*bulk) : std::nullopt,
                bulk ? none : bulk.error().message);
            putUse(row, trace, none);
            putCallOnDevice(row, trace, untraced, none);
            row["completeness"] = completenessOf(trace);
        });
}

Json kernelRows(const ComparisonData& data, const TraceRowsOf& rowsOf)
{
    return rowsOfTraces(data, TracePass::Operators,
        [&](Json& row, const ProcessStart&, const TraceSummary& trace, TraceIndex index) {
            const bool onHost = ranOnHost(data, trace);
            const std::string none = trace.deviceReason.empty() ? noDevice : trace.deviceReason;
            if (onHost || !trace.kernels.empty())
                row["measured_on"] = onHost ? "cpu" : "device";
            else
                putMissing(row, "measured_on", none);
            row["kernels"] = onHost ? hostWorkRows(trace) : Json::array();
            if (trace.kernels.empty() && row["kernels"].empty())
                row["kernels_reason"] = none;
            const auto details = detailsOf(data, trace, index, rowsOf);
            for (const auto& stat : trace.kernels)
                row["kernels"].push_back(kernelRow(stat, details));
        });
}

Json operatorRows(const ComparisonData& data)
{
    return rowsOfTraces(data, TracePass::Operators,
        [&](Json& row, const ProcessStart&, const TraceSummary& trace, TraceIndex) {
            row["operators"] = Json::array();
            for (const auto& stat : trace.operators)
                row["operators"].push_back({{"name", stat.name}, {"kind", keyOf(stat.kind)},
                    {"count", stat.count}, {"total_ns", stat.totalNs}, {"self_ns", stat.selfNs},
                    {"self_per_call_ns", stat.selfPerCallNs}});
        });
}

} // namespace profiler
