// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace profiler {

/// Mann-Whitney with the effect sizes that go with it. Offered on repetition medians; no verdict
/// uses it.
struct RankSum {
    double u = 0; ///< #(x > y) + 0.5 #(x = y)
    bool ties = false;
    double pAsymptotic = 1; ///< two-sided, corrected for ties and continuity
    std::optional<double> pExact; ///< two-sided; only without ties
    double cliffsDelta = 0; ///< P(x > y) - P(x < y)
    double a12 = 0.5; ///< P(x > y) + 0.5 P(x = y)
    double shift = 0; ///< Hodges-Lehmann: median of all x - y
};

/// Nothing when either side is empty.
[[nodiscard]] std::optional<RankSum> mannWhitney(
    std::span<const double> x, std::span<const double> y);

} // namespace profiler
