// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/comparison_result.h"
#include "profiler/analysis/device_calls.h"

#include <map>
#include <optional>
#include <vector>

namespace profiler {

/// How busy the device is in a call of one variant and case: the traced calls together. Shares are
/// of the calls' whole time and add up to 1; they are told of the untraced call by its median.
struct DeviceUse {
    std::size_t calls = 0;
    std::map<WorkKind, double> busyRatio; ///< by class
    std::map<IdleCause, double> idleRatio; ///< by cause
    double busyInAllRatio = 0;
    std::optional<Interval> busyInterval; ///< over the traced calls; nullopt: fewer than two
    double hostBoundRatio = 0;
    double kernels = 0; ///< a call
    double launches = 0;
    double graphLaunches = 0;
};

/// nullopt: no call was traced, or nothing ran on a device in any.
[[nodiscard]] std::optional<DeviceUse> deviceUse(const std::vector<DeviceCall>& calls);

} // namespace profiler
