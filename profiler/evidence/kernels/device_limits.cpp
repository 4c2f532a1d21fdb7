// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/device_limits.h"

#include <array>
#include <charconv>

namespace profiler {

namespace {

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
