// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/drift.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <vector>

namespace profiler {

std::optional<double> theilSenSlope(std::span<const double> x, std::span<const double> y)
{
    const auto n = std::min(x.size(), y.size());
    std::vector<double> slopes;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            if (x[i] != x[j])
                slopes.push_back((y[j] - y[i]) / (x[j] - x[i]));
        }
    }
    return median(slopes);
}

} // namespace profiler
