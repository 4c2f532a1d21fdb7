// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/machine_state.h"

#include "profiler/collect/counters/host_readings.h"
#include "profiler/model/clock_reasons.h"

#include <fstream>
#include <locale>

namespace profiler {
namespace {

constexpr double mostPressure = 0.05;
constexpr double leastCpuPerWall = 0.95;

void readLoad(MachineReading& reading)
{
    std::ifstream file("/proc/loadavg");
    file.imbue(std::locale::classic());
    double load = 0;
    if (file >> load)
        reading.loadAverage = load;
}

} // namespace

MachineReading readMachine()
{
    MachineReading reading;
    reading.pressureUs = collect::readCpuPressureUs();
    if (const auto ticks = collect::readCpuTicks()) {
        reading.stealTicks = ticks->steal;
        reading.allTicks = ticks->all;
    }
    readLoad(reading);
    reading.at = std::chrono::steady_clock::now();
    return reading;
}

MachineState machineStateBetween(const MachineReading& before, const MachineReading& after,
    nanoseconds wall, std::optional<nanoseconds> cpu, std::optional<std::int64_t> pressureUs)
{
    MachineState state {.loadAverage = after.loadAverage};
    const auto span = std::chrono::duration<double, std::micro>(after.at - before.at).count();
    if (pressureUs && *pressureUs >= 0 && wall.count() > 0)
        state.cpuPressureRatio
            = static_cast<double>(*pressureUs) * 1e3 / static_cast<double>(wall.count());
    else if (before.pressureUs && after.pressureUs && span > 0)
        state.cpuPressureRatio = static_cast<double>(*after.pressureUs - *before.pressureUs) / span;
    if (before.stealTicks && after.stealTicks && before.allTicks && after.allTicks
        && *after.allTicks > *before.allTicks)
        state.stealRatio = static_cast<double>(*after.stealTicks - *before.stealTicks)
            / static_cast<double>(*after.allTicks - *before.allTicks);
    if (cpu && wall.count() > 0)
        state.cpuPerWall = static_cast<double>(cpu->count()) / static_cast<double>(wall.count());
    return state;
}

std::vector<std::string> quietFlags(const MachineState& state, bool cpuBound)
{
    std::vector<std::string> flags;
    if (state.cpuPressureRatio.value_or(0) > mostPressure)
        flags.emplace_back("cpu_pressure");
    if (state.stealRatio.value_or(0) > 0)
        flags.emplace_back("steal");
    // One thread's share is asked for, however many there are: a model whose operators are not all
    // parallel never fills its threads, and would be called disturbed for ever.
    if (cpuBound && state.cpuPerWall.value_or(1) < leastCpuPerWall)
        flags.emplace_back("off_cpu");
    if ((state.clockEventReasons.value_or(0) & loweredClockReasons) != 0)
        flags.emplace_back("gpu_clocks");
    if (state.foreignGpuProcesses.value_or(0) > 0)
        flags.emplace_back("gpu_shared");
    return flags;
}

} // namespace profiler
