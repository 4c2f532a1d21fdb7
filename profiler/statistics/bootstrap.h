// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/interval.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// Seed and size of a resampling; both are said wherever its result is, so that anyone can repeat
/// it.
struct Resampling {
    std::uint64_t seed = 20260131;
    int draws = 10'000;
};

/// exp of the mean over processes of the median of their logarithms, resampled on both levels:
/// processes, then rounds inside each. Nothing when a process has no round.
[[nodiscard]] std::optional<Interval> hierarchicalBootstrap(
    std::span<const std::vector<double>> logRatiosByProcess, const Resampling& resampling = {});

/// median(numerator) / median(denominator), each resampled on its own.
[[nodiscard]] std::optional<Interval> ratioBootstrap(std::span<const double> numerator,
    std::span<const double> denominator, const Resampling& resampling = {});

/// Median of the values.
[[nodiscard]] std::optional<Interval> medianBootstrap(
    std::span<const double> values, const Resampling& resampling = {});

} // namespace profiler
