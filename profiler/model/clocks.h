// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>

namespace profiler {

inline constexpr double nsPerSecond = 1e9;

/// ns since the beginning of that clock.
[[nodiscard]] inline std::int64_t readClock(clockid_t clock)
{
    timespec time {};
    ::clock_gettime(clock, &time);
    return std::int64_t {time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// The clock of CUPTI's records and of all traces.
[[nodiscard]] inline std::int64_t realTimeNow()
{
    return readClock(CLOCK_REALTIME);
}

/// Runs at the rate of the real-time clock, corrections included, and is never set.
[[nodiscard]] inline std::int64_t steadyNow()
{
    return readClock(CLOCK_MONOTONIC);
}

} // namespace profiler
