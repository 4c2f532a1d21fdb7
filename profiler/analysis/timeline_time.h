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

/// How many blocks begin before each border of the columns, that of the range's begin included.
[[nodiscard]] inline std::vector<std::size_t> blocksBefore(
    const std::vector<std::int64_t>& begins, TimeSpan range, int count)
{
    std::vector<std::size_t> blocks {countBefore(begins, range.begin, 0)};
    blocks.reserve(static_cast<std::size_t>(std::max(count, 0)) + 1);
    ColumnBorders borders(range, count);
    for (int i = 0; i < count; ++i)
        blocks.push_back(countBefore(begins, borders.next(), blocks.back()));
    return blocks;
}

/// Asks memory for the blocks of borders that come soon: seen from afar each column lies in blocks
/// of its own, and waiting for them one by one is most of what a frame would cost. Inlined, as GCC
/// drops calls of functions that merely fetch.
template <typename Block, typename Entry>
[[gnu::always_inline]] inline void fetchAhead(const std::vector<std::size_t>& blocksBefore,
    std::size_t border, const std::vector<Block>& blocks, const std::vector<Entry>& entries)
{
    constexpr std::size_t soon = 8;
    constexpr std::size_t later = 16;
    constexpr std::size_t line = 64; // bytes that memory gives at once
    const auto isEntered = [&](std::size_t at) {
        return at < blocksBefore.size() && blocksBefore[at] != blocksBefore[at - 1];
    };
    if (isEntered(border + later)) {
        const auto* block
            = reinterpret_cast<const char*>(&blocks[blocksBefore[border + later] - 1]);
        for (std::size_t at = 0; at < sizeof(Block) + line; at += line)
            __builtin_prefetch(block + at);
    }
    if (isEntered(border + soon)) {
        const auto next = blocksBefore[border + soon];
        const auto first = blocks[next - 1].first;
        const auto end = next < blocks.size() ? blocks[next].first : entries.size();
        for (auto at = first; at < end; at += line / sizeof(Entry))
            __builtin_prefetch(&entries[at]);
    }
}

} // namespace profiler
