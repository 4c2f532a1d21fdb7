// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace profiler {

/// Tukey's fences over quartiles of type 7: mild beyond 1.5 IQR, severe beyond 3. Counted, never
/// dropped.
struct Outliers {
    double q1 = 0;
    double q3 = 0;
    std::int64_t lowSevere = 0;
    std::int64_t lowMild = 0;
    std::int64_t highMild = 0;
    std::int64_t highSevere = 0;
};

/// Nothing where there are no values.
[[nodiscard]] std::optional<Outliers> tukeyOutliers(std::span<const double> values);

} // namespace profiler
