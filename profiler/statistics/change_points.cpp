// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/change_points.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace profiler {

namespace {

/// Squared deviations from the mean of any stretch in constant time.
class StretchCost {
public:
    explicit StretchCost(std::span<const double> series)
        : m_sums(series.size() + 1, 0.0)
        , m_squares(series.size() + 1, 0.0)
    {
        const double center = *mean(series); // small numbers keep the difference of sums exact
        for (std::size_t i = 0; i < series.size(); ++i) {
            const double x = series[i] - center;
            m_sums[i + 1] = m_sums[i] + x;
            m_squares[i + 1] = m_squares[i] + x * x;
        }
    }

    double operator()(std::size_t begin, std::size_t end) const
    {
        const double sum = m_sums[end] - m_sums[begin];
        return m_squares[end] - m_squares[begin] - sum * sum / static_cast<double>(end - begin);
    }

private:
    std::vector<double> m_sums;
    std::vector<double> m_squares;
};

/// previous[end] = where the last segment of the best partition of [0, end) begins.
std::vector<std::size_t> bestPartition(
    std::span<const double> series, double penalty, std::size_t minimum)
{
    const StretchCost cost(series);
    const auto n = series.size();
    std::vector<double> best(n + 1, std::numeric_limits<double>::infinity());
    std::vector<std::size_t> previous(n + 1, 0);
    best[0] = -penalty; // the first segment is no change point
    for (std::size_t end = minimum; end <= n; ++end) {
        for (std::size_t begin = 0; begin + minimum <= end; ++begin) {
            const double total = best[begin] + cost(begin, end) + penalty;
            if (total < best[end]) {
                best[end] = total;
                previous[end] = begin;
            }
        }
    }
    return previous;
}

} // namespace

double noiseOfNeighbours(std::span<const double> series)
{
    constexpr double upperQuartileOfNormal = 0.67448975;
    std::vector<double> steps;
    for (std::size_t t = 1; t < series.size(); ++t)
        steps.push_back(std::abs(series[t] - series[t - 1]));
    return median(steps).value_or(0) / (upperQuartileOfNormal * std::sqrt(2.0));
}

double changePointPenalty(double sigma, std::size_t n)
{
    return 15 * sigma * sigma * std::log(static_cast<double>(std::max<std::size_t>(n, 1)));
}

Segmentation segment(std::span<const double> series, double penalty, std::size_t minimumSegment)
{
    Segmentation result;
    if (series.empty())
        return result;
    const auto minimum = std::clamp<std::size_t>(minimumSegment, 1, series.size());
    const auto previous = bestPartition(series, penalty, minimum);
    for (auto end = series.size(); end > 0; end = previous[end]) {
        const auto stretch = series.subspan(previous[end], end - previous[end]);
        result.segments.push_back({previous[end], end, *mean(stretch)});
    }
    std::ranges::reverse(result.segments);
    result.cost = penalty * static_cast<double>(result.segments.size() - 1);
    for (const auto& each : result.segments) {
        for (const double x : series.subspan(each.begin, each.end - each.begin))
            result.cost += (x - each.mean) * (x - each.mean);
    }
    return result;
}

} // namespace profiler
