// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/trace_clock.h"

#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

namespace profiler::agent {

namespace {

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

} // namespace profiler::agent
