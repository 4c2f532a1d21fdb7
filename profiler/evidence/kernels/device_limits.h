// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace profiler {

/// What one multiprocessor holds at once. From NVIDIA's CUDA C++ Programming Guide, "Compute
/// Capabilities", and the allocation rules of cuda_occupancy.h (CUDA 13.0).
struct DeviceLimits {
    int threads = 0;
    int blocks = 0;
    int registers = 0;
    int partitions = 0; ///< schedulers: registers are given out within one
    std::int64_t sharedBytes = 0;
    std::int64_t reservedSharedBytes = 0; ///< of each block, by the driver
    std::int64_t sharedUnitBytes = 0; ///< shared memory is given out in these
};

/// Of a compute capability; nullopt: not NVIDIA's, or newer than the table.
[[nodiscard]] std::optional<DeviceLimits> deviceLimits(int major, int minor);

/// "9.0", as the environment of a process holds it.
[[nodiscard]] std::optional<DeviceLimits> deviceLimits(const std::string& computeCapability);

} // namespace profiler
