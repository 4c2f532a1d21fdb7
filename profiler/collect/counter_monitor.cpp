// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/counter_monitor.h"

#include "profiler/model/clocks.h"

#include <algorithm>
#include <utility>

namespace profiler::collect {

std::chrono::nanoseconds pauseAfter(
    std::chrono::nanoseconds readTook, std::chrono::nanoseconds period, double mostOfCore)
{
    const std::chrono::duration<double, std::nano> needed(
        static_cast<double>(readTook.count()) / mostOfCore);
    return std::max(period, std::chrono::duration_cast<std::chrono::nanoseconds>(needed));
}

CounterMonitor::CounterMonitor(
    std::unique_ptr<CounterSource> source, std::chrono::milliseconds period, double mostOfCore)
    : m_source(std::move(source))
    , m_period(period)
    , m_mostOfCore(mostOfCore)
    , m_thread([this] { readUntilStopped(); })
{
}

CounterMonitor::~CounterMonitor()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_stop.notify_one();
    m_thread.join();
}

CounterLog CounterMonitor::take()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_log, {});
}

/// A driver may take long to answer; the log is not locked meanwhile.
void CounterMonitor::readUntilStopped()
{
    auto next = std::chrono::steady_clock::now();
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        lock.unlock();
        CounterLog read;
        const auto before = readClock(CLOCK_THREAD_CPUTIME_ID);
        m_source->read(realTimeNow(), read);
        const std::chrono::nanoseconds took(readClock(CLOCK_THREAD_CPUTIME_ID) - before);
        lock.lock();
        m_log.append(read);
        next = std::max(
            next + pauseAfter(took, m_period, m_mostOfCore), std::chrono::steady_clock::now());
        m_stop.wait_until(lock, next, [this] { return m_stopping; });
    }
}

} // namespace profiler::collect
