// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/interval.h"

#include <optional>
#include <span>

namespace profiler {

/// Of ratios above 0, at least one. Summed in long double, so that it is what the exact mean of the
/// logarithms rounds to.
[[nodiscard]] double geometricMean(std::span<const double> ratios);

/// The same with the t interval of the logarithms around it: over models, each counts once. Nothing
/// for fewer than two.
[[nodiscard]] std::optional<Interval> geometricMeanInterval(std::span<const double> ratios);

} // namespace profiler
