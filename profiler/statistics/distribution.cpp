// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/distribution.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>

namespace profiler {

std::optional<double> empiricalCdf(std::span<const double> ascending, double t)
{
    if (ascending.empty())
        return std::nullopt;
    const auto above = std::ranges::upper_bound(ascending, t);
    return static_cast<double>(above - ascending.begin()) / static_cast<double>(ascending.size());
}

std::optional<double> freedmanDiaconisWidth(std::span<const double> ascending)
{
    if (ascending.empty())
        return std::nullopt;
    const double range = quantileOfSorted(ascending, 0.75) - quantileOfSorted(ascending, 0.25);
    if (!(range > 0))
        return std::nullopt;
    return 2 * range / std::cbrt(static_cast<double>(ascending.size()));
}

} // namespace profiler
