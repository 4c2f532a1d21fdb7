// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <chrono>

namespace profiler {

[[nodiscard]] inline UtcTime utcNow()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<nanoseconds>(now).count()};
}

/// Minutes that the local time is ahead of UTC.
[[nodiscard]] int utcOffsetMinutes();

} // namespace profiler
