// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/machine_state.h"

#include "profiler/collect/counters/host_monitor.h"
#include "profiler/model/clock_reasons.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <initializer_list>
#include <locale>
#include <sched.h>
#include <unistd.h>

namespace profiler {
namespace {

constexpr double mostPressure = 0.05;
constexpr double leastCpuPerWall = 0.95;
constexpr double noticedCores = 0.05;
constexpr double fewestTicks = 20; ///< of a core; fewer tell no share as small as 0.05

void readLoad(MachineReading& reading)
{
    std::ifstream file("/proc/loadavg");
    file.imbue(std::locale::classic());
    double load = 0;
    if (file >> load)
        reading.loadAverage = load;
}

/// The first line of the first file that can be read.
std::string firstLine(std::initializer_list<const char*> paths)
{
    for (const char* path : paths) {
        std::ifstream file(path);
        std::string line;
        if (std::getline(file, line) && !line.empty())
            return line;
    }
    return "unknown";
}

std::string boost()
{
    const auto allowed = firstLine({"/sys/devices/system/cpu/cpufreq/boost"});
    if (allowed != "unknown")
        return allowed == "1" ? "on" : "off";
    const auto forbidden = firstLine({"/sys/devices/system/cpu/intel_pstate/no_turbo"});
    return forbidden == "unknown" ? forbidden : forbidden == "1" ? "off" : "on";
}

std::string affinity()
{
    const auto cores = usableCores();
    return cores ? std::to_string(*cores) + " CPUs" : "unknown";
}

const std::vector<double>* valuesOf(const collect::Readings& readings, std::string_view series)
{
    const auto found = readings.find(series);
    return found == readings.end() || found->second.empty() ? nullptr : &found->second;
}

std::optional<double> medianOf(const collect::Readings& readings, std::string_view series)
{
    const auto* values = valuesOf(readings, series);
    return values == nullptr ? std::nullopt : median(*values);
}

std::optional<double> largestOf(const collect::Readings& readings, std::string_view series)
{
    const auto* values = valuesOf(readings, series);
    return values == nullptr ? std::nullopt : std::optional(*std::ranges::max_element(*values));
}

std::optional<std::int64_t> allReasons(const collect::Readings& readings)
{
    const auto* values = valuesOf(readings, "clock_event_reasons");
    if (values == nullptr)
        return std::nullopt;
    std::uint64_t reasons = 0;
    for (const double value : *values)
        if (value >= 0 && value < 0x1p53)
            reasons |= static_cast<std::uint64_t>(value);
    return static_cast<std::int64_t>(reasons);
}

/// Fewer than our own: the driver does not show a container its processes.
std::optional<int> foreignProcesses(const collect::Readings& readings, int ownProcesses)
{
    const auto all = largestOf(readings, "compute_processes");
    if (!all || *all < ownProcesses)
        return std::nullopt;
    return static_cast<int>(*all) - ownProcesses;
}

/// Who kept cores busy between two readings beside the worker itself. The counters are not read at
/// the same moment, so that a share may come out a little below nothing.
void addCpuOfOthers(MachineState& state, const MachineReading& before, const MachineReading& after)
{
    static const auto ticksPerSecond = static_cast<double>(::sysconf(_SC_CLK_TCK));
    const double ticks
        = std::chrono::duration<double>(after.at - before.at).count() * ticksPerSecond;
    if (!before.worker || !after.worker || ticks < fewestTicks)
        return;
    const auto started = static_cast<double>(after.worker->started - before.worker->started);
    const auto own = static_cast<double>(after.worker->self - before.worker->self);
    state.startedCores = std::max(started / ticks, 0.0);
    if (before.busyTicks && after.busyTicks) {
        const auto busy = static_cast<double>(*after.busyTicks - *before.busyTicks);
        state.foreignCores = std::max((busy - own - started) / ticks, 0.0);
    }
}

/// Tasks wait for each other where the worker's own ones are many. What other programs ran bounds
/// how long anything can have waited for them.
bool othersAreQuiet(const MachineState& state)
{
    return state.foreignCores && *state.foreignCores <= noticedCores;
}

bool sharesWithItsOwn(const MachineState& state)
{
    return othersAreQuiet(state) && state.startedCores.value_or(0) > noticedCores;
}

} // namespace

MachineReading readMachine(int worker)
{
    MachineReading reading;
    reading.worker = collect::readTreeTicks(worker);
    reading.pressureUs = collect::readCpuPressureUs();
    if (const auto ticks = collect::readCpuTicks()) {
        reading.stealTicks = ticks->steal;
        reading.allTicks = ticks->all;
        reading.busyTicks = ticks->all - ticks->idle - ticks->steal;
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
    addCpuOfOthers(state, before, after);
    return state;
}

std::vector<std::string> quietFlags(const MachineState& state, bool cpuBound)
{
    std::vector<std::string> flags;
    if (state.cpuPressureRatio.value_or(0) > mostPressure && !othersAreQuiet(state))
        flags.emplace_back("cpu_pressure");
    if (state.stealRatio.value_or(0) > 0)
        flags.emplace_back("steal");
    // One thread's share is asked for, however many there are: a model whose operators are not all
    // parallel never fills its threads, and would be called disturbed for ever.
    if (cpuBound && state.cpuPerWall.value_or(1) < leastCpuPerWall && !sharesWithItsOwn(state))
        flags.emplace_back("off_cpu");
    if ((state.clockEventReasons.value_or(0) & loweredClockReasons) != 0)
        flags.emplace_back("gpu_clocks");
    if (state.foreignGpuProcesses.value_or(0) > 0)
        flags.emplace_back("gpu_shared");
    return flags;
}

std::optional<double> loadNow()
{
    std::ifstream file("/proc/loadavg");
    file.imbue(std::locale::classic());
    double lastMinute = 0;
    double others = 0; // averages of longer times
    double runnable = 0; // "3/310": of all threads
    if (!(file >> lastMinute >> others >> others >> runnable))
        return std::nullopt;
    return std::min(lastMinute, std::max(runnable - 1, 0.0)); // without this one
}

std::optional<int> usableCores()
{
    cpu_set_t set;
    if (::sched_getaffinity(0, sizeof set, &set) != 0)
        return std::nullopt;
    return CPU_COUNT(&set);
}

EnvironmentFields machineFacts()
{
    return {{"cpu_governor", firstLine({"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"})},
        {"cpu_boost", boost()}, {"cpu_smt", firstLine({"/sys/devices/system/cpu/smt/control"})},
        {"cpu_affinity", affinity()},
        {"cpu_quota",
            firstLine({"/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us"})}};
}

void addDeviceState(MachineState& state, const collect::Readings& readings, int ownProcesses)
{
    state.smClockMhz = medianOf(readings, "sm_clock_mhz");
    state.memoryClockMhz = medianOf(readings, "memory_clock_mhz");
    state.powerWatts = medianOf(readings, "power_watts");
    state.temperatureCelsius = largestOf(readings, "temperature_celsius");
    state.clockEventReasons = allReasons(readings);
    state.foreignGpuProcesses = foreignProcesses(readings, ownProcesses);
}

} // namespace profiler
