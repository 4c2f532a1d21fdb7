// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/idle_cause.h"
#include "profiler/analysis/work_kind.h"
#include "profiler/model/trace.h"

#include <cstdint>
#include <map>
#include <vector>

namespace profiler {

/// What the device did in one traced call. All of `busyNs` and `idleNs` add up to the call.
struct DeviceCall {
    std::int64_t durationNs = 0;
    /// By class; while several streams work at once the class named first in WorkKind counts.
    std::map<WorkKind, std::int64_t> busyNs;
    std::map<IdleCause, std::int64_t> idleNs;
    /// Idle, and the host had not yet handed over the work that ended it.
    std::int64_t hostBoundNs = 0;
    std::int64_t kernels = 0; ///< that began in the call
    std::int64_t launches = 0; ///< API calls that began them: a CUDA graph is one
    std::int64_t graphLaunches = 0; ///< of these, graphs

    [[nodiscard]] std::int64_t busyInAllNs() const;

    bool operator==(const DeviceCall&) const = default;
};

[[nodiscard]] std::vector<DeviceCall> deviceCalls(
    const std::vector<TraceCall>& calls, const TraceRows& rows);

} // namespace profiler
