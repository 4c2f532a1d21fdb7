// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/counters/counter_monitor.h"

#include "profiler/model/clocks.h"

#include <algorithm>
#include <utility>

namespace profiler::collect {
namespace {

void addBetween(Readings& found, const CounterLog& log, std::int64_t fromNs, std::int64_t toNs)
{
    const auto& rows = log.rows();
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows.timeNs[row] >= fromNs && rows.timeNs[row] <= toNs)
            found[log.names()[static_cast<std::size_t>(rows.series[row]) - 1].text].push_back(
                rows.value[row]);
}

} // namespace

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

CounterLog CounterMonitor::readOnce()
{
    const std::lock_guard reading(m_sourceMutex);
    CounterLog read;
    m_source->read(realTimeNow(), read);
    return read;
}

Readings CounterMonitor::readings(std::int64_t fromNs, std::int64_t toNs)
{
    Readings found;
    {
        const std::lock_guard lock(m_mutex);
        addBetween(found, m_log, fromNs, toNs);
    }
    if (!found.empty())
        return found;
    const auto now = readOnce();
    addBetween(found, now, fromNs, INT64_MAX);
    const std::lock_guard lock(m_mutex);
    m_log.append(now);
    return found;
}

/// A driver may take long to answer; the log is not locked meanwhile.
void CounterMonitor::readUntilStopped()
{
    auto next = std::chrono::steady_clock::now();
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        lock.unlock();
        const auto before = readClock(CLOCK_THREAD_CPUTIME_ID);
        const auto read = readOnce();
        const std::chrono::nanoseconds took(readClock(CLOCK_THREAD_CPUTIME_ID) - before);
        lock.lock();
        m_log.append(read);
        next = std::max(
            next + pauseAfter(took, m_period, m_mostOfCore), std::chrono::steady_clock::now());
        m_stop.wait_until(lock, next, [this] { return m_stopping; });
    }
}

void CounterLog::add(std::string_view series, std::int64_t timeNs, double value)
{
    auto known = m_ids.find(series);
    if (known == m_ids.end()) {
        const auto id = static_cast<std::int32_t>(m_ids.size()) + 1;
        known = m_ids.emplace(series, id).first;
        m_names.push_back({.id = id, .text = std::string(series)});
    }
    m_rows.timeNs.push_back(timeNs);
    m_rows.series.push_back(known->second);
    m_rows.value.push_back(value);
}

void CounterLog::addMissing(std::string_view series, const std::string& sentence)
{
    m_missing.try_emplace(std::string(series), sentence);
}

void CounterLog::append(const CounterLog& later)
{
    for (std::size_t row = 0; row < later.m_rows.size(); ++row) {
        const auto name = static_cast<std::size_t>(later.m_rows.series[row]) - 1;
        add(later.m_names[name].text, later.m_rows.timeNs[row], later.m_rows.value[row]);
    }
    for (const auto& [series, sentence] : later.m_missing)
        addMissing(series, sentence);
}

} // namespace profiler::collect
