// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/clocks.h"

#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace profiler::agent {

/// Ticks for the starts and ends of spans, and what they are in nanoseconds of CLOCK_REALTIME, the
/// clock of CUPTI's records. Reading that clock twice would be half of what a span costs, so the
/// processor's own counter is read where the kernel trusts it, too.
class TraceClock {
public:
    TraceClock();

    [[nodiscard]] std::int64_t ticks() const
    {
#if defined(__x86_64__)
        if (m_counter)
            return static_cast<std::int64_t>(__rdtsc());
#endif
        return realTimeNow();
    }

    /// Ties ticks to the clock, before what is recorded next; a clock that was set since the last
    /// time does no harm.
    void anchor();
    /// Measures the counter's rate anew, over all the time since the beginning.
    void measureRate();

    [[nodiscard]] std::int64_t toNs(std::int64_t ticks) const
    {
        if (!m_counter)
            return ticks;
        return m_anchorNs
            + static_cast<std::int64_t>(static_cast<double>(ticks - m_anchorTicks) * m_nsPerTick);
    }

    /// By how much the clock was set since the beginning; 0 = as far as it can be told, not.
    [[nodiscard]] std::int64_t step() const;

private:
    [[nodiscard]] static bool counterIsTrusted();

    bool m_counter;
    double m_nsPerTick = 1;
    std::int64_t m_firstTicks = 0;
    std::int64_t m_firstSteadyNs = 0;
    std::int64_t m_firstDifference = 0; ///< of the two clocks
    std::int64_t m_anchorTicks = 0;
    std::int64_t m_anchorNs = 0;
};

} // namespace profiler::agent
