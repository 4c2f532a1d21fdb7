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

} // namespace profiler
