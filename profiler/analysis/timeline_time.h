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

/// Where columns of equal width (up to a nanosecond) end, from left to right: the i-th at
/// length · i / count, rounded down.
class ColumnBorders {
public:
    /// A range of the timeline.
    ColumnBorders(TimeSpan range, int count)
        : m_count(std::max(count, 1))
        , m_step((range.end - range.begin) / m_count)
        , m_rest((range.end - range.begin) % m_count)
        , m_at(range.begin)
    {
    }

    [[nodiscard]] std::int64_t next()
    {
        m_at += m_step;
        m_parts += m_rest;
        if (m_parts >= m_count) {
            m_parts -= m_count;
            ++m_at;
        }
        return m_at;
    }

private:
    std::int64_t m_count;
    std::int64_t m_step;
    std::int64_t m_rest; ///< of the whole; in parts, `count` to a nanosecond
    std::int64_t m_parts = 0;
    std::int64_t m_at;
};

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
