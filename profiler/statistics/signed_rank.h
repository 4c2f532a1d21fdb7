// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace profiler {

/// Paired differences inside one repetition, judged by the exact signed-rank distribution.
struct PairedRounds {
    double median = 0;
    double hodgesLehmann = 0; ///< median of the Walsh averages
    std::int64_t walshCount = 0;
    double pValue = 1; ///< exact, two-sided; zeros dropped
    std::optional<std::int64_t> rank; ///< of the interval's ends among the Walsh averages
    std::optional<double> low;
    std::optional<double> high;
    std::optional<double> coverage;
};

/// Nothing for no differences. Ends are missing for fewer than 6 of them at 95 %.
[[nodiscard]] std::optional<PairedRounds> pairedRounds(
    std::span<const double> differences, double confidence = 0.95);

} // namespace profiler
