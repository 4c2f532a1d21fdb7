// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/counters/counter_monitor.h"
#include "profiler/collect/counters/process_tree.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/timing_facts.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Counters of the machine at one moment; what the kernel does not tell is missing.
struct MachineReading {
    std::chrono::steady_clock::time_point at;
    std::optional<std::int64_t> pressureUs; ///< PSI "some" total of the CPU
    std::optional<std::int64_t> stealTicks;
    std::optional<std::int64_t> allTicks;
    std::optional<std::int64_t> busyTicks;
    std::optional<collect::TreeTicks> worker;
    std::optional<double> loadAverage;
};

/// `worker`: the process whose block it is.
[[nodiscard]] MachineReading readMachine(int worker);

/// What happened between two readings around a block. `wall`, `cpu` and `pressureUs` are the
/// worker's, of its calls alone; the readings also see a lane wake up and its discarded calls, so
/// its pressure is preferred where it could tell.
[[nodiscard]] MachineState machineStateBetween(const MachineReading& before,
    const MachineReading& after, nanoseconds wall, std::optional<nanoseconds> cpu,
    std::optional<std::int64_t> pressureUs = std::nullopt);

/// Why a block was not quiet (docs/development/measurement.md, Machine state), one word each; empty
/// = quiet.
[[nodiscard]] std::vector<std::string> quietFlags(const MachineState& state, bool cpuBound);

/// Cores that this process may run on; nullopt = the kernel does not tell.
[[nodiscard]] std::optional<int> usableCores();

/// Threads of other programs that want a core: the least of the last minute's average and of what
/// runs now, as the average still counts what has just ended. nullopt = the kernel does not tell.
[[nodiscard]] std::optional<double> loadNow();

inline constexpr double busyLoad = 0.5; ///< from there on other programs disturb a recording

/// What is fixed while a process runs (docs/development/measurement.md, Machine state): governor,
/// boost, SMT, affinity, CPU quota of the control group. What the kernel does not tell is
/// "unknown".
[[nodiscard]] EnvironmentFields machineFacts();

/// Of `readings` taken during a block into the device's part of its state: the median of the clocks
/// and of the power, the highest temperature, every reason for a lower clock that was seen, and the
/// most processes on the device beside `ownProcesses`. What was not read stays unknown.
void addDeviceState(MachineState& state, const collect::Readings& readings, int ownProcesses);

} // namespace profiler
