// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// How far neighbours in a series depend on each other.
struct Autocorrelation {
    std::vector<double> r; ///< lag 1, 2, …
    double effectiveCount = 0; ///< n (1-r1)/(1+r1), r1 floored at 0
    double ljungBox = 0;
    double pValue = 1; ///< chi-squared with as many degrees as lags
};

/// Nothing for a constant series or one not longer than `lags`.
[[nodiscard]] std::optional<Autocorrelation> autocorrelation(
    std::span<const double> series, std::size_t lags = 10);

} // namespace profiler
