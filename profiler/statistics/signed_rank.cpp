// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/signed_rank.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace profiler {

namespace {

/// P(T+ <= t) for t = 0..n(n+1)/2 under the null hypothesis: each rank is added with probability
/// one half.
std::vector<double> signedRankCdf(std::size_t n)
{
    std::vector<double> probability(n * (n + 1) / 2 + 1, 0.0);
    probability[0] = 1;
    std::size_t reached = 0;
    for (std::size_t rank = 1; rank <= n; ++rank) {
        reached += rank;
        for (std::size_t t = reached + 1; t-- > 0;)
            probability[t] = (probability[t] + (t >= rank ? probability[t - rank] : 0)) / 2;
    }
    std::partial_sum(probability.begin(), probability.end(), probability.begin());
    return probability;
}

std::vector<double> walshAverages(std::span<const double> differences)
{
    std::vector<double> averages;
    averages.reserve(differences.size() * (differences.size() + 1) / 2);
    for (std::size_t i = 0; i < differences.size(); ++i) {
        for (std::size_t j = i; j < differences.size(); ++j)
            averages.push_back((differences[i] + differences[j]) / 2);
    }
    std::ranges::sort(averages);
    return averages;
}

/// Sum of the ranks of |d| over d > 0; ties share their mean rank. `nonZero` has no zeros.
double positiveRankSum(std::vector<double> nonZero)
{
    std::ranges::sort(nonZero, {}, [](double d) { return std::abs(d); });
    double sum = 0;
    for (std::size_t first = 0; first < nonZero.size();) {
        std::size_t last = first;
        while (last + 1 < nonZero.size() && std::abs(nonZero[last + 1]) == std::abs(nonZero[first]))
            ++last;
        const double rank = static_cast<double>(first + last) / 2 + 1;
        for (std::size_t i = first; i <= last; ++i)
            sum += nonZero[i] > 0 ? rank : 0;
        first = last + 1;
    }
    return sum;
}

double exactPValue(std::span<const double> differences)
{
    std::vector<double> nonZero;
    std::ranges::copy_if(differences, std::back_inserter(nonZero), [](double d) { return d != 0; });
    if (nonZero.empty())
        return 1;
    const auto cdf = signedRankCdf(nonZero.size());
    const double positive = positiveRankSum(nonZero);
    const auto all = static_cast<double>(cdf.size() - 1);
    const double smaller = std::min(positive, all - positive);
    return std::min(1.0, 2 * cdf[static_cast<std::size_t>(smaller)]);
}

} // namespace

std::optional<PairedRounds> pairedRounds(std::span<const double> differences, double confidence)
{
    if (differences.empty())
        return std::nullopt;
    const auto averages = walshAverages(differences);
    PairedRounds result {.median = *median(differences),
        .hodgesLehmann = quantileOfSorted(averages, 0.5),
        .walshCount = static_cast<std::int64_t>(averages.size()),
        .pValue = exactPValue(differences)};
    const auto cdf = signedRankCdf(differences.size());
    const auto above = std::ranges::upper_bound(cdf, (1 - confidence) / 2);
    const auto rank = static_cast<std::size_t>(above - cdf.begin());
    if (rank == 0)
        return result;
    result.rank = static_cast<std::int64_t>(rank);
    result.low = averages[rank - 1];
    result.high = averages[averages.size() - rank];
    result.coverage = 1 - 2 * cdf[rank - 1];
    return result;
}

} // namespace profiler
