// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/occupancy.h"

#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace profiler {

namespace {

constexpr std::int64_t warpThreads = 32;
constexpr std::int64_t registerUnit = 256; // a warp gets them in these
constexpr std::int64_t anyNumber = std::numeric_limits<std::int64_t>::max();

std::int64_t roundedUp(std::int64_t value, std::int64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

std::int64_t threadsOf(const LaunchShape& shape)
{
    return std::int64_t {shape.block[0]} * shape.block[1] * shape.block[2];
}

/// Warps are bound to a partition, and so are their registers.
std::int64_t blocksByRegisters(const DeviceLimits& limits, const LaunchShape& shape)
{
    if (shape.registers <= 0)
        return anyNumber;
    const auto ofWarp = roundedUp(shape.registers * warpThreads, registerUnit);
    const auto fitting = (limits.registers / limits.partitions) / ofWarp * limits.partitions;
    const auto warps = roundedUp(threadsOf(shape), warpThreads) / warpThreads;
    // A launch is checked as if its warps were spread evenly over all partitions.
    if (roundedUp(warps, limits.partitions) * ofWarp > limits.registers)
        return 0;
    return fitting / warps;
}

std::int64_t blocksByShared(const DeviceLimits& limits, const LaunchShape& shape)
{
    const auto used
        = roundedUp(shape.staticSharedBytes + shape.dynamicSharedBytes + limits.reservedSharedBytes,
            limits.sharedUnitBytes);
    return used > 0 ? limits.sharedBytes / used : anyNumber;
}

struct Bound {
    OccupancyLimit limit;
    double blocks;
};

constexpr std::int64_t kibi = 1024;

struct Capability {
    int major;
    int minor;
    int threads;
    int blocks;
    std::int64_t sharedKibibytes;
};

constexpr std::array capabilities {
    Capability {5, 0, 2048, 32, 64},
    Capability {5, 2, 2048, 32, 96},
    Capability {6, 0, 2048, 32, 64},
    Capability {6, 1, 2048, 32, 96},
    Capability {7, 0, 2048, 32, 96},
    Capability {7, 5, 1024, 16, 64},
    Capability {8, 0, 2048, 32, 164},
    Capability {8, 6, 1536, 16, 100},
    Capability {8, 7, 1536, 16, 164},
    Capability {8, 9, 1536, 24, 100},
    Capability {9, 0, 2048, 32, 228},
    Capability {10, 0, 2048, 32, 228},
    Capability {10, 3, 2048, 32, 228},
    Capability {11, 0, 1536, 24, 228},
    Capability {12, 0, 1536, 24, 100},
    Capability {12, 1, 1536, 24, 100},
};

} // namespace

std::optional<Occupancy> estimatedOccupancy(
    const DeviceLimits& limits, const LaunchShape& shape, std::optional<int> multiprocessors)
{
    const auto threads = threadsOf(shape);
    if (threads <= 0 || shape.staticSharedBytes < 0 || shape.dynamicSharedBytes < 0)
        return std::nullopt;
    const auto warps = roundedUp(threads, warpThreads);
    const auto byThreads = limits.threads / warps; // whole blocks
    std::array bounds {
        Bound {OccupancyLimit::Threads, static_cast<double>(byThreads)},
        Bound {OccupancyLimit::Blocks, static_cast<double>(limits.blocks)},
        Bound {OccupancyLimit::Registers, static_cast<double>(blocksByRegisters(limits, shape))},
        Bound {OccupancyLimit::SharedMemory, static_cast<double>(blocksByShared(limits, shape))},
        Bound {OccupancyLimit::Grid, static_cast<double>(anyNumber)},
    };
    const auto full = std::ranges::min_element(bounds, {}, &Bound::blocks);
    if (full->blocks < 1)
        return std::nullopt;
    const auto active = static_cast<int>(full->blocks);
    if (multiprocessors && *multiprocessors > 0)
        bounds.back().blocks = static_cast<double>(shape.grid[0])
            * static_cast<double>(shape.grid[1]) * static_cast<double>(shape.grid[2])
            / *multiprocessors;
    const auto first = std::ranges::min_element(bounds, {}, &Bound::blocks);
    return Occupancy {.activeBlocks = active,
        .ratio = first->blocks * static_cast<double>(threads) / limits.threads,
        .limit = first->limit};
}

std::optional<DeviceLimits> deviceLimits(int major, int minor)
{
    constexpr int firstThatReserves = 8; // a KiB of each block for the driver
    constexpr int registersOfAll = 65'536;
    for (const auto& one : capabilities) {
        if (one.major != major || one.minor != minor)
            continue;
        const bool newer = major >= firstThatReserves;
        return DeviceLimits {.threads = one.threads,
            .blocks = one.blocks,
            .registers = registersOfAll,
            .partitions = major == 6 && minor == 0 ? 2 : 4,
            .sharedBytes = one.sharedKibibytes * kibi,
            .reservedSharedBytes = newer ? kibi : 0,
            .sharedUnitBytes = newer ? 128 : 256};
    }
    return std::nullopt;
}

std::optional<DeviceLimits> deviceLimits(const std::string& computeCapability)
{
    int major = 0;
    int minor = 0;
    const char* const end = computeCapability.data() + computeCapability.size();
    const auto first = std::from_chars(computeCapability.data(), end, major);
    if (first.ec != std::errc {} || first.ptr == end || *first.ptr != '.')
        return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, minor);
    if (second.ec != std::errc {} || second.ptr != end)
        return std::nullopt;
    return deviceLimits(major, minor);
}

} // namespace profiler
