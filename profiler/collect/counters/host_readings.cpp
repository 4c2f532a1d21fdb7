// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/counters/host_readings.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <string>

namespace profiler::collect {

std::optional<CpuTicks> readCpuTicks(const std::filesystem::path& root)
{
    // cpu user nice system idle iowait irq softirq steal guest guest_nice; guests count in user
    std::ifstream file(root / "proc/stat");
    std::string word;
    std::array<std::int64_t, 8> columns {};
    if (!(file >> word) || word != "cpu")
        return std::nullopt;
    CpuTicks ticks;
    for (auto& column : columns) {
        if (!(file >> column))
            return std::nullopt;
        ticks.all += column;
    }
    ticks.idle = columns[3] + columns[4];
    ticks.steal = columns[7];
    return ticks;
}

std::optional<std::int64_t> readCpuPressureUs(const std::filesystem::path& root)
{
    // some avg10=0.00 avg60=0.00 avg300=0.00 total=123456
    std::ifstream file(root / "proc/pressure/cpu");
    std::string line;
    if (!std::getline(file, line) || !line.starts_with("some"))
        return std::nullopt;
    const auto at = line.find("total=");
    if (at == std::string::npos)
        return std::nullopt;
    return std::strtoll(line.c_str() + at + 6, nullptr, 10);
}

} // namespace profiler::collect
