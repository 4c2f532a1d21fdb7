// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace profiler {

/// Theil-Sen: median of the slopes between all pairs of points; not moved by a few slow ones.
/// Nothing when no two points differ in x.
[[nodiscard]] std::optional<double> theilSenSlope(
    std::span<const double> x, std::span<const double> y);

} // namespace profiler
