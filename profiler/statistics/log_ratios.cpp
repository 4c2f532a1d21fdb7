// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/log_ratios.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

std::optional<LogRatio> typed(std::optional<double> logarithm)
{
    if (!logarithm)
        return std::nullopt;
    return LogRatio::ofLogarithm(*logarithm);
}

} // namespace

std::vector<LogRatio> logRatiosOf(std::span<const double> ratios)
{
    std::vector<LogRatio> result(ratios.size());
    std::ranges::transform(ratios, result.begin(), &LogRatio::ofRatio);
    return result;
}

std::vector<double> logarithmsOf(std::span<const LogRatio> values)
{
    std::vector<double> result(values.size());
    std::ranges::transform(values, result.begin(), &LogRatio::logarithm);
    return result;
}

std::optional<LogRatio> median(std::span<const LogRatio> values)
{
    return typed(median(logarithmsOf(values)));
}

std::optional<LogRatio> mean(std::span<const LogRatio> values)
{
    return typed(mean(logarithmsOf(values)));
}

std::optional<LogRatio> standardDeviation(std::span<const LogRatio> values)
{
    return typed(standardDeviation(logarithmsOf(values)));
}

std::optional<LogRatio> pooledDeviation(std::span<const std::vector<LogRatio>> groups)
{
    double squares = 0;
    std::size_t degrees = 0;
    for (const auto& group : groups) {
        const auto middle = mean(group);
        for (const LogRatio value : group)
            squares += std::pow((value - *middle).logarithm(), 2);
        degrees += group.empty() ? 0 : group.size() - 1;
    }
    if (degrees == 0)
        return std::nullopt;
    return LogRatio::ofLogarithm(std::sqrt(squares / static_cast<double>(degrees)));
}

std::optional<Interval> ratioInterval(std::span<const LogRatio> values, double confidence)
{
    const auto interval = tInterval(logarithmsOf(values), confidence);
    if (!interval)
        return std::nullopt;
    return Interval {.estimate = LogRatio::ofLogarithm(interval->estimate).ratio(),
        .low = LogRatio::ofLogarithm(interval->low).ratio(),
        .high = LogRatio::ofLogarithm(interval->high).ratio()};
}

LogRatio halfWidthOf(const Interval& ratios)
{
    return LogRatio::ofRatio(ratios.high / ratios.low) / 2;
}

} // namespace profiler
