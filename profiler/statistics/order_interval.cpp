// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/order_interval.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <functional>

namespace profiler {

namespace {

/// P(Bin(n,p) <= k), for any k.
double binomialCdf(std::int64_t n, double p, std::int64_t k)
{
    if (k < 0)
        return 0;
    if (k >= n)
        return 1;
    return boost::math::cdf(
        boost::math::binomial(static_cast<double>(n), p), static_cast<double>(k));
}

/// Smallest rank r in 1..n+1 with P(Bin(n,p) <= r-1) > or >= bound; n+1 when none is.
template <typename Reached>
std::int64_t firstRank(std::int64_t n, double p, Reached reached)
{
    std::int64_t low = 1;
    std::int64_t high = n + 1;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (reached(binomialCdf(n, p, middle - 1)))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

} // namespace

OrderInterval orderInterval(std::span<const double> ascending, double p, double confidence)
{
    const auto n = static_cast<std::int64_t>(ascending.size());
    if (n == 0 || p <= 0 || p >= 1)
        return {};
    const double tail = (1 - confidence) / 2;
    const auto lower = firstRank(n, p, [&](double cdf) { return cdf > tail; }) - 1;
    const auto upper = firstRank(n, p, [&](double cdf) { return cdf >= 1 - tail; });
    OrderInterval interval;
    if (lower >= 1) {
        interval.rankLower = lower;
        interval.lower = ascending[static_cast<std::size_t>(lower - 1)];
    }
    if (upper <= n) {
        interval.rankUpper = upper;
        interval.upper = ascending[static_cast<std::size_t>(upper - 1)];
    }
    if (interval.lower && interval.upper)
        interval.coverage = binomialCdf(n, p, upper - 1) - binomialCdf(n, p, lower - 1);
    return interval;
}

OrderInterval medianInterval(std::span<const double> ascending, double confidence)
{
    auto interval = orderInterval(ascending, 0.5, confidence);
    if (!interval.rankLower)
        return {};
    // u = n + 1 - l: said, not searched, so that rounding cannot make the interval lopsided.
    const auto n = static_cast<std::int64_t>(ascending.size());
    const auto upper = n + 1 - *interval.rankLower;
    interval.rankUpper = upper;
    interval.upper = ascending[static_cast<std::size_t>(upper - 1)];
    interval.coverage = 1 - 2 * binomialCdf(n, 0.5, *interval.rankLower - 1);
    return interval;
}

std::int64_t callsNeeded(double p, double confidence)
{
    const double larger = std::max(p, 1 - p);
    if (larger >= 1)
        return INT64_MAX;
    return static_cast<std::int64_t>(std::ceil(std::log((1 - confidence) / 2) / std::log(larger)));
}

std::int64_t callsOfMost(std::span<const std::vector<double>> callsByRepetition)
{
    std::vector<std::size_t> counts;
    counts.reserve(callsByRepetition.size());
    for (const auto& calls : callsByRepetition)
        counts.push_back(calls.size());
    if (counts.empty())
        return 0;
    std::ranges::sort(counts, std::greater {});
    return static_cast<std::int64_t>(counts[counts.size() / 2]);
}

} // namespace profiler
