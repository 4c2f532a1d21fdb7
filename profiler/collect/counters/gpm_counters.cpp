// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/counters/gpm_counters.h"

#include <array>
#include <memory>
#include <utility>

namespace profiler::collect {

namespace {

struct Metric {
    unsigned id;
    const char* series;
};

constexpr std::array metrics {Metric {2, "sm_active_ratio"}, Metric {3, "sm_occupancy_ratio"},
    Metric {5, "tensor_active_ratio"}, Metric {10, "dram_active_ratio"}};

/// Closer samples give nothing but noise.
constexpr std::int64_t leastBetweenSamples = 100'000'000;

} // namespace

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

} // namespace profiler::collect
