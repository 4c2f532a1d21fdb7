// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/counters/counter_monitor.h"
#include "profiler/record/session/session.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// Watches the host, and on a GPU the device too, as long as it lives. It reads on threads of its
/// own that sleep between readings; what they read is stored only when `store` is called, which
/// the recorder does between blocks.
class Monitoring {
public:
    /// `repetition`: nullopt while calls are traced.
    Monitoring(Session& session, std::optional<int> repetition);
    ~Monitoring(); ///< hands over the rest
    Monitoring(const Monitoring&) = delete;
    Monitoring& operator=(const Monitoring&) = delete;
    Monitoring(Monitoring&&) = delete;
    Monitoring& operator=(Monitoring&&) = delete;

    /// Gives to the recording what was read, once it is worth it.
    void store();

    /// What the device told between two moments (CLOCK_REALTIME); none where no device is watched.
    [[nodiscard]] collect::Readings deviceReadings(std::int64_t fromNs, std::int64_t toNs);

private:
    struct Watched {
        MonitorSource source = MonitorSource::Host;
        MonitorIndex index;
        std::unique_ptr<collect::CounterMonitor> monitor;
        std::map<std::string, std::int32_t, std::less<>> ids; ///< of series told before
    };

    void watch(MonitorSource source, const std::string& device,
        std::unique_ptr<collect::CounterSource> counters);
    void watchDeviceOnceKnown();
    void store(Watched& watched);
    void storeAll();

    Session& m_session;
    std::optional<int> m_repetition;
    std::vector<Watched> m_watched;
    bool m_deviceTried = false;
    std::chrono::steady_clock::time_point m_stored = std::chrono::steady_clock::now();
};

} // namespace profiler
