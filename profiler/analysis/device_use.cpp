// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/device_use.h"

#include "profiler/analysis/t_interval.h"

#include <algorithm>

namespace profiler {

namespace {

std::optional<Interval> busyIntervalOf(const std::vector<DeviceCall>& calls)
{
    std::vector<double> ratios;
    for (const auto& call : calls)
        if (call.durationNs > 0)
            ratios.push_back(
                static_cast<double>(call.busyInAllNs()) / static_cast<double>(call.durationNs));
    auto interval = tInterval(ratios);
    if (interval) {
        interval->low = std::clamp(interval->low, 0.0, 1.0);
        interval->high = std::clamp(interval->high, 0.0, 1.0);
    }
    return interval;
}

} // namespace

std::optional<DeviceUse> deviceUse(const std::vector<DeviceCall>& calls)
{
    DeviceUse use {.calls = calls.size()};
    double whole = 0;
    double busy = 0;
    for (const auto& call : calls) {
        whole += static_cast<double>(call.durationNs);
        busy += static_cast<double>(call.busyInAllNs());
    }
    if (whole <= 0 || busy <= 0)
        return std::nullopt;
    const auto count = static_cast<double>(calls.size());
    for (const auto& call : calls) {
        for (const auto& [kind, ns] : call.busyNs)
            use.busyRatio[kind] += static_cast<double>(ns) / whole;
        for (const auto& [cause, ns] : call.idleNs)
            use.idleRatio[cause] += static_cast<double>(ns) / whole;
        use.hostBoundRatio += static_cast<double>(call.hostBoundNs) / whole;
        use.kernels += static_cast<double>(call.kernels) / count;
        use.launches += static_cast<double>(call.launches) / count;
        use.graphLaunches += static_cast<double>(call.graphLaunches) / count;
    }
    use.busyInAllRatio = busy / whole;
    use.busyInterval = busyIntervalOf(calls);
    return use;
}

} // namespace profiler
