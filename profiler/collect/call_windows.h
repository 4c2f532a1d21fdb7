// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace profiler::collect {

/// When the measured calls of a trace began and ended. The edges cost two readings of a clock each;
/// another thread takes what ended.
class CallWindows {
public:
    CallWindows();
    /// With the offset of the real-time clock from the steady one as it was at the start.
    explicit CallWindows(std::int64_t offsetNs);

    void begin();
    void end();

    /// Calls that ended since the last time.
    [[nodiscard]] std::span<const TraceCall> takeNew();

    /// By how much the real-time clock was set between two edges; 0 below a millisecond.
    [[nodiscard]] std::int64_t clockStepNs() const { return m_clockStepNs; }

    /// That there was no room for.
    [[nodiscard]] std::int64_t lost() const { return m_lost; }

private:
    /// The time now, on the real-time clock.
    std::int64_t edge();

    std::vector<TraceCall> m_calls; ///< all room is made at the start
    std::atomic<std::size_t> m_ended {0};
    std::size_t m_taken = 0;
    std::int64_t m_startNs = 0; ///< 0 = no call runs
    std::int64_t m_offsetNs; ///< of the real-time clock from the steady one
    std::int64_t m_clockStepNs = 0;
    std::int64_t m_lost = 0;
};

} // namespace profiler::collect
