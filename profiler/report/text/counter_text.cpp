// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/counter_text.h"

#include "profiler/model/number_text.h"

#include <algorithm>

namespace profiler {

const std::vector<CounterNames>& knownCounters()
{
    constexpr double percent = 100;
    constexpr double perGibibyte = 1.0 / (1024.0 * 1024 * 1024);
    static const std::vector<CounterNames> counters {
        {"cpu_busy_ratio", "CPU use", "%", percent},
        {"cpu_clock_mhz", "CPU clock", "MHz", 1},
        {"cpu_pressure_ratio", "Pressure", "%", percent},
        {"cpu_steal_ratio", "Steal", "%", percent},
        {"sm_active_ratio", "SM active", "%", percent},
        {"sm_occupancy_ratio", "SM occupancy", "%", percent},
        {"tensor_active_ratio", "Tensor active", "%", percent},
        {"dram_active_ratio", "DRAM", "%", percent},
        {"device_busy_ratio", "GPU use", "%", percent},
        {"sm_clock_mhz", "SM clock", "MHz", 1},
        {"memory_clock_mhz", "Memory clock", "MHz", 1},
        {"power_watts", "Power", "W", 1},
        {"temperature_celsius", "Temperature", "°C", 1},
        {"memory_used_bytes", "Memory used", "GiB", perGibibyte},
        {"compute_processes", "Processes", "", 1},
    };
    return counters;
}

CounterNames counterNameText(const std::string& series)
{
    const auto& all = knownCounters();
    const auto found = std::ranges::find(all, series, &CounterNames::series);
    return found == all.end() ? CounterNames {.series = series, .title = series} : *found;
}

std::string counterText(const std::string& series, double value)
{
    const auto words = counterNameText(series);
    const auto number = formatNumber(value * words.scale, 3);
    return words.unit.empty() ? number : number + " " + words.unit;
}

} // namespace profiler
