// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/ulp_distances.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace profiler {
namespace {

UlpSeries& seriesOf(std::vector<UlpSeries>& all, UlpPair pair)
{
    const auto found = std::ranges::find(all, pair, &UlpSeries::pair);
    return found == all.end() ? all.emplace_back(UlpSeries {.pair = pair}) : *found;
}

void add(UlpSeries& series, const UlpHistogram& histogram)
{
    series.nanInBoth += histogram.nanInBoth;
    series.nanInOne += histogram.nanInOne;
    for (const auto& count : histogram.counts) {
        const auto bucket = static_cast<std::size_t>(std::max(0, count.bucket));
        if (bucket >= mostUlpCounts)
            continue;
        if (series.counts.size() <= bucket)
            series.counts.resize(bucket + 1);
        series.counts[bucket] += count.values;
    }
}

} // namespace

std::int64_t UlpSeries::values() const
{
    return std::accumulate(counts.begin(), counts.end(), std::int64_t {0});
}

const UlpSeries* UlpDistances::of(UlpPair pair) const
{
    const auto found = std::ranges::find(series, pair, &UlpSeries::pair);
    return found == series.end() ? nullptr : &*found;
}

std::size_t UlpDistances::buckets() const
{
    std::size_t most = 0;
    for (const auto& each : series)
        most = std::max(most, each.counts.size());
    return most;
}

UlpDistances ulpDistances(const ComparisonData& data, int variant, int caseIndex)
{
    UlpDistances distances;
    for (const auto& process : data.processes) {
        if (process.start.again || process.start.variant != variant)
            continue;
        for (const auto& histogram : process.ulpHistograms) {
            if (histogram.caseIndex != caseIndex)
                continue;
            distances.dtypes.insert(histogram.dtype);
            add(seriesOf(distances.series, histogram.pair), histogram);
        }
    }
    std::ranges::sort(distances.series, {}, &UlpSeries::pair);
    return distances;
}

UlpRange ulpRange(int bucket)
{
    constexpr int widest = 65;
    if (bucket <= 0)
        return {};
    if (bucket == 1)
        return {.low = 1, .high = 1};
    const auto low = (std::uint64_t {1} << static_cast<unsigned>(std::min(bucket, widest) - 2)) + 1;
    const auto high = bucket >= widest ? std::numeric_limits<std::uint64_t>::max()
                                       : std::uint64_t {1} << static_cast<unsigned>(bucket - 1);
    return {.low = low, .high = high};
}

} // namespace profiler
