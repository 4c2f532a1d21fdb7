// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_rows.h"
#include "profiler/statistics/busy_spans.h"

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

/// A border between columns among blocks of events.
struct BlockBorder {
    std::int64_t time = 0;
    std::size_t blocks = 0; ///< that begin before it
    double share = 1; ///< of the last of them that lies before it, about
};

/// Of the columns, that of the range's begin included.
[[nodiscard]] inline std::vector<BlockBorder> blockBorders(
    const std::vector<std::int64_t>& begins, TimeSpan range, int count)
{
    std::vector<BlockBorder> found;
    found.reserve(static_cast<std::size_t>(std::max(count, 0)) + 1);
    ColumnBorders borders(range, count);
    std::size_t blocks = 0;
    auto time = range.begin;
    for (int i = 0; i <= std::max(count, 0); ++i, time = borders.next()) {
        blocks = countBefore(begins, time, blocks);
        double share = 1;
        if (blocks > 0 && blocks < begins.size())
            share = static_cast<double>(time - begins[blocks - 1])
                / static_cast<double>(begins[blocks] - begins[blocks - 1]);
        found.push_back({time, blocks, share});
    }
    return found;
}

/// Asks memory for what is going to be read at borders that come soon: seen from afar each column
/// lies in blocks of its own, and waiting for them one by one is most of what a frame would cost.
/// Inlined, as GCC drops calls of functions that merely fetch.
template <typename Block, typename Entry>
[[gnu::always_inline]] inline void fetchAhead(const std::vector<BlockBorder>& borders,
    std::size_t at, const std::vector<Block>& blocks, const std::vector<Entry>& entries)
{
    constexpr std::size_t soon = 8;
    constexpr std::size_t later = 16;
    constexpr std::size_t line = 64; // bytes that memory gives at once
    const auto isEntered = [&](std::size_t border) {
        return border < borders.size() && borders[border].blocks != borders[border - 1].blocks;
    };
    if (isEntered(at + later)) {
        const auto* block = reinterpret_cast<const char*>(&blocks[borders[at + later].blocks - 1]);
        __builtin_prefetch(block);
        __builtin_prefetch(block + sizeof(Block) - 1);
    }
    if (isEntered(at + soon)) {
        const auto& border = borders[at + soon];
        const auto first = blocks[border.blocks - 1].first;
        const auto end
            = border.blocks < blocks.size() ? blocks[border.blocks].first : entries.size();
        const auto read = static_cast<std::size_t>(static_cast<double>(end - first) * border.share);
        for (auto entry = first; entry <= first + read && entry < end;
             entry += line / sizeof(Entry))
            __builtin_prefetch(&entries[entry]);
    }
}

} // namespace profiler
