// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_lane.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace profiler {

namespace {

constexpr std::size_t groupBlocks = 64;

template <typename T>
std::size_t bytesOf(const std::vector<T>& values)
{
    return values.capacity() * sizeof(T);
}

/// Nothing of lanes that hold none.
std::span<const std::int32_t> idsOf(
    const std::vector<std::int32_t>& correlations, std::size_t first, std::size_t end)
{
    if (correlations.empty() || first >= end)
        return {};
    return std::span(correlations).subspan(first, end - first);
}

} // namespace

/// Goes through the borders of columns from left to right: what began before each, and for how long
/// each kind ran until then.
class LaneReader {
public:
    explicit LaneReader(const TimelineLane& lane)
        : m_lane(lane)
    {
    }

    /// Not before the one of the last move.
    void moveTo(const BlockBorder& border);

    /// What lies between the last two borders.
    [[nodiscard]] LaneColumn column() const;

private:
    struct Border {
        std::size_t begun = 0;
        bool open = false; ///< the last one begun goes on beyond it
        NsByKind ns {};
    };

    const TimelineLane& m_lane;
    std::size_t m_blocks = 0; ///< that begin before the border
    std::size_t m_last = 0; ///< the last event that began; `m_sums` holds those before it
    NsByKind m_sums {};
    Border m_before;
    Border m_border;
};

void LaneReader::moveTo(const BlockBorder& border)
{
    const auto time = border.time;
    const auto blocks = border.blocks;
    m_before = m_border;
    if (blocks != m_blocks) {
        m_blocks = blocks;
        m_last = m_lane.m_blocks[blocks - 1].first;
        m_sums = m_lane.m_blocks[blocks - 1].before;
    }
    if (m_blocks == 0)
        return;
    const auto block = m_blocks - 1;
    const auto end = m_lane.endOfBlock(block);
    const auto offset = time - m_lane.m_base[block];
    // The block began before `time`, so that its first event did.
    for (; m_last + 1 < end && m_lane.m_events[m_last + 1].begin < offset; ++m_last) {
        const auto& event = m_lane.m_events[m_last];
        m_sums[event.kind()] += event.end - event.begin;
    }
    const auto last = m_lane.spanOf(block, m_last);
    m_border = {.begun = m_last + 1, .open = last.end > time, .ns = m_sums};
    m_border.ns[m_lane.m_events[m_last].kind()] += std::min(last.end, time) - last.begin;
}

LaneColumn LaneReader::column() const
{
    LaneColumn column {
        .events = static_cast<std::int64_t>(m_border.begun - m_before.begun) + m_before.open};
    for (std::size_t kind = 0; kind < laneKinds; ++kind)
        column.ns[kind] = m_border.ns[kind] - m_before.ns[kind];
    return column;
}

void TimelineLane::reserve(std::size_t events)
{
    m_events.reserve(events);
    m_row.reserve(events);
    if (m_detail == LaneDetail::Correlations)
        m_correlation.reserve(events);
    m_base.reserve(events / blockEvents + 1);
    m_blocks.reserve(events / blockEvents + 1);
}

void TimelineLane::beginBlock(std::int64_t begin)
{
    m_base.push_back(begin);
    m_blocks.push_back({.first = size(), .before = m_total});
}

void TimelineLane::finish()
{
    for (std::size_t block = 0; block < m_blocks.size(); ++block) {
        if (block % groupBlocks == 0)
            m_longestOfGroup.push_back(0);
        m_longestOfGroup.back() = std::max(m_longestOfGroup.back(), m_blocks[block].longestNs);
    }
    m_events.shrink_to_fit();
    m_row.shrink_to_fit();
    m_correlation.shrink_to_fit();
    m_base.shrink_to_fit();
    m_blocks.shrink_to_fit();
    m_longestOfGroup.shrink_to_fit();
}

std::size_t TimelineLane::blockOf(std::size_t index) const
{
    const auto next = std::ranges::upper_bound(m_blocks, index, {}, &Block::first);
    return static_cast<std::size_t>(next - m_blocks.begin()) - 1;
}

std::size_t TimelineLane::endOfBlock(std::size_t block) const
{
    return block + 1 < m_blocks.size() ? m_blocks[block + 1].first : size();
}

TimeSpan TimelineLane::spanOf(std::size_t block, std::size_t index) const
{
    const auto base = m_base[block];
    const auto isLast = index + 1 == endOfBlock(block);
    return {base + m_events[index].begin,
        isLast ? m_blocks[block].lastEnd : base + m_events[index].end};
}

std::size_t TimelineLane::begunInBlock(std::size_t block, std::size_t from, std::int64_t time) const
{
    const auto offset = time - m_base[block];
    const auto begin = m_events.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = m_events.begin() + static_cast<std::ptrdiff_t>(endOfBlock(block));
    const auto found = std::ranges::lower_bound(begin, end, offset, {}, &Packed::begin);
    return static_cast<std::size_t>(found - m_events.begin());
}

TimelineEvent TimelineLane::eventIn(std::size_t block, std::size_t index) const
{
    return {.span = spanOf(block, index),
        .name = m_events[index].name(),
        .kind = m_events[index].kind(),
        .correlation = correlationOf(index),
        .row = m_row[index]};
}

TimelineEvent TimelineLane::event(std::size_t index) const
{
    assert(index < size());
    return eventIn(blockOf(index), index);
}

TimeSpan TimelineLane::span() const
{
    return isEmpty() ? TimeSpan {} : TimeSpan {m_base.front(), m_blocks.back().lastEnd};
}

std::vector<LaneColumn> TimelineLane::columns(TimeSpan range, int count) const
{
    range = timelineSpan(range);
    std::vector<LaneColumn> columns(static_cast<std::size_t>(std::max(count, 0)));
    const auto borders = blockBorders(m_base, range, count);
    LaneReader reader(*this);
    reader.moveTo(borders.front());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        fetchAhead(borders, i + 1, m_blocks, m_events);
        if (borders[i + 1].time == borders[i].time) // narrower than a nanosecond
            continue;
        reader.moveTo(borders[i + 1]);
        columns[i] = reader.column();
    }
    return columns;
}

LaneColumn TimelineLane::totals(TimeSpan range) const
{
    return columns(range, 1).front();
}

bool TimelineLane::addFrom(std::size_t block, TimeSpan range, std::int64_t atLeastNs,
    std::size_t most, LaneEvents& found) const
{
    for (auto index = m_blocks[block].first; index < endOfBlock(block); ++index) {
        const auto span = spanOf(block, index);
        if (span.begin >= range.end)
            return false;
        const auto touches = span.end > range.begin || span.begin >= range.begin;
        if (!touches || span.end - span.begin < atLeastNs)
            continue;
        found.more = found.events.size() == most;
        if (found.more)
            return false;
        found.events.push_back({.index = index, .event = eventIn(block, index)});
    }
    return true;
}

LaneEvents TimelineLane::eventsIn(TimeSpan range, std::int64_t atLeastNs, std::size_t most) const
{
    range = timelineSpan(range);
    LaneEvents found;
    if (range.begin == range.end)
        return found;
    const auto blocks = countBefore(m_base, range.begin, 0);
    for (auto block = blocks - (blocks > 0); block < m_base.size(); ++block) {
        if (m_base[block] >= range.end)
            break;
        if (block % groupBlocks == 0 && m_longestOfGroup[block / groupBlocks] < atLeastNs)
            block += groupBlocks - 1;
        else if (m_blocks[block].longestNs >= atLeastNs
            && !addFrom(block, range, atLeastNs, most, found))
            break;
    }
    return found;
}

std::size_t TimelineLane::begunBefore(std::int64_t time) const
{
    time = timelineTime(time);
    const auto blocks = countBefore(m_base, time, 0);
    return blocks == 0 ? 0 : begunInBlock(blocks - 1, m_blocks[blocks - 1].first, time);
}

std::optional<std::size_t> TimelineLane::eventAt(std::int64_t time) const
{
    time = timelineTime(time);
    const auto next = begunBefore(time);
    // One that begins at `time` is nearer than one that goes on; of several the last: it is
    // longest.
    const auto after = time < lastTimelineNs ? begunBefore(time + 1) : size();
    if (after > next)
        return after - 1;
    if (next > 0 && spanOf(blockOf(next - 1), next - 1).end > time)
        return next - 1;
    return std::nullopt;
}

/// An id that is not there would cost a look at all others.
std::optional<std::size_t> TimelineLane::firstOf(
    std::int32_t correlation, std::size_t first, std::size_t end) const
{
    const auto ids = idsOf(m_correlation, first, end);
    const auto found = m_idsAscend ? std::ranges::lower_bound(ids, correlation)
                                   : std::ranges::find(ids, correlation);
    if (found == ids.end() || *found != correlation)
        return std::nullopt;
    return first + static_cast<std::size_t>(found - ids.begin());
}

std::optional<std::size_t> TimelineLane::lastOf(
    std::int32_t correlation, std::size_t first, std::size_t end) const
{
    const auto ids = idsOf(m_correlation, first, end);
    const auto next = m_idsAscend ? std::ranges::upper_bound(ids, correlation)
                                  : std::find(ids.rbegin(), ids.rend(), correlation).base();
    if (next == ids.begin() || *std::prev(next) != correlation)
        return std::nullopt;
    return first + static_cast<std::size_t>(next - ids.begin()) - 1;
}

std::size_t TimelineLane::heldBytes() const
{
    return sizeof(*this) + bytesOf(m_events) + bytesOf(m_row) + bytesOf(m_correlation)
        + bytesOf(m_base) + bytesOf(m_blocks) + bytesOf(m_longestOfGroup);
}

} // namespace profiler
