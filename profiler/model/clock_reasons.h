// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace profiler {

/// NVML's bits of clocks event reasons that lower the clock: power cap, hardware slowdown, software
/// and hardware thermal slowdown, power brake. Idle clocks and the user's own settings are none.
inline constexpr std::int64_t loweredClockReasons = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;

} // namespace profiler
