// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_calls.h"

#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/device/usual_work.h"
#include "profiler/evidence/trace/device_work.h"
#include "profiler/evidence/trace/operator_summary.h"
#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace profiler {

namespace {

struct ClassUnion {
    std::vector<TimeSpan> own;
    std::vector<TimeSpan> withEarlier; ///< and of all classes named before: differences are what
                                       ///< a class adds
};

using ClassUnions = std::vector<ClassUnion>;

ClassUnions classUnions(const std::vector<DeviceWork>& work)
{
    ClassUnions unions;
    std::vector<TimeSpan> all;
    for (const auto kind : workKinds) {
        std::vector<TimeSpan> spans;
        for (const auto& one : work)
            if (one.kind == kind)
                spans.push_back(one.span);
        spans = unionOf(spans);
        all.insert(all.end(), spans.begin(), spans.end());
        all = unionOf(all);
        unions.push_back({.own = std::move(spans), .withEarlier = all});
    }
    return unions;
}

/// A class that others hide wholly adds nothing, and yet it is there.
std::map<WorkKind, std::int64_t> busyByClass(const ClassUnions& unions, TimeSpan window)
{
    std::map<WorkKind, std::int64_t> busy;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < workKinds.size(); ++i) {
        const auto covered = coveredNs(unions[i].withEarlier, window);
        if (covered > before || coveredNs(unions[i].own, window) > 0)
            busy[workKinds.at(i)] = covered - before;
        before = covered;
    }
    return busy;
}

void countKernels(const std::vector<DeviceWork>& work, TimeSpan window, DeviceCall& call)
{
    auto one = std::ranges::lower_bound(
        work, window.begin, {}, [](const DeviceWork& entry) { return entry.span.begin; });
    std::unordered_map<std::int32_t, bool> launches; // in a graph?
    for (; one != work.end() && one->span.begin < window.end; ++one) {
        if (!one->isKernel)
            continue;
        ++call.kernels;
        launches[one->correlation] = one->inGraph;
    }
    call.launches = static_cast<std::int64_t>(launches.size());
    call.graphLaunches
        = std::ranges::count_if(launches, [](const auto& launch) { return launch.second; });
}

} // namespace

std::int64_t busyInAllNs(const DeviceCall& call)
{
    return std::accumulate(call.busyNs.begin(), call.busyNs.end(), std::int64_t {0},
        [](std::int64_t sum, const auto& part) { return sum + part.second; });
}

std::vector<DeviceCall> deviceCalls(const std::vector<TraceCall>& calls, const TraceRows& rows)
{
    auto work = deviceWork(rows);
    if (work.empty())
        return {};
    std::ranges::sort(work, {}, [](const DeviceWork& one) { return one.span.begin; });
    const auto unions = classUnions(work);
    const IdleParts idle(rows);
    std::vector<DeviceCall> result;
    for (const auto& call : calls) {
        const TimeSpan window {call.startNs, call.endNs};
        auto& figures = result.emplace_back(
            DeviceCall {.durationNs = durationOf(call), .busyNs = busyByClass(unions, window)});
        for (const auto& part : idle.of(window))
            figures.idleNs[part.cause] += part.span.end - part.span.begin;
        countKernels(work, window, figures);
    }
    return result;
}

TraceSummary summaryOf(const TraceRows& rows, const std::vector<TraceCall>& calls)
{
    NameTexts names;
    for (const auto& name : rows.names)
        names.emplace(name.id, name.text);
    OperatorSummary operators(calls);
    operators.add(rows.operators);
    KernelSummary kernels(calls);
    kernels.add(rows.kernels);
    auto onDevice = deviceCalls(calls, rows);
    auto usual = usualWork(calls, rows, onDevice);
    return {.start = {.pass = TracePass::Operators},
        .calls = calls,
        .operators = operators.stats(names),
        .kernels = kernels.stats(names),
        .deviceCalls = std::move(onDevice),
        .usualWork = std::move(usual),
        .operatorRows = static_cast<std::int64_t>(rows.operators.size()),
        .kernelRows = static_cast<std::int64_t>(rows.kernels.size()),
        .apiRows = static_cast<std::int64_t>(rows.apis.size()),
        .copyRows = static_cast<std::int64_t>(rows.copies.size()),
        .ended = true};
}

} // namespace profiler
