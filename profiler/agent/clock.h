// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>

namespace profiler::agent {

[[nodiscard]] inline std::int64_t nanosecondsOf(clockid_t clock)
{
    timespec time {};
    ::clock_gettime(clock, &time);
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// The clock of traces, the same as that of CUPTI's records.
[[nodiscard]] inline std::int64_t traceNow()
{
    return nanosecondsOf(CLOCK_REALTIME);
}

} // namespace profiler::agent
