// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/outliers.h"

#include "profiler/statistics/quantiles.h"

namespace profiler {

std::optional<Outliers> tukeyOutliers(std::span<const double> values)
{
    if (values.empty())
        return std::nullopt;
    const auto ascending = sorted(values);
    Outliers result {
        .q1 = quantileOfSorted(ascending, 0.25), .q3 = quantileOfSorted(ascending, 0.75)};
    const double range = result.q3 - result.q1;
    for (const double value : ascending) {
        if (value < result.q1 - 3 * range)
            ++result.lowSevere;
        else if (value < result.q1 - 1.5 * range)
            ++result.lowMild;
        else if (value > result.q3 + 3 * range)
            ++result.highSevere;
        else if (value > result.q3 + 1.5 * range)
            ++result.highMild;
    }
    return result;
}

} // namespace profiler
