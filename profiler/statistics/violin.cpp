// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/violin.h"

#include "profiler/statistics/density.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

/// Half of the places around the middle half of the values, the rest over the whole width: a tail
/// a hundred times as long as the body must not take the points from the body.
std::vector<double> outlinePlaces(const std::vector<double>& sorted, std::size_t points)
{
    const double low = sorted.front();
    const double high = sorted.back();
    const double q1 = quantileOfSorted(sorted, 0.25);
    const double q3 = quantileOfSorted(sorted, 0.75);
    const double reach = 4 * (q3 > q1 ? q3 - q1 : (high - low) * 1e-3);
    const double bodyLow = std::max(low, q1 - reach);
    const double bodyHigh = std::min(high, q3 + reach);
    std::vector<double> places;
    const std::size_t half = points / 2;
    for (std::size_t i = 0; i <= half; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(half);
        places.push_back(low + ((high - low) * share));
        places.push_back(bodyLow + ((bodyHigh - bodyLow) * share));
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

} // namespace

Violin violinOf(std::vector<double> values, ValueAxis axis, std::size_t points)
{
    Violin violin;
    violin.count = static_cast<std::int64_t>(values.size());
    if (values.empty())
        return violin;
    std::sort(values.begin(), values.end());
    violin.min = values.front();
    violin.q1 = quantileOfSorted(values, 0.25);
    violin.median = quantileOfSorted(values, 0.5);
    violin.q3 = quantileOfSorted(values, 0.75);
    violin.max = values.back();
    if (values.front() == values.back())
        return violin;
    const bool log = axis == ValueAxis::Log && values.front() > 0;
    if (log) {
        for (double& value : values)
            value = std::log(value);
    }
    const KernelDensity density(values);
    double highest = 0;
    for (const double place : outlinePlaces(values, points)) {
        violin.outline.push_back(
            {.value = log ? std::exp(place) : place, .width = density.at(place)});
        highest = std::max(highest, violin.outline.back().width);
    }
    for (ViolinPoint& point : violin.outline)
        point.width /= highest;
    return violin;
}

} // namespace profiler
