// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/counters/counter_log.h"
#include "profiler/collect/counters/nvml_api.h"

#include <cstdint>

namespace profiler::collect {

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

} // namespace profiler::collect
