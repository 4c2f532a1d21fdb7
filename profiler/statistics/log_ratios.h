// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/interval.h"
#include "profiler/model/log_ratio.h"
#include "profiler/statistics/t_interval.h"

#include <optional>
#include <span>
#include <vector>

/// Statistics of log ratios.
namespace profiler {

[[nodiscard]] std::vector<LogRatio> logRatiosOf(std::span<const double> ratios);
[[nodiscard]] std::vector<double> logarithmsOf(std::span<const LogRatio> values);

/// Nothing where there are no values.
[[nodiscard]] std::optional<LogRatio> median(std::span<const LogRatio> values);
[[nodiscard]] std::optional<LogRatio> mean(std::span<const LogRatio> values);
/// With n - 1; nothing for fewer than two values.
[[nodiscard]] std::optional<LogRatio> standardDeviation(std::span<const LogRatio> values);

/// Of values around the mean of their own group: what groups of a few values have in common.
/// Nothing where no group has two.
[[nodiscard]] std::optional<LogRatio> pooledDeviation(
    std::span<const std::vector<LogRatio>> groups);

/// The t interval of the values, as ratios; its estimate is their geometric mean. Nothing for
/// fewer than two values.
[[nodiscard]] std::optional<Interval> ratioInterval(
    std::span<const LogRatio> values, double confidence = plainConfidence);

/// Half of an interval of ratios.
[[nodiscard]] LogRatio halfWidthOf(const Interval& ratios);

} // namespace profiler
