// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/placement.h"

#include "profiler/model/protocol.h"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <string>

namespace profiler {
namespace {

constexpr double usableRatio = 0.85;

std::optional<std::int64_t> number(const char* path)
{
    std::ifstream file(path);
    std::int64_t value = 0;
    return file >> value ? std::optional(value) : std::nullopt; // "max" is no number
}

std::optional<std::int64_t> freeInGroup()
{
    const auto limit = number("/sys/fs/cgroup/memory.max");
    const auto used = number("/sys/fs/cgroup/memory.current");
    return limit && used ? std::optional(std::max<std::int64_t>(*limit - *used, 0)) : std::nullopt;
}

} // namespace

std::optional<std::int64_t> freeHostBytes()
{
    std::ifstream file("/proc/meminfo");
    std::optional<std::int64_t> free;
    for (std::string line; !free && std::getline(file, line);)
        if (line.starts_with("MemAvailable:"))
            free = std::stoll(line.substr(13)) * 1024;
    if (const auto group = freeInGroup(); group && free)
        return std::min(*group, *free);
    return free;
}

Placement placementFor(Placement planned, const std::vector<std::int64_t>& peakBytesOfLanes,
    std::optional<std::int64_t> freeBytes)
{
    const auto needed
        = std::accumulate(peakBytesOfLanes.begin(), peakBytesOfLanes.end(), std::int64_t {0});
    const bool tooMuch
        = freeBytes && static_cast<double>(needed) > usableRatio * static_cast<double>(*freeBytes);
    return planned == Placement::Lanes && tooMuch && peakBytesOfLanes.size() > 2 ? Placement::Pairs
                                                                                 : planned;
}

} // namespace profiler
