// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/serving/rate_within_limit.h"
#include "profiler/model/facts/load_fact.h"
#include "profiler/model/interval.h"
#include "profiler/statistics/bootstrap.h"

#include <optional>
#include <span>
#include <vector>

/// Intervals within one process: its requests are cut into pieces of neighbours, for what waits in
/// one queue is not independent, and the pieces are drawn anew. They know nothing of other
/// processes, which a reader is told.
namespace profiler {

inline constexpr Resampling loadResampling {.seed = 20260131, .draws = 200};

/// Of a percentile of latencies; nullopt: too few requests, or too many were never answered.
[[nodiscard]] std::optional<Interval> bootstrapPercentile(
    const LoadRequests& requests, double p, const Resampling& resampling = loadResampling);

struct ServedRate {
    RatePoint point;
    const LoadRequests* requests = nullptr; ///< null: of no request at all, and not drawn anew
};

/// Of the highest rate within a limit. `rates` rise.
[[nodiscard]] std::optional<Interval> bootstrapRateWithinLimit(std::span<const ServedRate> rates,
    double limitNs, std::optional<double> capacity, const Resampling& resampling = loadResampling);

/// Of requests served a second where all came at once: from its pieces.
[[nodiscard]] std::optional<Interval> capacityWithin(const LoadRequests& burst);

} // namespace profiler
