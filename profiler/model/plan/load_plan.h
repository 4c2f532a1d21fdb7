// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace profiler {

/// When requests come, whatever became of those before (open loop).
enum class Arrivals {
    Poisson, ///< at random and independent of each other
    Constant, ///< one after each same span
    Replay, ///< as a recorded trace has them
};

/// What is asked of every variant beside its measured calls: requests at given rates.
struct LoadPlan {
    std::vector<double> rates; ///< requests a second; empty: parts of what the variants can do, of
                               ///< a replayed trace its own
    int repetitions = 0; ///< fresh processes of each variant; 0 = no load
    Arrivals arrivals = Arrivals::Poisson;
    std::string replay; ///< the trace's file, absolute
    nanoseconds duration = std::chrono::seconds(10); ///< of the arrivals at each rate
    int concurrency = 1; ///< calls that one process makes at once
    nanoseconds requestTimeLimit = std::chrono::minutes(1); ///< from its start

    bool operator==(const LoadPlan&) const = default;
};

/// Of a plan that asks for load and does not say how many.
inline constexpr int usualLoadRepetitions = 3;
inline constexpr int mostConcurrency = 64;
inline constexpr std::size_t mostRates = 32;
/// Of one rate in one process: more would be neither looked at nor kept.
inline constexpr std::int64_t mostRequests = 2'000'000;

} // namespace profiler
