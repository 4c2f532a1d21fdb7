// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/usual_work.h"

#include "profiler/evidence/trace/device_work.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"
#include "profiler/statistics/order_interval.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

namespace profiler {

namespace {

/// Too few values for ranks have an interval as wide as that of their mean; one has none.
Interval medianOf(const std::vector<double>& values)
{
    const auto ascending = sorted(values);
    const double middle = median(ascending).value_or(0);
    if (const auto ranks = medianInterval(ascending); ranks.lower && ranks.upper)
        return {middle, *ranks.lower, *ranks.upper};
    const auto aroundMean = tInterval(values);
    const double half = aroundMean ? aroundMean->high - aroundMean->estimate : 0;
    return {middle, middle - half, middle + half};
}

void add(const Interval& part, Interval& sum)
{
    sum.estimate += part.estimate;
    sum.low += part.low;
    sum.high += part.high;
}

using WorkOfCall = std::span<const DeviceWork>;

/// Of ascending work; nullopt: some of it overlaps, or reaches over an edge of the call.
std::optional<WorkOfCall> oneAfterTheOther(
    const std::vector<DeviceWork>& work, const TraceCall& call)
{
    const auto begin = std::ranges::lower_bound(
        work, call.startNs, {}, [](const DeviceWork& one) { return one.span.begin; });
    auto end = begin;
    auto at = begin == work.begin() ? call.startNs : std::prev(begin)->span.end;
    for (; end != work.end() && end->span.begin < call.endNs; ++end) {
        if (end->span.begin < at)
            return std::nullopt;
        at = end->span.end;
    }
    if (at > call.endNs || (begin != work.begin() && std::prev(begin)->span.end > call.startNs))
        return std::nullopt;
    return WorkOfCall(begin, end);
}

/// nullopt: calls differ in what they run, or it overlaps.
std::optional<std::vector<WorkOfCall>> recurringWork(
    const std::vector<TraceCall>& calls, const std::vector<DeviceWork>& work)
{
    std::vector<WorkOfCall> found;
    for (const auto& call : calls) {
        const auto one = oneAfterTheOther(work, call);
        if (!one
            || !std::ranges::equal(*one, found.empty() ? *one : found.front(), {},
                &DeviceWork::name, &DeviceWork::name))
            return std::nullopt;
        found.push_back(*one);
    }
    return found;
}

} // namespace

UsualWork usualWork(const std::vector<DeviceCall>& onDevice)
{
    UsualWork usual;
    for (const auto kind : workKinds) {
        std::vector<double> times;
        for (const auto& call : onDevice)
            if (const auto found = call.busyNs.find(kind); found != call.busyNs.end())
                times.push_back(static_cast<double>(found->second));
        if (times.empty())
            continue;
        times.resize(onDevice.size());
        add(medianOf(times), usual[kind]);
    }
    return usual;
}

UsualWork usualWork(const std::vector<TraceCall>& calls, const TraceRows& rows,
    const std::vector<DeviceCall>& onDevice)
{
    auto work = deviceWork(rows);
    std::ranges::sort(work, {}, [](const DeviceWork& one) { return one.span.begin; });
    const auto recurring = recurringWork(calls, work);
    if (!recurring)
        return usualWork(onDevice);
    UsualWork usual;
    std::vector<double> times(recurring->size());
    for (std::size_t i = 0; i < (times.empty() ? 0 : recurring->front().size()); ++i) {
        std::ranges::transform(*recurring, times.begin(), [i](WorkOfCall call) {
            return static_cast<double>(call[i].span.end - call[i].span.begin);
        });
        add(medianOf(times), usual[recurring->front()[i].kind]);
    }
    return usual;
}

} // namespace profiler
