// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_use.h"

#include "profiler/evidence/trace/time_by_call.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>

namespace profiler {

namespace {

std::optional<Interval> busyIntervalOf(
    const std::vector<DeviceCall>& calls, std::optional<double> medianNs)
{
    std::vector<double> ratios;
    for (const auto& call : calls) {
        const auto whole = medianNs.value_or(static_cast<double>(call.durationNs));
        if (whole > 0)
            ratios.push_back(static_cast<double>(busyInAllNs(call)) / whole);
    }
    auto interval = tInterval(ratios);
    if (interval) {
        interval->low = std::clamp(interval->low, 0.0, 1.0);
        interval->high = std::clamp(interval->high, 0.0, 1.0);
    }
    return interval;
}

/// Of a mean traced call, ns; counts are whole.
DeviceUse meanOf(const std::vector<DeviceCall>& calls)
{
    DeviceUse mean {.calls = calls.size()};
    const auto count = static_cast<double>(calls.size());
    for (const auto& call : calls) {
        for (const auto& [kind, ns] : call.busyNs)
            mean.busyRatio[kind] += static_cast<double>(ns) / count;
        for (const auto& [cause, ns] : call.idleNs)
            mean.idleRatio[cause] += static_cast<double>(ns) / count;
        mean.busyInAllRatio += static_cast<double>(busyInAllNs(call)) / count;
        mean.hostBoundRatio += static_cast<double>(call.hostBoundNs) / count;
        mean.kernels += static_cast<double>(call.kernels) / count;
        mean.launches += static_cast<double>(call.launches) / count;
        mean.graphLaunches += static_cast<double>(call.graphLaunches) / count;
    }
    return mean;
}

double idleIn(const DeviceUse& use)
{
    double idle = 0;
    for (const auto& [cause, share] : use.idleRatio)
        idle += share;
    return idle;
}

} // namespace

std::optional<DeviceUse> deviceUse(
    const std::vector<DeviceCall>& calls, std::optional<double> medianNs)
{
    auto use = meanOf(calls);
    const double busy = use.busyInAllRatio;
    const double idle = idleIn(use);
    if (busy <= 0)
        return std::nullopt;
    const double whole = medianNs && *medianNs > 0 ? *medianNs : busy + idle;
    const double rest = std::max(0.0, whole - busy);
    const double idleScale = idle > rest ? rest / idle : 1;
    for (auto& [kind, share] : use.busyRatio)
        share /= std::max(whole, busy); // clocks differ: work may take longer than a whole call
    for (auto& [cause, share] : use.idleRatio)
        share *= idleScale / whole;
    if (idle < rest)
        use.idleRatio[IdleCause::Other] += (rest - idle) / whole;
    use.busyInAllRatio = std::min(1.0, busy / whole);
    use.hostBoundRatio *= idleScale / whole;
    use.busyInterval = busyIntervalOf(calls, medianNs);
    return use;
}

bool splitsTimedCall(const TraceSummary& trace, double overheadRatio)
{
    if (!isFarFromTimed(overheadRatio))
        return true;
    std::vector<double> busy;
    for (const auto& call : trace.deviceCalls)
        busy.push_back(static_cast<double>(busyInAllNs(call)));
    const double busyNs = median(busy).value_or(0);
    const double timedNs = median(durationsOf(trace.calls)).value_or(0) / overheadRatio;
    return busyNs > 0 && busyNs <= timedNs && overheadRatio <= mostTraceOverheadOnDevice
        && overheadRatio > mostTraceOverhead;
}

} // namespace profiler
