// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace profiler {

/// One rate as it was served by one process.
struct RatePoint {
    double rate = 0; ///< requests a second
    std::optional<double> tailNs; ///< p99; nullopt: above any time, for too many were not answered
    bool sustained = true;
};

/// The highest rate whose p99 is within a limit, as one process showed it.
struct RateWithinLimit {
    enum class Bound {
        Found, ///< between the last rate that meets the limit and the first that does not
        AtLeast, ///< every offered rate meets it: `rate` is the highest of them
        Below, ///< none does: `rate` is the lowest of them
    };

    double rate = 0;
    Bound bound = Bound::Found;
};

/// Between two rates the reciprocal of p99 is taken to fall on a straight line, as it does with
/// random arrivals and service times, to 0 at what the process can serve at most. nullopt: no rate
/// has a p99. `points` rise by rate; one of rate 0 says what p99 is where no request waits.
[[nodiscard]] std::optional<RateWithinLimit> rateWithinLimit(
    std::span<const RatePoint> points, double limitNs, std::optional<double> capacity);

} // namespace profiler
