// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/counters/counter_monitor.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

namespace profiler::collect {

/// Counters of the machine that the kernel keeps in /proc. `root` holds proc and sys.

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

/// The host's own counters, for a device that is the CPU: cpu_busy_ratio and cpu_steal_ratio over
/// all cores, cpu_pressure_ratio (some task waited for a core), cpu_clock_mhz (mean of the cores).
/// `root` holds proc and sys.
[[nodiscard]] std::unique_ptr<CounterSource> hostCounters(const std::filesystem::path& root = "/");

} // namespace profiler::collect
