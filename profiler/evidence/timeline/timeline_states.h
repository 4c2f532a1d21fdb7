// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/timeline/timeline_time.h"
#include "profiler/model/device_call.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace profiler {

/// What all devices of a trace do at one moment: the class of work named first among what runs, or
/// why nothing runs.
class DeviceState {
public:
    static constexpr std::size_t count = workKinds.size() + idleCauses.size() + 1;

    /// Idle, and nobody looked for a cause: before and after all work, or until causes are added.
    constexpr DeviceState() = default;

    constexpr explicit DeviceState(WorkKind kind)
        : m_index(static_cast<std::uint8_t>(kind))
    {
    }

    constexpr explicit DeviceState(IdleCause cause)
        : m_index(static_cast<std::uint8_t>(workKinds.size() + static_cast<std::size_t>(cause)))
    {
    }

    constexpr explicit DeviceState(std::uint8_t index)
        : m_index(index)
    {
    }

    [[nodiscard]] constexpr std::uint8_t index() const { return m_index; }

    [[nodiscard]] constexpr bool isBusy() const { return m_index < workKinds.size(); }

    [[nodiscard]] std::optional<WorkKind> work() const;
    [[nodiscard]] std::optional<IdleCause> cause() const; ///< nullopt: busy, or not looked for

    bool operator==(const DeviceState&) const = default;

private:
    std::uint8_t m_index = count - 1;
};

/// How long each state lasted within a range; all together its length.
struct StateTimes {
    std::array<std::int64_t, DeviceState::count> ns {};

    [[nodiscard]] std::int64_t of(DeviceState state) const { return ns[state.index()]; }

    [[nodiscard]] std::int64_t busyNs() const;
    [[nodiscard]] std::int64_t idleNs() const;

    bool operator==(const StateTimes&) const = default;
};

struct StatePiece {
    TimeSpan span;
    DeviceState state;

    bool operator==(const StatePiece&) const = default;
};

/// States over time, one after the other: exact busy and idle times of any range. Held in about 5
/// bytes each change.
class DeviceStates {
public:
    static constexpr std::size_t blockChanges = 160;

    void reserve(std::size_t changes);
    /// From `time` on, later than the last change. The same state again is no change.
    void append(std::int64_t time, DeviceState state);
    /// Goes on with what was found elsewhere, from a moment later than the last change here.
    void append(const DeviceStates& later);
    /// From `time` on there is no more work.
    void finish(std::int64_t time);

    /// Number of changes.
    [[nodiscard]] std::size_t size() const { return m_changes.size(); }

    /// From the first change to the last.
    [[nodiscard]] TimeSpan span() const;

    /// As TimelineLane's.
    [[nodiscard]] std::vector<StateTimes> columns(TimeSpan range, int count) const;
    [[nodiscard]] StateTimes totals(TimeSpan range) const;

    /// Calls `each(StatePiece)` for all pieces of the range, cut at its edges, until it says false.
    template <typename Each>
    void visit(TimeSpan range, Each each) const;

    [[nodiscard]] std::size_t heldBytes() const;

private:
    friend class StateReader;

    /// Up to `blockChanges` changes within 2^27 ns.
    struct Block {
        std::size_t first = 0; ///< change
        StateTimes before;
    };

    static constexpr std::uint32_t offsetBits = 27;
    static_assert(DeviceState::count <= 1U << (32 - offsetBits));
    static constexpr std::uint32_t offsetMask = (1U << offsetBits) - 1;

    [[nodiscard]] std::int64_t timeOf(std::size_t block, std::size_t change) const;
    [[nodiscard]] DeviceState stateOf(std::size_t change) const;
    [[nodiscard]] std::size_t endOfBlock(std::size_t block) const;
    void beginBlock(std::int64_t time);

    std::vector<std::uint32_t> m_changes; ///< against the block's base; the state in upper bits
    std::vector<std::int64_t> m_base; ///< time of the first change of each block
    std::vector<Block> m_blocks;
    StateTimes m_total;
    std::int64_t m_last = 0; ///< time of the last change
};

inline void DeviceStates::append(std::int64_t time, DeviceState state)
{
    if (!m_changes.empty()) {
        const auto last = stateOf(m_changes.size() - 1);
        if (state == last)
            return;
        assert(time > m_last);
        m_total.ns[last.index()] += time - m_last;
    }
    if (m_base.empty() || m_changes.size() - m_blocks.back().first == blockChanges
        || time - m_base.back() > offsetMask)
        beginBlock(time);
    m_changes.push_back(static_cast<std::uint32_t>(time - m_base.back())
        | static_cast<std::uint32_t>(state.index()) << offsetBits);
    m_last = time;
}

inline DeviceState DeviceStates::stateOf(std::size_t change) const
{
    return DeviceState(static_cast<std::uint8_t>(m_changes[change] >> offsetBits));
}

template <typename Each>
void DeviceStates::visit(TimeSpan range, Each each) const
{
    range = timelineSpan(range);
    const auto blocks = countBefore(m_base, range.begin, 0);
    StatePiece piece {.span = {range.begin, range.begin}, .state = {}};
    for (auto block = blocks - (blocks > 0); block < m_base.size(); ++block)
        for (auto change = m_blocks[block].first; change < endOfBlock(block); ++change) {
            const auto time = timeOf(block, change);
            if (time > range.begin) {
                piece.span.end = std::min(time, range.end);
                if (piece.span.begin < piece.span.end && !each(piece))
                    return;
                if (time >= range.end)
                    return;
                piece.span.begin = time;
            }
            piece.state = stateOf(change);
        }
    piece.span.end = range.end;
    if (piece.span.begin < piece.span.end)
        each(piece);
}

} // namespace profiler
