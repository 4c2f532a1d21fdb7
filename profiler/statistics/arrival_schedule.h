// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/arrivals.h"
#include "profiler/model/facts/utc_time.h"

#include <cstdint>
#include <span>
#include <vector>

/// When requests of an open load are planned: nanoseconds from its beginning, in order. The same
/// seed gives the same list with every standard library.
namespace profiler {

struct ArrivalQuestion {
    Arrivals arrivals = Arrivals::Poisson;
    double rate = 1; ///< requests a second
    nanoseconds duration {};
    std::uint64_t seed = 1;
    std::span<const std::int64_t> replayed {}; ///< of Replay: the trace's times, in order, from 0
};

/// At most `mostRequests`.
[[nodiscard]] std::vector<std::int64_t> arrivalSchedule(const ArrivalQuestion& question);

/// Requests a second of a trace; 0 where it has less than two moments.
[[nodiscard]] double rateOf(std::span<const std::int64_t> replayed);

/// Of one rate of one repetition, the same for all variants.
[[nodiscard]] std::uint64_t arrivalSeed(
    std::uint64_t planSeed, int repetition, int caseIndex, int rateIndex);

} // namespace profiler
