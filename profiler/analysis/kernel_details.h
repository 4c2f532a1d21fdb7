// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/device_limits.h"
#include "profiler/model/facts.h"
#include "profiler/model/trace.h"

#include <map>
#include <optional>
#include <string>

namespace profiler {

/// What the rows of a trace tell of all kernels of one name, beyond their times.
struct KernelDetails {
    /// Estimated from launch shapes, the longer a kernel the more it counts; nullopt: shapes or
    /// device are not known.
    std::optional<double> occupancyRatio;
    std::optional<std::int64_t> launchDelayNs; ///< median; nullopt: no launch was recorded
};

/// The device that kernels ran on, as its process told it.
struct KernelDevice {
    std::optional<DeviceLimits> limits;
    std::optional<int> multiprocessors;
};

[[nodiscard]] KernelDevice kernelDevice(const EnvironmentFields& environment);

[[nodiscard]] std::map<std::string, KernelDetails> kernelDetails(
    const TraceRows& rows, const KernelDevice& device);

} // namespace profiler
