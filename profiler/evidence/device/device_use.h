// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/device/device_calls.h"
#include "profiler/model/device_call.h"
#include "profiler/model/interval.h"
#include "profiler/model/reason.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace profiler {

struct TraceSummary;

/// How busy the device is in a usual call of one variant and case: medians over the traced calls,
/// some of which other processes may have interrupted. Shares are of the untraced median and add up
/// to 1: the device takes as long for its work as under the trace, which slows the host alone, so
/// that idle time is what gives way.
struct DeviceUse {
    std::size_t calls = 0; ///< traced ones that this is told from
    std::map<WorkKind, double> busyRatio; ///< by class
    std::map<IdleCause, double> idleRatio; ///< by cause; what no trace explains is Other
    double busyInAllRatio = 0;
    std::optional<Interval> busyInterval; ///< over the traced calls; nullopt: fewer than two
    std::int64_t kernels = 0; ///< a call
    std::int64_t launches = 0;
    std::int64_t graphLaunches = 0;
};

/// `medianNs` is the untraced one; without it shares are of the middle one of the traced calls.
/// Missing with the reason: no call was traced, or nothing ran on a device in any; kernels were
/// interrupted so often that together they take longer than an untraced call.
[[nodiscard]] Measured<DeviceUse> deviceUse(
    const TraceSummary& trace, std::optional<double> medianNs);

/// Whether anything ran on a device in the traced calls.
[[nodiscard]] bool ranOnDevice(const TraceSummary& trace);

/// A trace slows the host down, not the device: on an H100 the same kernels took as long, within
/// 2 %, in traces of 1.2, 1.8 and 2.1 times the timed call. So the device's time may wait longer,
/// as long as its work fits into a timed call.
inline constexpr double mostTraceOverheadOnDevice = 10;

/// By how much traced kernels may exceed the untraced call, for the same reason: a call that keeps
/// its device busy all the time then counts as that.
inline constexpr double mostBusyRatio = 1.02;

/// Whether the trace tells how a timed call goes.
[[nodiscard]] bool splitsTimedCall(const TraceSummary& trace, double overheadRatio);

} // namespace profiler
