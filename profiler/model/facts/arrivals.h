// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace profiler {

/// When requests come, whatever became of those before (open loop).
enum class Arrivals {
    Poisson, ///< at random and independent of each other
    Constant, ///< one after each same span
    Replay, ///< as a recorded trace has them
};

/// Of one rate in one process: more would be neither looked at nor kept.
inline constexpr std::int64_t mostRequests = 2'000'000;

} // namespace profiler
