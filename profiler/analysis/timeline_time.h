// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/device_busy.h"
#include "profiler/model/trace.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Times of the timeline: ns of CLOCK_REALTIME within 146 years of 1970, so that the difference of
/// any two, and the sum of what does not overlap, fit 64 bits. Files may hold any times; those
/// beyond count as the outermost.
namespace profiler {

inline constexpr std::int64_t lastTimelineNs = (std::int64_t {1} << 62) - 1;

[[nodiscard]] constexpr std::int64_t timelineTime(std::int64_t ns)
{
    return std::clamp(ns, -lastTimelineNs, lastTimelineNs);
}

/// One that ends before it begins becomes empty.
[[nodiscard]] constexpr TimeSpan timelineSpan(TimeSpan span)
{
    const auto begin = timelineTime(span.begin);
    return {begin, std::max(begin, timelineTime(span.end))};
}

[[nodiscard]] inline TimeSpan timelineSpan(std::int64_t startNs, std::int64_t durationNs)
{
    return timelineSpan({startNs, endOf(startNs, durationNs)});
}

/// Where column `i` of `count` begins; the last ends at border `count`. The range is one of the
/// timeline; at most 2^31 columns.
[[nodiscard]] constexpr std::int64_t columnBorder(
    TimeSpan range, std::int64_t count, std::int64_t i)
{
    const auto length = range.end - range.begin;
    return range.begin + length / count * i + length % count * i / count;
}

/// How many of the ascending times lie before `time`. Fast where that is not far above `hint`.
[[nodiscard]] inline std::size_t countBefore(
    const std::vector<std::int64_t>& ascending, std::int64_t time, std::size_t hint)
{
    assert(hint <= ascending.size());
    std::size_t low = hint;
    std::size_t step = 1;
    while (low + step <= ascending.size() && ascending[low + step - 1] < time) {
        low += step;
        step *= 2;
    }
    const auto high = std::min(low + step, ascending.size());
    const auto begin = ascending.begin();
    const auto found = std::lower_bound(
        begin + static_cast<std::ptrdiff_t>(low), begin + static_cast<std::ptrdiff_t>(high), time);
    return static_cast<std::size_t>(found - begin);
}

} // namespace profiler
