// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/serving/rate_bootstrap.h"

#include "profiler/model/clocks.h"
#include "profiler/model/thresholds.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace profiler {
namespace {

constexpr std::size_t pieces = 20;
constexpr std::size_t fewestOfPiece = 5;
constexpr double lowQuantile = 0.025;
constexpr double highQuantile = 0.975;

/// In the order planned; what was never answered took longer than anything.
std::vector<double> latenciesInOrder(const LoadRequests& requests)
{
    std::vector<double> latencies;
    latencies.reserve(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i)
        latencies.push_back(requests.ended(i)
                ? static_cast<double>(requests.endNs[i] - requests.plannedNs[i])
                : std::numeric_limits<double>::infinity());
    return latencies;
}

class PieceDraws {
public:
    explicit PieceDraws(const LoadRequests& requests)
        : m_latencies(latenciesInOrder(requests))
    {
    }

    [[nodiscard]] bool isEnough() const { return m_latencies.size() >= pieces * fewestOfPiece; }

    /// A percentile of as many pieces drawn with replacement.
    double draw(double p, std::mt19937_64& generator)
    {
        m_drawn.clear();
        const auto count = m_latencies.size();
        for (std::size_t i = 0; i < pieces; ++i) {
            const auto piece = generator() % pieces;
            const auto begin = m_latencies.begin();
            m_drawn.insert(m_drawn.end(),
                begin + static_cast<std::ptrdiff_t>(piece * count / pieces),
                begin + static_cast<std::ptrdiff_t>((piece + 1) * count / pieces));
        }
        const auto place = static_cast<std::ptrdiff_t>(
            std::llround(p * static_cast<double>(m_drawn.size() - 1)));
        std::nth_element(m_drawn.begin(), m_drawn.begin() + place, m_drawn.end());
        return m_drawn[static_cast<std::size_t>(place)];
    }

private:
    std::vector<double> m_latencies;
    std::vector<double> m_drawn;
};

std::optional<Interval> spreadOf(std::vector<double> draws, double estimate)
{
    if (draws.empty())
        return std::nullopt;
    std::ranges::sort(draws);
    const auto low = quantileOfSorted(draws, lowQuantile);
    const auto high = quantileOfSorted(draws, highQuantile);
    if (!std::isfinite(low) || !std::isfinite(high))
        return std::nullopt;
    return Interval {
        .estimate = estimate, .low = std::min(low, estimate), .high = std::max(high, estimate)};
}

} // namespace

std::optional<Interval> bootstrapPercentile(
    const LoadRequests& requests, double p, const Resampling& resampling)
{
    PieceDraws draws(requests);
    if (!draws.isEnough())
        return std::nullopt;
    auto all = latenciesInOrder(requests);
    std::ranges::sort(all);
    const auto estimate = quantileOfSorted(all, p);
    if (!std::isfinite(estimate))
        return std::nullopt;
    std::mt19937_64 generator(resampling.seed);
    std::vector<double> drawn;
    drawn.reserve(static_cast<std::size_t>(resampling.draws));
    for (int i = 0; i < resampling.draws; ++i)
        drawn.push_back(draws.draw(p, generator));
    return spreadOf(std::move(drawn), estimate);
}

std::optional<Interval> bootstrapRateWithinLimit(std::span<const ServedRate> rates, double limitNs,
    std::optional<double> capacity, const Resampling& resampling)
{
    std::vector<RatePoint> points;
    std::vector<std::optional<PieceDraws>> draws;
    for (const auto& rate : rates) {
        draws.emplace_back();
        points.push_back(rate.point);
        if (rate.requests == nullptr)
            continue;
        if (!draws.back().emplace(*rate.requests).isEnough())
            return std::nullopt;
    }
    const auto estimate = rateWithinLimit(points, limitNs, capacity);
    if (!estimate || estimate->bound != RateWithinLimit::Bound::Found)
        return std::nullopt;
    std::mt19937_64 generator(resampling.seed);
    std::vector<double> drawn;
    for (int i = 0; i < resampling.draws; ++i) {
        for (std::size_t rate = 0; rate < points.size(); ++rate) {
            if (!draws[rate])
                continue;
            const auto tail = draws[rate]->draw(tailPercentile, generator);
            points[rate].tailNs = std::isfinite(tail) ? std::optional(tail) : std::nullopt;
        }
        if (const auto found = rateWithinLimit(points, limitNs, capacity))
            drawn.push_back(found->rate);
    }
    return spreadOf(std::move(drawn), estimate->rate);
}

std::optional<Interval> capacityWithin(const LoadRequests& burst)
{
    std::vector<std::int64_t> ends;
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < burst.size(); ++i)
        if (burst.ended(i)) {
            ends.push_back(burst.endNs[i]);
            first = std::min(first, burst.startNs[i]);
        }
    constexpr std::size_t parts = 10;
    if (ends.size() < 2 * parts)
        return std::nullopt;
    std::ranges::sort(ends);
    std::vector<double> logarithms;
    auto from = first;
    std::size_t before = 0;
    for (std::size_t part = 1; part <= parts; ++part) {
        const auto until = part * ends.size() / parts;
        const auto span = ends[until - 1] - from;
        if (span <= 0)
            return std::nullopt;
        logarithms.push_back(std::log(
            static_cast<double>(until - before) * nsPerSecond / static_cast<double>(span)));
        from = ends[until - 1];
        before = until;
    }
    return logTInterval(logarithms);
}

} // namespace profiler
