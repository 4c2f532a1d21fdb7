// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/duration_histogram.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

using Durations = std::span<const std::int64_t>;

constexpr double wideSpread = 10; ///< longest / shortest, from where on bins are logarithmic
constexpr double fewestBins = 7;
constexpr double aroundEqualOnes = 0.1; ///< to either side of durations that are all alike
constexpr double mostBins = 36;

/// The root of how many there are, as a histogram's bins commonly are; never narrower than a
/// nanosecond, which is the smallest step of a time.
std::size_t binCount(std::size_t durations, double rangeNs)
{
    const double wanted
        = std::clamp(std::sqrt(static_cast<double>(durations)), fewestBins, mostBins);
    return static_cast<std::size_t>(std::max(1.0, std::min(wanted, std::floor(rangeNs))));
}

std::vector<double> edgesOf(double lowest, double highest, std::size_t bins, bool logarithmic)
{
    std::vector<double> edges(bins + 1);
    for (std::size_t i = 0; i <= bins; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(bins);
        edges[i] = logarithmic ? lowest * std::pow(highest / lowest, share)
                               : lowest + (highest - lowest) * share;
    }
    edges.back() = highest;
    return edges;
}

double medianOf(Durations ascending)
{
    const auto middle = ascending.size() / 2;
    const auto upper = static_cast<double>(ascending[middle]);
    return ascending.size() % 2 != 0 ? upper
                                     : (static_cast<double>(ascending[middle - 1]) + upper) / 2;
}

/// Of each bin what lies from its lower edge on and below its upper one; the last has both.
std::optional<DurationCounts> countsOf(Durations ascending, const std::vector<double>& edges)
{
    if (ascending.empty())
        return std::nullopt;
    DurationCounts side {
        .all = static_cast<std::int64_t>(ascending.size()), .medianNs = medianOf(ascending)};
    auto from = ascending.begin();
    for (std::size_t i = 1; i < edges.size(); ++i) {
        const auto to = i + 1 == edges.size()
            ? ascending.end()
            : std::lower_bound(from, ascending.end(), edges[i],
                [](std::int64_t ns, double edge) { return static_cast<double>(ns) < edge; });
        side.counts.push_back(to - from);
        from = to;
    }
    return side;
}

} // namespace

DurationHistogram durationHistogram(Durations baseline, Durations variant)
{
    DurationHistogram histogram;
    if (baseline.empty() && variant.empty())
        return histogram;
    const auto one = baseline.empty() ? variant : baseline;
    const auto other = variant.empty() ? baseline : variant;
    auto lowest = static_cast<double>(std::min(one.front(), other.front()));
    auto highest = static_cast<double>(std::max(one.back(), other.back()));
    if (highest <= lowest) {
        const double around = std::max(highest * aroundEqualOnes, 1.0);
        highest = lowest + around;
        lowest = std::max(lowest - around, 0.0);
    }
    const double lowestLog = std::max(lowest, 1.0); // what took no time is in the first bin
    histogram.logarithmic = highest > wideSpread * lowestLog;
    const auto bins = binCount(std::max(baseline.size(), variant.size()), highest - lowest);
    histogram.edgesNs
        = edgesOf(histogram.logarithmic ? lowestLog : lowest, highest, bins, histogram.logarithmic);
    histogram.sides = {countsOf(baseline, histogram.edgesNs), countsOf(variant, histogram.edgesNs)};
    return histogram;
}

} // namespace profiler
