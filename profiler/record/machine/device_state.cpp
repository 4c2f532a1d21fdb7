// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/device_state.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

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

} // namespace

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
