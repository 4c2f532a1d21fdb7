// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/interval.h"

#include <optional>
#include <span>

namespace profiler {

inline constexpr double plainConfidence = 0.95;

/// Two-sided quantile of Student's t: t(1 - (1-confidence)/2, degrees). Degrees may be fractional.
[[nodiscard]] double studentT(double degrees, double confidence = plainConfidence);

/// mean -+ t s / sqrt n; nothing for fewer than two values.
[[nodiscard]] std::optional<Interval> tInterval(
    std::span<const double> values, double confidence = plainConfidence);

/// exp of the t interval of logarithms: for ratios and for times. The estimate is exp(mean).
[[nodiscard]] std::optional<Interval> logTInterval(
    std::span<const double> logarithms, double confidence = plainConfidence);

/// Ends where the data end: nobody saw a call faster or slower than these. Nothing where both ends
/// lie beyond them, because such an interval says nothing of them.
[[nodiscard]] std::optional<Interval> withinObserved(
    const std::optional<Interval>& interval, double least, double most);

/// exp of Welch's interval of mean(numerator) - mean(denominator), both logarithms: for processes
/// that were not measured together. Nothing when either has fewer than two values.
[[nodiscard]] std::optional<Interval> unpairedLogInterval(std::span<const double> numerator,
    std::span<const double> denominator, double confidence = plainConfidence);

} // namespace profiler
