// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/counters/counter_monitor.h"
#include "profiler/model/result.h"

#include <memory>
#include <string>

namespace profiler::collect {

/// Counters of one GPU, "GPU-5c3d…" as torch and nvidia-smi name it: sm_clock_mhz,
/// memory_clock_mhz, power_watts, energy_joules, temperature_celsius, clock_event_reasons (NVML's
/// bits), device_busy_ratio (some kernel ran), memory_used_bytes, compute_processes; where GPM is
/// permitted sm_active_ratio, sm_occupancy_ratio, tensor_active_ratio and dram_active_ratio. What
/// the device does not tell is missing with its reason.
[[nodiscard]] Result<std::unique_ptr<CounterSource>> nvmlCounters(const std::string& uuid);

} // namespace profiler::collect
