// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace profiler {

std::vector<double> sorted(std::span<const double> values)
{
    std::vector<double> ascending(values.begin(), values.end());
    std::ranges::sort(ascending);
    return ascending;
}

double quantileOfSorted(std::span<const double> ascending, double p)
{
    assert(!ascending.empty());
    const double h = static_cast<double>(ascending.size() - 1) * std::clamp(p, 0.0, 1.0);
    const auto below = static_cast<std::size_t>(h);
    const auto above = std::min(below + 1, ascending.size() - 1);
    return ascending[below] + (h - std::floor(h)) * (ascending[above] - ascending[below]);
}

std::optional<double> quantile(std::span<const double> values, double p)
{
    if (values.empty())
        return std::nullopt;
    return quantileOfSorted(sorted(values), p);
}

std::optional<double> median(std::span<const double> values)
{
    if (values.empty())
        return std::nullopt;
    std::vector<double> copy(values.begin(), values.end());
    const auto middle = copy.begin() + static_cast<std::ptrdiff_t>(copy.size() / 2);
    std::ranges::nth_element(copy, middle);
    if (copy.size() % 2 == 1)
        return *middle;
    return (*std::max_element(copy.begin(), middle) + *middle) / 2;
}

std::optional<std::int64_t> upperMedian(std::vector<std::int64_t> values)
{
    if (values.empty())
        return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::optional<double> mean(std::span<const double> values)
{
    if (values.empty())
        return std::nullopt;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<double> standardDeviation(std::span<const double> values)
{
    if (values.size() < 2)
        return std::nullopt;
    const double center = *mean(values);
    double squares = 0;
    for (const double value : values)
        squares += (value - center) * (value - center);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

std::optional<double> medianAbsoluteDeviation(std::span<const double> values)
{
    const auto center = median(values);
    if (!center)
        return std::nullopt;
    std::vector<double> deviations;
    deviations.reserve(values.size());
    for (const double value : values)
        deviations.push_back(std::abs(value - *center));
    return median(deviations);
}

} // namespace profiler
