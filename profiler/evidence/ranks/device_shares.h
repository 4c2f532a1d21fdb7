// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ranks/collectives.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct TraceCall;
struct TraceRows;

/// What one device did while calls were traced; the sum of their lengths is 1 of each share.
struct DeviceShare {
    int device = 0; ///< as the process numbers it
    std::int64_t kernels = 0; ///< that began in a call
    std::int64_t copies = 0;
    std::int64_t callsNs = 0; ///< all calls together
    std::int64_t busyNs = 0; ///< at least one kernel, copy or fill ran on it
    std::int64_t communicationNs = 0; ///< while a collective ran on it; several at once count once
    std::int64_t exposedNs = 0; ///< of that, while no kernel of another class did
    CommunicationTimes collectives; ///< those that began in a call

    [[nodiscard]] double busyRatio() const
    {
        return callsNs > 0 ? static_cast<double>(busyNs) / static_cast<double>(callsNs) : 0;
    }

    bool operator==(const DeviceShare&) const = default;
};

/// By device; those on which nothing ran in a call are not there.
[[nodiscard]] std::vector<DeviceShare> deviceShares(
    const std::vector<TraceCall>& calls, const TraceRows& rows);

/// How much of a kernel's time each device took.
struct KernelOnDevice {
    int device = 0;
    std::int64_t count = 0;
    std::int64_t totalNs = 0;

    bool operator==(const KernelOnDevice&) const = default;
};

/// By name; empty where all kernels of the trace ran on one device.
[[nodiscard]] std::map<std::string, std::vector<KernelOnDevice>> kernelsByDevice(
    const TraceRows& rows);

} // namespace profiler
