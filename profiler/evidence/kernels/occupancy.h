// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/device_limits.h"
#include "profiler/model/trace.h"

#include <optional>

namespace profiler {

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
