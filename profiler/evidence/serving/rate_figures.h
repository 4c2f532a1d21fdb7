// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/serving/served_requests.h"
#include "profiler/model/thresholds.h"

#include <array>
#include <cstdint>
#include <optional>

namespace profiler {

/// A percentile of latencies, from the planned moment of each request.
struct LoadPercentile {
    std::optional<double> ns; ///< nullopt: too few requests, or so many were never answered
    bool unanswered = false; ///< so many requests were never answered that it is above any time
    std::int64_t needs = 0; ///< requests for it to be told
};

[[nodiscard]] LoadPercentile percentileOf(const LoadLatencies& latencies, double p);

/// What one process made of one rate.
struct RateFigures {
    std::int64_t requests = 0;
    std::int64_t unanswered = 0; ///< still waiting when all was ended, or never returned
    double offered = 0; ///< requests a second that came
    double achieved = 0; ///< a second, answered while others came
    std::array<LoadPercentile, percentiles.size()> latencies {};
    std::optional<double> waitNs; ///< mean, from the planned moment to the call's start
    std::optional<double> serviceNs; ///< mean of the calls
    std::optional<double> busyRatio; ///< share of the time in which calls ran, of all that could
    bool sustained = false;
    std::int64_t compiled = 0; ///< requests in which torch compiled something

    /// Of what requests took in the mean; nullopt: none was answered.
    [[nodiscard]] std::optional<double> queueShare() const;
};

[[nodiscard]] RateFigures rateFigures(const LoadFact& fact);

/// A rate is kept up with where nearly all that came was answered meanwhile, or what waits does not
/// grow (docs/development/measurement.md, Throughput and load).
inline constexpr double sustainedRatio = 0.98;
inline constexpr std::int64_t growthOfQueue = 10;

} // namespace profiler
