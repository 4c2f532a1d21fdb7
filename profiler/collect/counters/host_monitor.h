// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/counters/counter_monitor.h"

#include <filesystem>
#include <memory>

namespace profiler::collect {

/// The host's own counters, for a device that is the CPU: cpu_busy_ratio and cpu_steal_ratio over
/// all cores, cpu_pressure_ratio (some task waited for a core), cpu_clock_mhz (mean of the cores).
/// `root` holds proc and sys.
[[nodiscard]] std::unique_ptr<CounterSource> hostCounters(const std::filesystem::path& root = "/");

} // namespace profiler::collect
