// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_use.h"

#include "profiler/evidence/device/usual_work.h"
#include "profiler/evidence/trace/time_by_call.h"
#include "profiler/model/trace.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace profiler {

namespace {

/// In the middle of the calls; one in which it did not occur counts with 0.
template <typename ValueOf>
double medianOver(const std::vector<DeviceCall>& calls, ValueOf valueOf)
{
    std::vector<double> values;
    for (const auto& call : calls)
        values.push_back(static_cast<double>(valueOf(call)));
    return median(values).value_or(0);
}

std::int64_t countIn(const std::vector<DeviceCall>& calls, std::int64_t DeviceCall::*figure)
{
    std::vector<std::int64_t> counts;
    for (const auto& call : calls)
        counts.push_back(call.*figure);
    return upperMedian(std::move(counts)).value_or(0);
}

UsualWork workIn(const TraceSummary& trace)
{
    return trace.usualWork.empty() ? usualWork(trace.deviceCalls) : trace.usualWork;
}

Interval sumOf(const UsualWork& work)
{
    Interval sum;
    for (const auto& [kind, ns] : work) {
        sum.estimate += ns.estimate;
        sum.low += ns.low;
        sum.high += ns.high;
    }
    return sum;
}

std::map<IdleCause, double> usualIdle(const std::vector<DeviceCall>& calls)
{
    std::map<IdleCause, double> idle;
    for (const auto cause : idleCauses) {
        const auto ns = medianOver(calls, [cause](const DeviceCall& call) {
            const auto found = call.idleNs.find(cause);
            return found == call.idleNs.end() ? 0 : found->second;
        });
        if (ns > 0)
            idle[cause] = ns;
    }
    return idle;
}

/// As shares of `wholeNs`, of which the device is idle for `restNs`.
std::map<IdleCause, double> idleShares(
    std::map<IdleCause, double> idle, double restNs, double wholeNs)
{
    double sum = 0;
    for (const auto& [cause, ns] : idle)
        sum += ns;
    const double scale = sum > restNs ? restNs / sum : 1;
    for (auto& [cause, ns] : idle)
        ns *= scale / wholeNs;
    if (sum < restNs)
        idle[IdleCause::Other] += (restNs - sum) / wholeNs;
    return idle;
}

Interval within(const Interval& busyNs, double wholeNs)
{
    const auto ratio = [wholeNs](double ns) { return std::clamp(ns / wholeNs, 0.0, 1.0); };
    return {ratio(busyNs.estimate), ratio(busyNs.low), ratio(busyNs.high)};
}

} // namespace

bool ranOnDevice(const TraceSummary& trace)
{
    return std::ranges::any_of(
        trace.deviceCalls, [](const DeviceCall& call) { return busyInAllNs(call) > 0; });
}

Measured<DeviceUse> deviceUse(const TraceSummary& trace, std::optional<double> medianNs)
{
    const auto& calls = trace.deviceCalls;
    const auto work = workIn(trace);
    const auto busyNs = sumOf(work);
    const double callNs = medianOver(calls, [](const DeviceCall& call) { return call.durationNs; });
    const double wholeNs = medianNs && *medianNs > 0 ? *medianNs : callNs;
    if (!ranOnDevice(trace) || wholeNs <= 0)
        return missing(ReasonKind::NothingOnDevice);
    if (medianNs && busyNs.estimate > mostBusyRatio * wholeNs)
        return missing(
            {ReasonKind::KernelsInterrupted, {TimeTaken {busyNs.estimate}, TimeTaken {wholeNs}}});
    const auto busy = within(busyNs, wholeNs);
    DeviceUse use {.calls = calls.size(),
        .idleRatio
        = idleShares(usualIdle(calls), std::max(0.0, wholeNs - busyNs.estimate), wholeNs),
        .busyInAllRatio = busy.estimate,
        .kernels = countIn(calls, &DeviceCall::kernels),
        .launches = countIn(calls, &DeviceCall::launches),
        .graphLaunches = countIn(calls, &DeviceCall::graphLaunches)};
    for (const auto& [kind, ns] : work)
        use.busyRatio[kind] = ns.estimate / std::max(wholeNs, busyNs.estimate);
    if (calls.size() > 1)
        use.busyInterval = busy;
    return use;
}

bool splitsTimedCall(const TraceSummary& trace, double overheadRatio)
{
    if (!isFarFromTimed(overheadRatio))
        return true;
    const double busyNs = sumOf(workIn(trace)).estimate;
    const double timedNs = median(durationsOf(trace.calls)).value_or(0) / overheadRatio;
    return busyNs > 0 && busyNs <= timedNs && overheadRatio <= mostTraceOverheadOnDevice
        && overheadRatio > mostTraceOverhead;
}

} // namespace profiler
