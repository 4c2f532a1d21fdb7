// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/bootstrap.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace profiler {

namespace {

/// The values of one process in order, and where each of them lies there: the median of a resample
/// is found by counting, without sorting it.
struct Ranked {
    explicit Ranked(const std::vector<double>& values)
        : ascending(values.size())
        , rank(values.size())
    {
        std::vector<std::size_t> order(values.size());
        std::iota(order.begin(), order.end(), std::size_t {0});
        std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
        for (std::size_t place = 0; place < order.size(); ++place) {
            ascending[place] = values[order[place]];
            rank[order[place]] = place;
        }
    }

    std::vector<double> ascending;
    std::vector<std::size_t> rank;
};

class Resampler {
public:
    explicit Resampler(std::uint64_t seed)
        : m_generator(seed)
    {
    }

    /// The standard's distributions differ between libraries: the upper bits, scaled, do not.
    std::size_t index(std::size_t size)
    {
        const double unit = static_cast<double>(m_generator() >> 11U) * 0x1p-53;
        return std::min(size - 1, static_cast<std::size_t>(unit * static_cast<double>(size)));
    }

    double medianOfResample(const Ranked& values)
    {
        const auto count = values.ascending.size();
        m_drawn.assign(count, 0);
        for (std::size_t i = 0; i < count; ++i)
            ++m_drawn[values.rank[index(count)]];
        std::size_t passed = 0;
        std::size_t rank = 0;
        const auto valueAt = [&](std::size_t place) {
            for (; passed + m_drawn[rank] <= place; ++rank)
                passed += m_drawn[rank];
            return values.ascending[rank];
        };
        const double lower = valueAt((count - 1) / 2);
        const double upper = valueAt(count / 2);
        return count % 2 == 1 ? upper : (lower + upper) / 2;
    }

private:
    std::mt19937_64 m_generator;
    std::vector<std::uint32_t> m_drawn; ///< how often, by rank
};

} // namespace

std::optional<Interval> hierarchicalBootstrap(
    std::span<const std::vector<double>> logRatiosByProcess, const Resampling& resampling)
{
    if (logRatiosByProcess.empty()
        || std::ranges::any_of(logRatiosByProcess, &std::vector<double>::empty)
        || resampling.draws < 1)
        return std::nullopt;
    const auto count = static_cast<double>(logRatiosByProcess.size());
    double sum = 0;
    for (const auto& process : logRatiosByProcess)
        sum += *median(process);
    Resampler resampler(resampling.seed);
    const std::vector<Ranked> ranked(logRatiosByProcess.begin(), logRatiosByProcess.end());
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(resampling.draws));
    for (int draw = 0; draw < resampling.draws; ++draw) {
        double drawn = 0;
        for (std::size_t i = 0; i < logRatiosByProcess.size(); ++i)
            drawn += resampler.medianOfResample(ranked[resampler.index(ranked.size())]);
        values.push_back(std::exp(drawn / count));
    }
    std::ranges::sort(values);
    return Interval {
        std::exp(sum / count), quantileOfSorted(values, 0.025), quantileOfSorted(values, 0.975)};
}

} // namespace profiler
