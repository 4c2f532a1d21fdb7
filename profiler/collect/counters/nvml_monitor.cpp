// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/counters/nvml_monitor.h"

#include "profiler/collect/counters/gpm_counters.h"
#include "profiler/collect/counters/nvml_api.h"

#include <array>
#include <fmt/format.h>
#include <set>

namespace profiler::collect {

namespace {

class NvmlCounters final : public CounterSource {
public:
    NvmlCounters(const nvml::Api& api, nvml::Device device)
        : m_api(api)
        , m_device(device)
        , m_gpm(m_api, device)
    {
    }

    ~NvmlCounters() override = default;
    NvmlCounters(const NvmlCounters&) = delete;
    NvmlCounters& operator=(const NvmlCounters&) = delete;
    NvmlCounters(NvmlCounters&&) = delete;
    NvmlCounters& operator=(NvmlCounters&&) = delete;

    void read(std::int64_t timeNs, CounterLog& log) override
    {
        m_timeNs = timeNs;
        m_log = &log;
        readClocks();
        readPower();
        readUse();
        m_gpm.read(timeNs, log);
    }

private:
    /// Asks once more unless the device said before that it does not tell.
    template <typename Function, typename Ask, typename Value>
    void readOne(const char* series, Function function, const Ask& ask, const Value& value)
    {
        if (m_silent.contains(series))
            return;
        const int answer = function == nullptr ? int {nvml::NotSupported} : ask();
        if (answer == nvml::Success) {
            m_log->add(series, m_timeNs, value());
            return;
        }
        m_silent.insert(series);
        m_log->addMissing(series,
            fmt::format("this GPU or its driver does not tell it ({})",
                m_api.errorString != nullptr ? m_api.errorString(answer) : "NVML"));
    }

    void readClocks()
    {
        unsigned megahertz = 0;
        const auto value = [&] { return static_cast<double>(megahertz); };
        readOne(
            "sm_clock_mhz", m_api.clock,
            [&] { return m_api.clock(m_device, nvml::SmClock, &megahertz); }, value);
        readOne(
            "memory_clock_mhz", m_api.clock,
            [&] { return m_api.clock(m_device, nvml::MemoryClock, &megahertz); }, value);
        unsigned long long reasons = 0;
        readOne(
            "clock_event_reasons", m_api.clockReasons,
            [&] { return m_api.clockReasons(m_device, &reasons); },
            [&] { return static_cast<double>(reasons); });
    }

    void readPower()
    {
        unsigned milliwatts = 0;
        readOne(
            "power_watts", m_api.power, [&] { return m_api.power(m_device, &milliwatts); },
            [&] { return milliwatts / 1000.0; });
        unsigned long long millijoules = 0;
        readOne(
            "energy_joules", m_api.energy, [&] { return m_api.energy(m_device, &millijoules); },
            [&] { return static_cast<double>(millijoules) / 1000; });
        unsigned degrees = 0;
        readOne(
            "temperature_celsius", m_api.temperature,
            [&] { return m_api.temperature(m_device, 0, &degrees); },
            [&] { return static_cast<double>(degrees); });
    }

    void readUse()
    {
        nvml::Utilization use;
        readOne(
            "device_busy_ratio", m_api.utilization,
            [&] { return m_api.utilization(m_device, &use); }, [&] { return use.gpu / 100.0; });
        nvml::Memory memory;
        readOne(
            "memory_used_bytes", m_api.memory, [&] { return m_api.memory(m_device, &memory); },
            [&] { return static_cast<double>(memory.used); });
        std::array<nvml::ProcessInfo, 64> processes;
        unsigned count = processes.size();
        readOne(
            "compute_processes", m_api.processes,
            [&] {
                const int answer = m_api.processes(m_device, &count, processes.data());
                return answer == nvml::InsufficientSize ? int {nvml::Success} : answer;
            },
            [&] { return static_cast<double>(count); });
    }

    nvml::Api m_api;
    nvml::Device m_device;
    GpmCounters m_gpm;
    std::set<std::string, std::less<>> m_silent; ///< series that the device does not tell
    std::int64_t m_timeNs = 0;
    CounterLog* m_log = nullptr; ///< during read
};

std::string describe(const nvml::Api& api, int answer)
{
    return api.errorString != nullptr ? api.errorString(answer) : fmt::format("error {}", answer);
}

} // namespace

Result<std::unique_ptr<CounterSource>> nvmlCounters(const std::string& uuid)
{
    const auto api = nvml::load();
    if (!api)
        return tl::unexpected(api.error());
    // Never shut down: another user in the process may hold it, and the process ends soon.
    if (const int answer = api->init(); answer != nvml::Success)
        return failure(ErrorKind::Unavailable,
            fmt::format("clocks, power and temperature of the GPU were not read: NVML gave \"{}\"; "
                        "look at `nvidia-smi`",
                describe(*api, answer)));
    nvml::Device device = nullptr;
    const auto known = uuid.starts_with("GPU-") ? uuid : "GPU-" + uuid; // torch tells the rest
    if (const int answer = api->handleByUuid(known.c_str(), &device); answer != nvml::Success)
        return failure(ErrorKind::Unavailable,
            fmt::format("clocks, power and temperature were not read: NVML does not know the GPU "
                        "{} (\"{}\")",
                uuid, describe(*api, answer)));
    return std::unique_ptr<CounterSource>(std::make_unique<NvmlCounters>(*api, device));
}

} // namespace profiler::collect
