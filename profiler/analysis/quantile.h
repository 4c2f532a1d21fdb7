// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace profiler {

/// Type 7 (linear, the default of numpy and torch) of sorted values, of which there is at least
/// one.
[[nodiscard]] inline double sortedQuantile(std::span<const double> sorted, double p)
{
    const double h = static_cast<double>(sorted.size() - 1) * p;
    const auto below = static_cast<std::size_t>(std::floor(h));
    if (below + 1 >= sorted.size())
        return sorted.back();
    return sorted[below] + ((h - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]));
}

} // namespace profiler
