// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace profiler {

/// F(t) = #(x <= t) / n of ascending values; right continuous. Nothing without values.
[[nodiscard]] std::optional<double> empiricalCdf(std::span<const double> ascending, double t);

/// Freedman-Diaconis: 2 IQR n^(-1/3). Nothing where more than half of the values are alike.
[[nodiscard]] std::optional<double> freedmanDiaconisWidth(std::span<const double> ascending);

} // namespace profiler
