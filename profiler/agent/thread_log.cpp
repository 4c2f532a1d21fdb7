// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/thread_log.h"

#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

namespace profiler::agent {
namespace {

void append(OperatorColumns& columns, const Span& span, std::int64_t end, std::int32_t thread,
    const TraceClock& clock)
{
    const auto startNs = clock.toNs(span.start);
    columns.startNs.push_back(startNs);
    columns.durationNs.push_back(std::max<std::int64_t>(clock.toNs(end) - startNs, 0));
    columns.name.push_back(span.name);
    columns.thread.push_back(thread);
    columns.kind.push_back(static_cast<std::uint8_t>(span.kind));
    columns.sequence.push_back(span.sequence);
    columns.place.push_back(span.place);
}

constexpr int tries = 5;
constexpr std::int64_t leastStep = 1'000'000; // a clock that is only slewed moves less

struct Reading {
    std::int64_t ticks = 0;
    std::int64_t ns = 0;
};

/// Both at one moment, as nearly as they can be read.
Reading readTogether(const TraceClock& clock, clockid_t other)
{
    Reading best;
    auto narrowest = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < tries; ++i) {
        const auto before = clock.ticks();
        const auto ns = readClock(other);
        const auto after = clock.ticks();
        if (after - before < narrowest) {
            narrowest = after - before;
            best = {.ticks = before + (after - before) / 2, .ns = ns};
        }
    }
    return best;
}

std::int64_t differenceOfClocks()
{
    return realTimeNow() - steadyNow();
}

} // namespace

/// The kernel keeps its own time by the counter only where it runs evenly on all cores.
bool TraceClock::counterIsTrusted()
{
#if defined(__x86_64__)
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string source;
    return static_cast<bool>(file >> source) && source == "tsc";
#else
    return false;
#endif
}

TraceClock::TraceClock()
    : m_counter(counterIsTrusted())
    , m_firstDifference(differenceOfClocks())
{
    const auto first = readTogether(*this, CLOCK_MONOTONIC);
    m_firstTicks = first.ticks;
    m_firstSteadyNs = first.ns;
    anchor();
}

void TraceClock::anchor()
{
    const auto now = readTogether(*this, CLOCK_REALTIME);
    m_anchorTicks = now.ticks;
    m_anchorNs = now.ns;
}

void TraceClock::measureRate()
{
    const auto now = readTogether(*this, CLOCK_MONOTONIC);
    if (now.ticks > m_firstTicks)
        m_nsPerTick = static_cast<double>(now.ns - m_firstSteadyNs)
            / static_cast<double>(now.ticks - m_firstTicks);
}

std::int64_t TraceClock::step() const
{
    const auto step = differenceOfClocks() - m_firstDifference;
    return std::abs(step) < leastStep ? 0 : step;
}

ThreadLog::ThreadLog(std::size_t capacity)
    : m_mask(std::bit_ceil(std::max<std::size_t>(capacity, 2)) - 1)
    , m_spans(std::make_unique<Span[]>(m_mask + 1)) // NOLINT(*-avoid-c-arrays)
{
}

void ThreadLog::drain(OperatorColumns& columns, std::int32_t thread, const TraceClock& clock)
{
    const auto head = m_head.load(std::memory_order_acquire);
    auto at = m_tail.load(std::memory_order_relaxed);
    for (; at != head; ++at) {
        const auto& span = m_spans[at & m_mask];
        const auto end = span.end.load(std::memory_order_acquire);
        if (end == Span::open)
            break;
        append(columns, span, end, thread, clock);
    }
    m_tail.store(at, std::memory_order_release);
}

std::int64_t ThreadLog::drainRest(
    OperatorColumns& columns, std::int32_t thread, const TraceClock& clock)
{
    const auto head = m_head.load(std::memory_order_acquire);
    std::int64_t open = 0;
    for (auto at = m_tail.load(std::memory_order_relaxed); at != head; ++at) {
        const auto& span = m_spans[at & m_mask];
        const auto end = span.end.load(std::memory_order_acquire);
        if (end == Span::open)
            ++open;
        else
            append(columns, span, end, thread, clock);
    }
    m_tail.store(head, std::memory_order_release);
    return open;
}

} // namespace profiler::agent
