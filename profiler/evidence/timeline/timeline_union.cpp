// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_union.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <future>
#include <limits>
#include <thread>
#include <utility>

namespace profiler {

namespace {

constexpr auto ever = std::numeric_limits<std::int64_t>::min();
constexpr auto never = std::numeric_limits<std::int64_t>::max();

/// Takes work by start and says what the devices do meanwhile. With several streams no processor
/// foresees what comes next: states are told whether they change or not, and sorted out in bulk.
class Union {
public:
    Union()
    {
        m_ends.fill(-lastTimelineNs);
        m_ends.back() = never;
    }

    /// Says what is done from there on, even where nothing is.
    void beginAt(std::int64_t time)
    {
        m_hasBegun = true;
        m_now = time;
        m_lastEnd = time;
    }

    void take(TimeSpan span, WorkKind kind)
    {
        if (span.begin == span.end)
            return;
        if (m_hasBegun)
            tellUntil(span.begin);
        m_hasBegun = true;
        m_now = span.begin;
        auto& end = m_ends[static_cast<std::size_t>(kind)];
        end = std::max(end, span.end);
        m_lastEnd = std::max(m_lastEnd, span.end);
    }

    DeviceStates finished()
    {
        finishUntil(m_lastEnd);
        m_states.finish(m_lastEnd);
        return std::move(m_states);
    }

    /// What is done from `time` on is for another to say.
    DeviceStates finishedUntil(std::int64_t time)
    {
        finishUntil(time);
        return std::move(m_states);
    }

private:
    struct Change {
        std::int64_t time = 0;
        DeviceState state;
    };

    static constexpr std::size_t idle = workKinds.size(); ///< its end never comes

    /// Nothing begins until then, so that a class runs until the last of its ends.
    void tellUntil(std::int64_t time)
    {
        while (m_now < time) {
            const auto first = running(std::make_index_sequence<idle + 1>());
            tell(first == idle ? DeviceState() : DeviceState(static_cast<WorkKind>(first)));
            m_now = std::min(m_ends[first], time);
        }
    }

    /// The first class that is; a loop would be one more branch for each.
    template <std::size_t... kinds>
    [[nodiscard]] std::size_t running(std::index_sequence<kinds...> /*kinds*/) const
    {
        const auto bits = ((static_cast<unsigned>(m_ends[kinds] > m_now) << kinds) | ...);
        return static_cast<std::size_t>(std::countr_zero(bits));
    }

    void tell(DeviceState state)
    {
        m_told[m_count] = {m_now, state};
        m_count += static_cast<std::size_t>(m_isFirst || state != m_state);
        m_isFirst = false;
        m_state = state;
        if (m_count == m_told.size())
            append();
    }

    void append()
    {
        for (std::size_t i = 0; i < m_count; ++i)
            m_states.append(m_told[i].time, m_told[i].state);
        m_count = 0;
    }

    void finishUntil(std::int64_t time)
    {
        if (m_hasBegun)
            tellUntil(time);
        append();
    }

    DeviceStates m_states;
    std::array<Change, 256> m_told {};
    std::size_t m_count = 0;
    DeviceState m_state; ///< told last
    bool m_isFirst = true;
    bool m_hasBegun = false;
    std::int64_t m_now = -lastTimelineNs;
    std::int64_t m_lastEnd = -lastTimelineNs;
    std::array<std::int64_t, idle + 1> m_ends {};
};

/// All lanes as one sequence by start, from a moment on: a knock-out of the lanes' next events.
class Merge {
public:
    /// Of what runs on beyond `from` the rest counts.
    Merge(const std::vector<BusySource>& sources, std::int64_t from)
    {
        for (const auto& source : sources)
            addLine(source, from);
        m_leaves = std::bit_ceil(std::max<std::size_t>(m_lines.size(), 1));
        m_begins.resize(m_leaves, never);
        m_winners.assign(2 * m_leaves, 0);
        for (std::size_t line = 0; line < m_leaves; ++line)
            m_winners[m_leaves + line] = line;
        for (auto node = m_leaves - 1; node > 0; --node)
            m_winners[node] = earlier(m_winners[2 * node], m_winners[2 * node + 1]);
    }

    /// never: there is no other.
    [[nodiscard]] std::int64_t begin() const { return m_begins[m_winners[1]]; }

    [[nodiscard]] TimeSpan span() const { return {begin(), m_lines[m_winners[1]].walk.end()}; }

    [[nodiscard]] WorkKind work() const
    {
        const auto& line = m_lines[m_winners[1]];
        return line.work ? *line.work : static_cast<WorkKind>(line.walk.kind());
    }

    void next()
    {
        auto winner = m_winners[1];
        auto& walk = m_lines[winner].walk;
        walk.next();
        m_begins[winner] = walk.isAtEnd() ? never : walk.begin();
        for (auto node = m_leaves + winner; node > 1; node /= 2) {
            winner = earlier(winner, m_winners[node ^ 1U]);
            m_winners[node / 2] = winner;
        }
    }

private:
    struct Line {
        LaneWalk walk;
        std::optional<WorkKind> work;
    };

    void addLine(const BusySource& source, std::int64_t from)
    {
        auto next = source.lane->begunBefore(from);
        if (next > 0 && source.lane->event(next - 1).span.end > from)
            --next;
        if (next == source.lane->size())
            return;
        m_lines.push_back({.walk = LaneWalk(*source.lane, next), .work = source.work});
        m_begins.push_back(std::max(from, m_lines.back().walk.begin()));
    }

    [[nodiscard]] std::size_t earlier(std::size_t one, std::size_t other) const
    {
        return m_begins[other] < m_begins[one] ? other : one;
    }

    std::vector<Line> m_lines;
    std::vector<std::int64_t> m_begins; ///< of each line; never: it is at its end
    std::size_t m_leaves = 1; ///< as many as lines, up to a power of two
    /// The line that begins first below each node: 1 is the root, 2 n and 2 n + 1 hang from n, the
    /// leaves come last.
    std::vector<std::size_t> m_winners;
};

const TimelineLane* largest(const std::vector<BusySource>& sources)
{
    const auto found = std::ranges::max_element(
        sources, {}, [](const BusySource& source) { return source.lane->size(); });
    return found == sources.end() ? nullptr : found->lane;
}

/// Where pieces begin and end, `ever` and `never` included: the lane with most events says where
/// about as many lie between two.
std::vector<std::int64_t> borders(const std::vector<BusySource>& sources, std::size_t pieces)
{
    std::vector<std::int64_t> borders {ever};
    const auto* lane = largest(sources);
    for (std::size_t i = 1; lane != nullptr && i < pieces; ++i) {
        const auto index = lane->size() * i / pieces;
        if (index >= lane->size())
            break;
        const auto border = lane->event(index).span.begin;
        if (border > borders.back())
            borders.push_back(border);
    }
    borders.push_back(never);
    return borders;
}

std::size_t eventsOf(const std::vector<BusySource>& sources)
{
    std::size_t events = 0;
    for (const auto& source : sources)
        events += source.lane->size();
    return events;
}

/// What the devices do within the range, which may begin `ever` and end `never`.
DeviceStates pieceOf(const std::vector<BusySource>& sources, TimeSpan range)
{
    Union all;
    if (range.begin != ever)
        all.beginAt(range.begin);
    for (Merge merge(sources, range.begin); merge.begin() < range.end; merge.next())
        all.take(merge.span(), merge.work());
    return range.end == never ? all.finished() : all.finishedUntil(range.end);
}

DeviceStates joined(const std::vector<DeviceStates>& pieces)
{
    std::size_t changes = 0;
    for (const auto& piece : pieces)
        changes += piece.size();
    DeviceStates states;
    states.reserve(changes);
    for (const auto& piece : pieces)
        states.append(piece);
    return states;
}

} // namespace

DeviceStates deviceStates(const std::vector<BusySource>& sources)
{
    constexpr std::size_t worthAThread = 100'000;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    return deviceStates(
        sources, std::clamp<std::size_t>(eventsOf(sources) / worthAThread, 1, cores));
}

DeviceStates deviceStates(const std::vector<BusySource>& sources, std::size_t pieces)
{
    const auto moments = borders(sources, pieces);
    std::vector<std::future<DeviceStates>> later;
    for (std::size_t i = 1; i + 1 < moments.size(); ++i)
        later.push_back(std::async(std::launch::async, pieceOf, std::cref(sources),
            TimeSpan {moments[i], moments[i + 1]}));
    std::vector<DeviceStates> found {pieceOf(sources, {moments[0], moments[1]})};
    for (auto& piece : later)
        found.push_back(piece.get());
    return found.size() == 1 ? std::move(found.front()) : joined(found);
}

} // namespace profiler
