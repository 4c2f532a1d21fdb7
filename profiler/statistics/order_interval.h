// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// Interval of a percentile between two order statistics, by binomial ranks: assumes nothing about
/// the distribution. Ranks count from 1; an end without such a rank is missing.
struct OrderInterval {
    std::optional<std::int64_t> rankLower;
    std::optional<std::int64_t> rankUpper;
    std::optional<double> lower;
    std::optional<double> upper;
    std::optional<double> coverage; ///< achieved; only with both ends
};

/// Lower rank: the largest l with P(Bin(n,p) <= l-1) <= (1-confidence)/2; upper rank: the smallest
/// u with P(Bin(n,p) <= u-1) >= 1 - (1-confidence)/2.
[[nodiscard]] OrderInterval orderInterval(
    std::span<const double> ascending, double p, double confidence = 0.95);

/// The same for the median, both ends or none (none for fewer than 6 values at 95 %).
[[nodiscard]] OrderInterval medianInterval(
    std::span<const double> ascending, double confidence = 0.95);

/// Calls one process needs before percentile p may be shown:
/// ceil(ln((1-confidence)/2) / ln max(p,1-p)).
[[nodiscard]] std::int64_t callsNeeded(double p, double confidence = 0.95);

/// More than half of the repetitions have so many calls. What a percentile of all of them needs:
/// one repetition that got more calls than the rest does not speak for them.
[[nodiscard]] std::int64_t callsOfMost(std::span<const std::vector<double>> callsByRepetition);

} // namespace profiler
