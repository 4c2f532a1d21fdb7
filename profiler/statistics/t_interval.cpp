// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/t_interval.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace profiler {

namespace {

Interval exponential(const Interval& interval)
{
    return {std::exp(interval.estimate), std::exp(interval.low), std::exp(interval.high)};
}

Interval around(double estimate, double halfWidth)
{
    return {estimate, estimate - halfWidth, estimate + halfWidth};
}

} // namespace

double studentT(double degrees, double confidence)
{
    const boost::math::students_t distribution(degrees);
    return boost::math::quantile(boost::math::complement(distribution, (1 - confidence) / 2));
}

std::optional<Interval> tInterval(std::span<const double> values, double confidence)
{
    const auto deviation = standardDeviation(values);
    if (!deviation)
        return std::nullopt;
    const auto n = static_cast<double>(values.size());
    return around(*mean(values), studentT(n - 1, confidence) * *deviation / std::sqrt(n));
}

std::optional<Interval> logTInterval(std::span<const double> logarithms, double confidence)
{
    const auto interval = tInterval(logarithms, confidence);
    if (!interval)
        return std::nullopt;
    return exponential(*interval);
}

std::optional<Interval> withinObserved(
    const std::optional<Interval>& interval, double least, double most)
{
    if (!interval || (interval->low < least && interval->high > most))
        return std::nullopt;
    return Interval {
        interval->estimate, std::max(interval->low, least), std::min(interval->high, most)};
}

std::optional<Interval> unpairedLogInterval(
    std::span<const double> numerator, std::span<const double> denominator, double confidence)
{
    const auto above = standardDeviation(numerator);
    const auto below = standardDeviation(denominator);
    if (!above || !below)
        return std::nullopt;
    const auto n = static_cast<double>(numerator.size());
    const auto m = static_cast<double>(denominator.size());
    const double varianceAbove = *above * *above / n;
    const double varianceBelow = *below * *below / m;
    const double variance = varianceAbove + varianceBelow;
    const double difference = *mean(numerator) - *mean(denominator);
    if (variance == 0)
        return exponential(around(difference, 0));
    const double degrees = variance * variance
        / (varianceAbove * varianceAbove / (n - 1) + varianceBelow * varianceBelow / (m - 1));
    return exponential(around(difference, studentT(degrees, confidence) * std::sqrt(variance)));
}

} // namespace profiler
