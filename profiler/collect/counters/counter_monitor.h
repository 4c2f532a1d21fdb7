// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"
#include "profiler/model/interface.h"
#include "profiler/model/trace_rows.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace profiler::collect {

/// Values by series, in the order read.
using Readings = std::map<std::string, std::vector<double>, std::less<>>;

/// Readings of counters as a trace stores them: series by id, from 1.
class CounterLog {
public:
    void add(std::string_view series, std::int64_t timeNs, double value);
    /// Why a series is not there; the first reason stays.
    void addMissing(std::string_view series, const std::string& sentence);

    void append(const CounterLog& later);

    [[nodiscard]] const CounterColumns& rows() const { return m_rows; }

    [[nodiscard]] const TraceNames& names() const { return m_names; }

    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& missing() const
    {
        return m_missing;
    }

private:
    std::map<std::string, std::int32_t, std::less<>> m_ids;
    TraceNames m_names;
    CounterColumns m_rows;
    std::map<std::string, std::string, std::less<>> m_missing; ///< by series
};

/// Something that has counters: a GPU, the host.
class CounterSource : public Interface {
public:
    /// Reads all counters now; `timeNs` is CLOCK_REALTIME, that of traces.
    virtual void read(std::int64_t timeNs, CounterLog& log) = 0;
};

/// How long a reader that took so much of a core waits, that it takes no more than this share of
/// one: on a machine of many cores /proc/stat alone takes a millisecond.
[[nodiscard]] std::chrono::nanoseconds pauseAfter(
    std::chrono::nanoseconds readTook, std::chrono::nanoseconds period, double mostOfCore);

/// Reads a source again and again on a thread of its own, in the recorder's process and never in a
/// worker's.
class CounterMonitor {
public:
    static constexpr auto usualPeriod = std::chrono::milliseconds(50);

    static constexpr double usualShare = 0.004; ///< of one core, at most

    explicit CounterMonitor(std::unique_ptr<CounterSource> source,
        std::chrono::milliseconds period = usualPeriod, double mostOfCore = usualShare);
    ~CounterMonitor();
    CounterMonitor(const CounterMonitor&) = delete;
    CounterMonitor& operator=(const CounterMonitor&) = delete;
    CounterMonitor(CounterMonitor&&) = delete;
    CounterMonitor& operator=(CounterMonitor&&) = delete;

    /// What was read since the start or the last take. Names are those of these rows.
    [[nodiscard]] CounterLog take();

    /// What was read from `fromNs` to `toNs` (CLOCK_REALTIME) and not taken yet; where nothing was,
    /// what a reading now gives.
    [[nodiscard]] Readings readings(std::int64_t fromNs, std::int64_t toNs);

private:
    void readUntilStopped();
    [[nodiscard]] CounterLog readOnce();

    std::unique_ptr<CounterSource> m_source;
    std::mutex m_sourceMutex; ///< held while it is read; taken before m_mutex
    std::chrono::milliseconds m_period;
    double m_mostOfCore;
    std::mutex m_mutex;
    std::condition_variable m_stop;
    bool m_stopping = false;
    CounterLog m_log;
    std::thread m_thread;
};

} // namespace profiler::collect
