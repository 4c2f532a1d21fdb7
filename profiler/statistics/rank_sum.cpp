// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/rank_sum.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

namespace profiler {

namespace {

/// Above this many pairs the exact distribution costs more than it tells.
constexpr std::size_t pairsForExact = 40'000;

/// Probability of each U under the null hypothesis. With the counts N(u; a, b) of arrangements,
/// N(u; a, b) = N(u - b; a - 1, b) + N(u; a, b - 1), here divided by all arrangements at each step.
std::vector<double> rankSumDistribution(std::size_t n, std::size_t m)
{
    // rows[b] holds the distribution for (a, b); a grows by one a pass.
    std::vector<std::vector<double>> rows(m + 1, std::vector<double>(1, 1.0));
    for (std::size_t a = 1; a <= n; ++a) {
        std::vector<std::vector<double>> next(m + 1);
        next[0] = {1.0};
        for (std::size_t b = 1; b <= m; ++b) {
            const double last = static_cast<double>(a) / static_cast<double>(a + b);
            std::vector<double> row(a * b + 1, 0.0);
            for (std::size_t u = 0; u < rows[b].size(); ++u)
                row[u + b] += last * rows[b][u];
            for (std::size_t u = 0; u < next[b - 1].size(); ++u)
                row[u] += (1 - last) * next[b - 1][u];
            next[b] = std::move(row);
        }
        rows = std::move(next);
    }
    return rows[m];
}

double exactPValue(double u, std::size_t n, std::size_t m)
{
    const auto distribution = rankSumDistribution(n, m);
    const double smaller = std::min(u, static_cast<double>(n * m) - u);
    double tail = 0;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(smaller); ++i)
        tail += distribution[i];
    return std::min(1.0, 2 * tail);
}

/// Sum of t^3 - t over groups of equal values.
double tieTerm(std::span<const double> x, std::span<const double> y)
{
    std::vector<double> all(x.begin(), x.end());
    all.insert(all.end(), y.begin(), y.end());
    std::ranges::sort(all);
    double term = 0;
    for (std::size_t first = 0; first < all.size();) {
        const auto next
            = static_cast<std::size_t>(std::ranges::upper_bound(all, all[first]) - all.begin());
        const auto t = static_cast<double>(next - first);
        term += t * t * t - t;
        first = next;
    }
    return term;
}

double asymptoticPValue(double u, double n, double m, double ties)
{
    const double all = n + m;
    const double variance = n * m / 12 * (all + 1 - ties / (all * (all - 1)));
    if (!(variance > 0)) // every value equal
        return 1;
    const double larger = std::max(u, n * m - u);
    const double z = (larger - n * m / 2 - 0.5) / std::sqrt(variance);
    return std::min(1.0, 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), z)));
}

} // namespace

std::optional<RankSum> mannWhitney(std::span<const double> x, std::span<const double> y)
{
    if (x.empty() || y.empty())
        return std::nullopt;
    RankSum result;
    double wins = 0;
    double equal = 0;
    std::vector<double> differences;
    differences.reserve(x.size() * y.size());
    for (const double a : x) {
        for (const double b : y) {
            wins += a > b ? 1 : 0;
            equal += a == b ? 1 : 0;
            differences.push_back(a - b);
        }
    }
    const auto pairs = static_cast<double>(differences.size());
    const double ties = tieTerm(x, y);
    result.u = wins + equal / 2;
    result.ties = ties > 0;
    result.a12 = result.u / pairs;
    result.cliffsDelta = 2 * result.a12 - 1;
    result.shift = *median(differences);
    result.pAsymptotic = asymptoticPValue(
        result.u, static_cast<double>(x.size()), static_cast<double>(y.size()), ties);
    if (!result.ties && differences.size() <= pairsForExact)
        result.pExact = exactPValue(result.u, x.size(), y.size());
    return result;
}

} // namespace profiler
