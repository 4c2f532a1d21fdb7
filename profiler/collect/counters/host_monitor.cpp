// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/counters/host_monitor.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <locale>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace profiler::collect {
namespace {

namespace fs = std::filesystem;

/// Where the cores tell their clock; a few of them, since each asks its core.
std::vector<fs::path> clockFiles(const fs::path& root)
{
    constexpr int mostCores = 8;
    std::vector<fs::path> files;
    for (int core = 0; core < mostCores; ++core) {
        auto file = root / "sys/devices/system/cpu" / ("cpu" + std::to_string(core))
            / "cpufreq/scaling_cur_freq";
        std::error_code error;
        if (fs::exists(file, error))
            files.push_back(std::move(file));
    }
    return files;
}

std::optional<double> meanOf(double sum, int count)
{
    if (count == 0)
        return std::nullopt;
    return sum / count;
}

std::optional<double> megahertzOf(const std::vector<fs::path>& files)
{
    double sum = 0;
    int count = 0;
    for (const auto& path : files) {
        std::ifstream file(path);
        double kilohertz = 0;
        if (file >> kilohertz) {
            sum += kilohertz / 1000;
            ++count;
        }
    }
    return meanOf(sum, count);
}

/// A virtual machine tells it here alone.
std::optional<double> megahertzOfCpuinfo(const fs::path& root)
{
    std::ifstream file(root / "proc/cpuinfo");
    std::string line;
    double sum = 0;
    int count = 0;
    while (std::getline(file, line)) {
        if (line.rfind("cpu MHz", 0) != 0)
            continue;
        std::istringstream number(line.substr(line.find(':') + 1));
        number.imbue(std::locale::classic());
        double megahertz = 0;
        if (number >> megahertz) {
            sum += megahertz;
            ++count;
        }
    }
    return meanOf(sum, count);
}

class HostCounters final : public CounterSource {
public:
    explicit HostCounters(fs::path root)
        : m_root(std::move(root))
        , m_clocks(clockFiles(m_root))
    {
    }

    void read(std::int64_t timeNs, CounterLog& log) override
    {
        readUse(timeNs, log);
        readWaiting(timeNs, log);
        readClock(timeNs, log);
        m_lastNs = timeNs;
    }

private:
    void readUse(std::int64_t timeNs, CounterLog& log)
    {
        const auto ticks = readCpuTicks(m_root);
        if (!ticks)
            log.addMissing("cpu_busy_ratio", "/proc/stat could not be read");
        // A tick is 10 ms: a period may see none.
        if (ticks && m_ticks && ticks->all > m_ticks->all) {
            const auto all = static_cast<double>(ticks->all - m_ticks->all);
            log.add("cpu_busy_ratio", timeNs,
                1 - static_cast<double>(ticks->idle - m_ticks->idle) / all);
            log.add("cpu_steal_ratio", timeNs,
                static_cast<double>(ticks->steal - m_ticks->steal) / all);
        }
        m_ticks = ticks;
    }

    void readWaiting(std::int64_t timeNs, CounterLog& log)
    {
        const auto pressure = readCpuPressureUs(m_root);
        if (!pressure)
            log.addMissing(
                "cpu_pressure_ratio", "this kernel keeps no pressure (start it with psi=1)");
        if (pressure && m_pressure && timeNs > m_lastNs)
            log.add("cpu_pressure_ratio", timeNs,
                static_cast<double>(*pressure - *m_pressure) * 1000
                    / static_cast<double>(timeNs - m_lastNs));
        m_pressure = pressure;
    }

    void readClock(std::int64_t timeNs, CounterLog& log)
    {
        // Each core may be asked for its clock, and cpuinfo is long.
        constexpr std::int64_t betweenReads = 250'000'000;
        constexpr std::int64_t betweenLongReads = 1'000'000'000;
        if (timeNs - m_clockReadNs < (m_clocks.empty() ? betweenLongReads : betweenReads))
            return;
        m_clockReadNs = timeNs;
        const auto megahertz
            = m_clocks.empty() ? megahertzOfCpuinfo(m_root) : megahertzOf(m_clocks);
        if (megahertz)
            log.add("cpu_clock_mhz", timeNs, *megahertz);
        else
            log.addMissing("cpu_clock_mhz", "this machine does not tell the clock of its cores");
    }

    fs::path m_root;
    std::vector<fs::path> m_clocks;
    std::optional<CpuTicks> m_ticks;
    std::optional<std::int64_t> m_pressure;
    std::int64_t m_lastNs = 0;
    std::int64_t m_clockReadNs = 0;
};

} // namespace

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

std::unique_ptr<CounterSource> hostCounters(const fs::path& root)
{
    return std::make_unique<HostCounters>(root);
}

} // namespace profiler::collect
