// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/call_windows.h"

#include "profiler/model/clocks.h"

#include <cstddef>
#include <cstdlib>

namespace profiler::collect {

namespace {

constexpr std::size_t mostCalls = 65'536;
/// Less is the time between the two readings when the thread is interrupted there.
constexpr std::int64_t leastStepNs = 1'000'000;

} // namespace

CallWindows::CallWindows()
    : CallWindows(realTimeNow() - steadyNow())
{
}

CallWindows::CallWindows(std::int64_t offsetNs)
    : m_calls(mostCalls)
    , m_offsetNs(offsetNs)
{
}

std::int64_t CallWindows::edge()
{
    const auto time = realTimeNow();
    const auto step = time - steadyNow() - m_offsetNs;
    if (std::abs(step) > leastStepNs && std::abs(step) > std::abs(m_clockStepNs))
        m_clockStepNs = step;
    return time;
}

void CallWindows::begin()
{
    m_startNs = edge();
}

void CallWindows::end()
{
    const auto time = edge();
    const auto index = m_ended.load(std::memory_order_relaxed);
    if (m_startNs == 0)
        return;
    if (index == m_calls.size()) {
        ++m_lost;
        return;
    }
    m_calls[index] = {.startNs = m_startNs, .endNs = time};
    m_startNs = 0;
    m_ended.store(index + 1, std::memory_order_release);
}

std::span<const TraceCall> CallWindows::takeNew()
{
    const auto ended = m_ended.load(std::memory_order_acquire);
    const auto calls = std::span<const TraceCall>(m_calls).subspan(m_taken, ended - m_taken);
    m_taken = ended;
    return calls;
}

} // namespace profiler::collect
