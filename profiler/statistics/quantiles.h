// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// Ascending copy.
[[nodiscard]] std::vector<double> sorted(std::span<const double> values);

/// Type 7, the default of numpy and torch: h = (n-1)p, linear. `ascending` must not be empty.
[[nodiscard]] double quantileOfSorted(std::span<const double> ascending, double p);

/// Nothing where there are no values.
[[nodiscard]] std::optional<double> quantile(std::span<const double> values, double p);
[[nodiscard]] std::optional<double> median(std::span<const double> values);
/// Of an even count the larger of the two in the middle: a value that was measured.
[[nodiscard]] std::optional<std::int64_t> upperMedian(std::vector<std::int64_t> values);
[[nodiscard]] std::optional<double> mean(std::span<const double> values);
/// With n - 1; nothing for fewer than two values.
[[nodiscard]] std::optional<double> standardDeviation(std::span<const double> values);
/// Raw: not scaled to the normal distribution.
[[nodiscard]] std::optional<double> medianAbsoluteDeviation(std::span<const double> values);

} // namespace profiler
