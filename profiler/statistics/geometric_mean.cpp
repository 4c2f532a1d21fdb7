// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/geometric_mean.h"

#include "profiler/statistics/t_interval.h"

#include <cassert>
#include <cmath>
#include <vector>

namespace profiler {

double geometricMean(std::span<const double> ratios)
{
    assert(!ratios.empty());
    long double sum = 0;
    for (const double ratio : ratios)
        sum += std::log(static_cast<long double>(ratio));
    return static_cast<double>(std::exp(sum / static_cast<long double>(ratios.size())));
}

std::optional<Interval> geometricMeanInterval(std::span<const double> ratios)
{
    std::vector<double> logarithms;
    logarithms.reserve(ratios.size());
    for (const double ratio : ratios)
        logarithms.push_back(std::log(ratio));
    auto interval = logTInterval(logarithms);
    if (interval)
        interval->estimate = geometricMean(ratios);
    return interval;
}

} // namespace profiler
