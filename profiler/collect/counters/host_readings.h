// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

/// Counters of the machine that the kernel keeps in /proc. `root` holds proc and sys.
namespace profiler::collect {

/// Of all cores, in ticks since the start of the machine.
struct CpuTicks {
    std::int64_t idle = 0; ///< waiting for a disk included
    std::int64_t steal = 0; ///< taken by the host of a virtual machine
    std::int64_t all = 0;
};

[[nodiscard]] std::optional<CpuTicks> readCpuTicks(const std::filesystem::path& root = "/");

/// Microseconds for which some task waited for a core ("some" of PSI), since the start.
[[nodiscard]] std::optional<std::int64_t> readCpuPressureUs(
    const std::filesystem::path& root = "/");

} // namespace profiler::collect
