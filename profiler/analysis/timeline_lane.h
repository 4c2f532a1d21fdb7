// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/timeline_time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace profiler {

/// Kinds of events that a lane tells apart: WorkKind, SpanKind or CopyKind, as the lane has it.
inline constexpr std::size_t laneKinds = 8;

using NsByKind = std::array<std::int64_t, laneKinds>;

struct TimelineEvent {
    TimeSpan span;
    std::uint32_t name = 0; ///< index into TimelineNames, below 2^29
    std::uint8_t kind = 0; ///< below laneKinds
    std::int32_t correlation = 0; ///< of a launch; 0 in lanes that hold none
    std::uint32_t row = 0; ///< in the table that it is from

    bool operator==(const TimelineEvent&) const = default;
};

/// What a lane did in one column of pixels.
struct LaneColumn {
    std::int64_t events = 0; ///< that it touches; an empty one touches where it begins
    NsByKind ns {}; ///< cut at the column's edges

    bool operator==(const LaneColumn&) const = default;
};

struct LaneEvent {
    std::size_t index = 0;
    TimelineEvent event;
};

struct LaneEvents {
    std::vector<LaneEvent> events; ///< ascending
    bool more = false; ///< there are others beyond those asked for
};

struct LaneShape {
    std::size_t kinds = laneKinds; ///< how many are told apart
    bool correlated = false; ///< correlation ids are held
};

/// Events that do not overlap, by start: a row that can be drawn. Held in about 21 bytes each
/// (17 without correlation ids) and readable at any scale: blocks of 64 carry running sums, so that
/// a border between columns costs a search and the events of one block, never those of a column.
class TimelineLane {
public:
    static constexpr std::size_t blockEvents = 64;

    explicit TimelineLane(LaneShape shape);

    void reserve(std::size_t events);
    /// A span of the timeline that begins no earlier than the last one ended.
    void append(const TimelineEvent& event);
    /// Gives back room that is left over; nothing is appended any more.
    void finish();

    [[nodiscard]] std::size_t size() const { return m_begin.size(); }

    [[nodiscard]] bool isEmpty() const { return m_begin.empty(); }

    [[nodiscard]] TimelineEvent event(std::size_t index) const;

    /// Of an event; quicker than event(), for who looks through many.
    [[nodiscard]] std::uint32_t nameOf(std::size_t index) const { return m_name[index] & nameMask; }

    [[nodiscard]] std::int32_t correlationOf(std::size_t index) const
    {
        return m_shape.correlated ? m_correlation[index] : 0;
    }

    /// From the first begin to the last end; empty without events.
    [[nodiscard]] TimeSpan span() const;

    /// `count` columns of equal width (up to a nanosecond) over the range; sums over them are those
    /// over the range.
    [[nodiscard]] std::vector<LaneColumn> columns(TimeSpan range, int count) const;
    [[nodiscard]] LaneColumn totals(TimeSpan range) const;
    /// Those that touch the range and take at least so long, the first `most` of them.
    [[nodiscard]] LaneEvents eventsIn(
        TimeSpan range, std::int64_t atLeastNs, std::size_t most) const;

    /// How many begin before `time`: the index of the first from there on.
    [[nodiscard]] std::size_t begunBefore(std::int64_t time) const;
    /// The event that runs at `time` or, being empty, lies at it.
    [[nodiscard]] std::optional<std::size_t> eventAt(std::int64_t time) const;

    /// Calls `each(index, name, kind, ns)` for all that touch the range, with what lies within it.
    template <typename Each>
    void visit(TimeSpan range, Each each) const;

    [[nodiscard]] std::size_t heldBytes() const;

private:
    friend class LaneReader;
    friend class LaneWalk;

    static constexpr std::uint32_t nameBits = 29;
    static constexpr std::uint32_t nameMask = (1U << nameBits) - 1;

    [[nodiscard]] bool fitsBlock(const TimelineEvent& event) const;
    void beginBlock(std::int64_t begin);
    [[nodiscard]] std::size_t blockOf(std::size_t index) const;
    [[nodiscard]] std::size_t endOfBlock(std::size_t block) const;
    [[nodiscard]] TimeSpan spanOf(std::size_t block, std::size_t index) const;
    /// In a block, from an index on: the first event that does not begin before `time`.
    [[nodiscard]] std::size_t begunInBlock(
        std::size_t block, std::size_t from, std::int64_t time) const;
    [[nodiscard]] TimelineEvent eventIn(std::size_t block, std::size_t index) const;
    /// False: there is nothing further to find.
    bool addFrom(std::size_t block, TimeSpan range, std::int64_t atLeastNs, std::size_t most,
        LaneEvents& found) const;

    LaneShape m_shape;
    // Each event, against its block's base. The end of a block's last event stands with the block.
    std::vector<std::uint32_t> m_begin;
    std::vector<std::uint32_t> m_end;
    std::vector<std::uint32_t> m_name; ///< the kind is in the upper bits
    std::vector<std::int32_t> m_correlation;
    std::vector<std::uint32_t> m_row;
    // Each block: up to 64 events within 2^32 ns.
    std::vector<std::int64_t> m_base;
    std::vector<std::int64_t> m_lastEnd;
    std::vector<std::size_t> m_first; ///< event
    std::vector<std::int64_t> m_sums; ///< ns of all before it, by kind
    std::vector<std::int64_t> m_longest;
    std::vector<std::int64_t> m_longestOfGroup; ///< of 64 blocks
    NsByKind m_total {};
};

/// Through all events of a lane, one by one.
class LaneWalk {
public:
    explicit LaneWalk(const TimelineLane& lane)
        : m_lane(&lane)
    {
    }

    [[nodiscard]] bool isAtEnd() const { return m_index == m_lane->size(); }

    [[nodiscard]] TimeSpan span() const { return m_lane->spanOf(m_block, m_index); }

    [[nodiscard]] std::uint8_t kind() const
    {
        return static_cast<std::uint8_t>(m_lane->m_name[m_index] >> TimelineLane::nameBits);
    }

    void next() { m_block += ++m_index == m_lane->endOfBlock(m_block); }

private:
    const TimelineLane* m_lane;
    std::size_t m_block = 0;
    std::size_t m_index = 0;
};

template <typename Each>
void TimelineLane::visit(TimeSpan range, Each each) const
{
    range = timelineSpan(range);
    auto index = begunBefore(range.begin);
    if (index > 0 && spanOf(blockOf(index - 1), index - 1).end > range.begin)
        --index;
    if (index == size() || range.begin == range.end)
        return;
    for (auto block = blockOf(index); block < m_base.size(); ++block)
        for (const auto last = endOfBlock(block); index < last; ++index) {
            const auto span = spanOf(block, index);
            if (span.begin >= range.end)
                return;
            const auto ns = std::min(span.end, range.end) - std::max(span.begin, range.begin);
            each(index, m_name[index] & nameMask, m_name[index] >> nameBits, ns);
        }
}

} // namespace profiler
