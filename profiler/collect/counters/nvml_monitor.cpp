// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/counters/nvml_monitor.h"

#include "profiler/collect/counters/counter_monitor.h"
#include "profiler/collect/counters/nvml_api.h"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace profiler::collect {
namespace {

/// Real activity of the multiprocessors, of Hopper and later: each reading covers the time since
/// the one before.
class GpmCounters {
public:
    GpmCounters(const nvml::Api& api, nvml::Device device);
    ~GpmCounters();
    GpmCounters(const GpmCounters&) = delete;
    GpmCounters& operator=(const GpmCounters&) = delete;
    GpmCounters(GpmCounters&&) = delete;
    GpmCounters& operator=(GpmCounters&&) = delete;

    void read(std::int64_t timeNs, CounterLog& log);

private:
    [[nodiscard]] std::string refusal() const;
    void giveUp(int answer);
    void addMetrics(std::int64_t timeNs, CounterLog& log);

    const nvml::Api& m_api;
    nvml::Device m_device;
    nvml::Sample m_earlier = nullptr;
    nvml::Sample m_later = nullptr;
    std::int64_t m_earlierNs = 0; ///< 0 = none was taken
    std::string m_reason; ///< why there is nothing to read; empty: there is
};

struct Metric {
    unsigned id;
    const char* series;
};

constexpr std::array metrics {Metric {2, "sm_active_ratio"}, Metric {3, "sm_occupancy_ratio"},
    Metric {5, "tensor_active_ratio"}, Metric {10, "dram_active_ratio"}};

/// Closer samples give nothing but noise.
constexpr std::int64_t leastBetweenSamples = 100'000'000;

GpmCounters::GpmCounters(const nvml::Api& api, nvml::Device device)
    : m_api(api)
    , m_device(device)
{
    m_reason = refusal();
    if (!m_reason.empty())
        return;
    for (auto* sample : {&m_earlier, &m_later})
        if (const int answer = api.gpmAllocate(sample); answer != nvml::Success)
            giveUp(answer);
}

GpmCounters::~GpmCounters()
{
    for (auto* sample : {m_earlier, m_later})
        if (sample != nullptr)
            m_api.gpmFree(sample);
}

std::string GpmCounters::refusal() const
{
    if (m_api.gpmSupport == nullptr || m_api.gpmAllocate == nullptr || m_api.gpmFree == nullptr
        || m_api.gpmGet == nullptr || m_api.gpmMetrics == nullptr)
        return "the driver is too old to tell the activity of the multiprocessors (GPM)";
    nvml::GpmSupport support;
    if (m_api.gpmSupport(m_device, &support) != nvml::Success || support.isSupported == 0)
        return "this GPU does not tell the activity of its multiprocessors (GPM): Hopper and later "
               "do";
    return {};
}

void GpmCounters::giveUp(int answer)
{
    if (answer == nvml::NoPermission)
        m_reason = "the activity of the multiprocessors (GPM) was refused: the driver lets only "
                   "the administrator read it";
    else
        m_reason = std::string("the activity of the multiprocessors (GPM) could not be read: ")
            + (m_api.errorString != nullptr ? m_api.errorString(answer) : std::to_string(answer));
}

void GpmCounters::read(std::int64_t timeNs, CounterLog& log)
{
    if (m_reason.empty() && timeNs - m_earlierNs >= leastBetweenSamples) {
        const int answer = m_api.gpmGet(m_device, m_later);
        if (answer != nvml::Success)
            giveUp(answer);
        else if (m_earlierNs != 0)
            addMetrics(timeNs, log);
        std::swap(m_earlier, m_later);
        m_earlierNs = timeNs;
    }
    if (!m_reason.empty())
        for (const auto& metric : metrics)
            log.addMissing(metric.series, m_reason);
}

void GpmCounters::addMetrics(std::int64_t timeNs, CounterLog& log)
{
    const auto asked = std::make_unique<nvml::GpmMetrics>();
    asked->count = metrics.size();
    asked->earlier = m_earlier;
    asked->later = m_later;
    for (std::size_t i = 0; i < metrics.size(); ++i)
        asked->metrics[i].id = metrics[i].id;
    if (const int answer = m_api.gpmMetrics(asked.get()); answer != nvml::Success) {
        giveUp(answer);
        return;
    }
    for (std::size_t i = 0; i < metrics.size(); ++i)
        if (asked->metrics[i].answer == nvml::Success)
            log.add(metrics[i].series, timeNs, asked->metrics[i].value / 100);
}

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
