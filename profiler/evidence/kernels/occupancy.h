// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace profiler {

struct LaunchShape;

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

/// What keeps more blocks from running on a multiprocessor.
enum class OccupancyLimit { Threads, Blocks, Registers, SharedMemory, Grid };

struct Occupancy {
    int activeBlocks = 0; ///< of one multiprocessor at once
    double ratio = 0; ///< of the threads that a multiprocessor holds; 0 to 1
    OccupancyLimit limit = OccupancyLimit::Threads; ///< the one that is reached first

    bool operator==(const Occupancy&) const = default;
};

/// How full a kernel can make each multiprocessor by its launch shape alone: an estimate, not a
/// measurement. With `multiprocessors` a grid that is too small to fill them counts too, as in
/// Kineto's "est. achieved occupancy". nullopt: the shape is not known, or fits no multiprocessor.
[[nodiscard]] std::optional<Occupancy> estimatedOccupancy(const DeviceLimits& limits,
    const LaunchShape& shape, std::optional<int> multiprocessors = std::nullopt);

} // namespace profiler
