// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/timeline/timeline_time.h"
#include "profiler/model/device_call.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace profiler {

/// Kinds of events that a lane tells apart: WorkKind, SpanKind or CopyKind, as the lane has it.
inline constexpr std::size_t laneKinds = workKinds.size() + 1; // and work of no class

using NsByKind = std::array<std::int64_t, laneKinds>;

struct TimelineEvent {
    TimeSpan span;
    std::uint32_t name = 0; ///< index into TimelineNames, below 2^28
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

enum class LaneDetail {
    Rows, ///< of an event, the row that it is from
    Correlations, ///< and the id that joins launches and work
};

/// Events that do not overlap, by start: a row that can be drawn. Held in about 22 bytes each
/// (18 without correlation ids) and readable at any scale: blocks of 48 carry running sums, so that
/// a border between columns costs a search and the events of one block, never those of a column.
class TimelineLane {
public:
    static constexpr std::size_t blockEvents = 64;

    TimelineLane() = default;

    explicit TimelineLane(LaneDetail detail)
        : m_detail(detail)
    {
    }

    void reserve(std::size_t events);
    /// A span of the timeline that begins no earlier than the last one ended. Inlined, so that
    /// events by the million stay in registers on their way.
    [[gnu::always_inline]] void append(const TimelineEvent& event);
    /// Gives back room that is left over; nothing is appended any more.
    void finish();

    [[nodiscard]] std::size_t size() const { return m_events.size(); }

    [[nodiscard]] bool isEmpty() const { return m_events.empty(); }

    [[nodiscard]] TimelineEvent event(std::size_t index) const;

    /// Of an event; quicker than event(), for who looks through many.
    [[nodiscard]] std::uint32_t nameOf(std::size_t index) const { return m_events[index].name(); }

    [[nodiscard]] std::int32_t correlationOf(std::size_t index) const
    {
        return m_correlation.empty() ? 0 : m_correlation[index];
    }

    /// From `first` on and before `end` the first event with that id, and the last one.
    [[nodiscard]] std::optional<std::size_t> firstOf(
        std::int32_t correlation, std::size_t first, std::size_t end) const;
    [[nodiscard]] std::optional<std::size_t> lastOf(
        std::int32_t correlation, std::size_t first, std::size_t end) const;

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

    /// What a frame reads of an event, side by side: most of its time goes into fetching it.
    struct Packed {
        std::uint32_t begin = 0; ///< from its block's base
        std::uint32_t end = 0; ///< the same; of a block's last event the block has it
        std::uint32_t nameAndKind = 0;

        [[nodiscard]] std::uint32_t name() const { return nameAndKind & nameMask; }

        [[nodiscard]] std::uint8_t kind() const
        {
            return static_cast<std::uint8_t>(nameAndKind >> nameBits);
        }
    };

    /// Up to 48 events within 2^32 ns, or a single longer one.
    struct Block {
        std::size_t first = 0; ///< event
        std::int64_t lastEnd = 0;
        std::int64_t longestNs = 0;
        NsByKind before {}; ///< of all events before it
    };

    static constexpr std::int64_t mostOffset = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint32_t nameBits = 28;
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

    LaneDetail m_detail = LaneDetail::Rows;
    std::vector<Packed> m_events;
    std::vector<std::uint32_t> m_row;
    std::vector<std::int32_t> m_correlation;
    bool m_idsAscend = true; ///< those of launches and of one stream mostly do
    std::vector<std::int64_t> m_base; ///< begin of each block
    std::vector<Block> m_blocks;
    std::vector<std::int64_t> m_longestOfGroup; ///< of 64 blocks
    NsByKind m_total {};
};

inline bool TimelineLane::fitsBlock(const TimelineEvent& event) const
{
    return !m_base.empty() && size() - m_blocks.back().first < blockEvents
        && event.span.end - m_base.back() <= mostOffset;
}

inline void TimelineLane::append(const TimelineEvent& event)
{
    assert(event.kind < laneKinds && event.name <= nameMask);
    assert(isEmpty() || event.span.begin >= m_blocks.back().lastEnd);
    if (!fitsBlock(event))
        beginBlock(event.span.begin);
    const auto base = m_base.back();
    const auto duration = event.span.end - event.span.begin;
    m_events.push_back({.begin = static_cast<std::uint32_t>(event.span.begin - base),
        .end = static_cast<std::uint32_t>(std::min(event.span.end - base, mostOffset)),
        .nameAndKind = event.name | static_cast<std::uint32_t>(event.kind) << nameBits});
    m_row.push_back(event.row);
    if (m_detail == LaneDetail::Correlations) {
        m_idsAscend &= m_correlation.empty() || m_correlation.back() <= event.correlation;
        m_correlation.push_back(event.correlation);
    }
    auto& block = m_blocks.back();
    block.lastEnd = event.span.end;
    block.longestNs = std::max(block.longestNs, duration);
    m_total[event.kind] += duration;
}

/// Through the events of a lane from one of them on, one by one.
class LaneWalk {
public:
    LaneWalk(const TimelineLane& lane, std::size_t from)
        : m_lane(&lane)
        , m_size(lane.size())
        , m_block(lane.blockOf(from))
        , m_index(from)
    {
        enterBlock();
    }

    [[nodiscard]] bool isAtEnd() const { return m_index == m_size; }

    [[nodiscard]] std::int64_t begin() const { return m_base + m_lane->m_events[m_index].begin; }

    [[nodiscard]] std::int64_t end() const
    {
        return m_index + 1 == m_end ? m_lane->m_blocks[m_block].lastEnd
                                    : m_base + m_lane->m_events[m_index].end;
    }

    [[nodiscard]] std::uint8_t kind() const { return m_lane->m_events[m_index].kind(); }

    void next()
    {
        if (++m_index < m_end)
            return;
        ++m_block;
        enterBlock();
    }

private:
    void enterBlock()
    {
        if (m_block == m_lane->m_blocks.size())
            return;
        m_base = m_lane->m_base[m_block];
        m_end = m_lane->endOfBlock(m_block);
    }

    const TimelineLane* m_lane;
    std::size_t m_size = 0; ///< of the lane
    std::size_t m_block = 0;
    std::size_t m_index = 0;
    std::size_t m_end = 0; ///< of the block
    std::int64_t m_base = 0;
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
            each(index, m_events[index].name(), m_events[index].kind(), ns);
        }
}

} // namespace profiler
