// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/device/device_calls.h"
#include "profiler/model/device_call.h"
#include "profiler/model/interval.h"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace profiler {

struct TraceSummary;

/// How busy the device is in a call of one variant and case. Shares are of the untraced median and
/// add up to 1: the device takes as long for its work as under the trace, which slows the host
/// alone, so that idle time is what gives way.
struct DeviceUse {
    std::size_t calls = 0; ///< traced ones that this is told from
    std::map<WorkKind, double> busyRatio; ///< by class
    std::map<IdleCause, double> idleRatio; ///< by cause; what no trace explains is Other
    double busyInAllRatio = 0;
    std::optional<Interval> busyInterval; ///< over the traced calls; nullopt: fewer than two
    double hostBoundRatio = 0;
    double kernels = 0; ///< a call
    double launches = 0;
    double graphLaunches = 0;
};

/// `medianNs` is the untraced one; without it shares are of the traced calls. nullopt: no call was
/// traced, or nothing ran on a device in any.
[[nodiscard]] std::optional<DeviceUse> deviceUse(
    const std::vector<DeviceCall>& calls, std::optional<double> medianNs);

/// A trace slows the host down, not the device: on an H100 the same kernels took as long, within
/// 2 %, in traces of 1.2, 1.8 and 2.1 times the timed call. So the device's time may wait longer,
/// as long as its work fits into a timed call.
inline constexpr double mostTraceOverheadOnDevice = 10;

/// Whether the trace tells how a timed call goes.
[[nodiscard]] bool splitsTimedCall(const TraceSummary& trace, double overheadRatio);

} // namespace profiler
