// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/timeline_busy.h"

#include <algorithm>
#include <functional>

namespace profiler {

namespace {

/// Takes work by start and says what the devices do meanwhile.
class Union {
public:
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
        if (m_hasBegun)
            tellUntil(m_lastEnd);
        m_states.finish(m_lastEnd);
        return std::move(m_states);
    }

private:
    /// Nothing begins until then, so that a class runs until the last of its ends.
    void tellUntil(std::int64_t time)
    {
        while (m_now < time) {
            const auto running
                = std::ranges::find_if(m_ends, [this](std::int64_t end) { return end > m_now; });
            if (running == m_ends.end()) {
                m_states.append(m_now, DeviceState());
                m_now = time;
                return;
            }
            m_states.append(m_now, DeviceState(static_cast<WorkKind>(running - m_ends.begin())));
            m_now = std::min(*running, time);
        }
    }

    DeviceStates m_states;
    bool m_hasBegun = false;
    std::int64_t m_now = -lastTimelineNs;
    std::int64_t m_lastEnd = -lastTimelineNs;
    std::array<std::int64_t, workKinds.size()> m_ends {
        -lastTimelineNs, -lastTimelineNs, -lastTimelineNs, -lastTimelineNs, -lastTimelineNs};
};

/// All lanes as one sequence by start.
class Merge {
public:
    explicit Merge(const std::vector<BusySource>& sources)
    {
        for (const auto& source : sources)
            if (!source.lane->isEmpty()) {
                m_heads.push_back(
                    {.begin = LaneWalk(*source.lane).begin(), .line = m_lines.size()});
                m_lines.push_back({.walk = LaneWalk(*source.lane), .work = source.work});
            }
        std::ranges::make_heap(m_heads, std::greater {}, &Head::begin);
    }

    [[nodiscard]] bool isAtEnd() const { return m_heads.empty(); }

    [[nodiscard]] TimeSpan span() const
    {
        const auto& head = m_heads.front();
        return {head.begin, m_lines[head.line].walk.end()};
    }

    [[nodiscard]] WorkKind work() const
    {
        const auto& line = m_lines[m_heads.front().line];
        return line.work ? *line.work : static_cast<WorkKind>(line.walk.kind());
    }

    void next()
    {
        auto& head = m_heads.front();
        auto& walk = m_lines[head.line].walk;
        walk.next();
        if (walk.isAtEnd()) {
            head = m_heads.back();
            m_heads.pop_back();
        } else {
            head.begin = walk.begin();
        }
        sink();
    }

private:
    struct Line {
        LaneWalk walk;
        std::optional<WorkKind> work;
    };

    struct Head {
        std::int64_t begin = 0;
        std::size_t line = 0;
    };

    /// The first head may begin later than those below it.
    void sink()
    {
        std::size_t at = 0;
        for (std::size_t child = 1; child < m_heads.size(); child = 2 * at + 1) {
            if (child + 1 < m_heads.size() && m_heads[child + 1].begin < m_heads[child].begin)
                ++child;
            if (m_heads[at].begin <= m_heads[child].begin)
                return;
            std::swap(m_heads[at], m_heads[child]);
            at = child;
        }
    }

    std::vector<Line> m_lines;
    std::vector<Head> m_heads;
};

/// The range as calls and what lies around them. Calls that overlap one before are left out: they
/// are no calls of ours.
std::vector<TimeSpan> windowsOf(TimeSpan range, const std::vector<TraceCall>& calls)
{
    std::vector<TimeSpan> windows;
    auto at = range.begin;
    for (const auto& call : calls) {
        const auto window = timelineSpan({call.startNs, call.endNs});
        if (window.begin < at || window.begin == window.end)
            continue;
        if (window.begin > at)
            windows.push_back({at, window.begin});
        windows.push_back(window);
        at = window.end;
    }
    if (at < range.end)
        windows.push_back({at, range.end});
    return windows;
}

TimeSpan rangeOf(const DeviceStates& states, const std::vector<TraceCall>& calls)
{
    auto range = states.span();
    for (const auto& call : calls) {
        const auto window = timelineSpan({call.startNs, call.endNs});
        range.begin = std::min(range.begin, window.begin);
        range.end = std::max(range.end, window.end);
    }
    return range;
}

/// Appends an idle piece as its parts; where none lies, it stays without a cause.
void appendIdle(TimeSpan idle, std::vector<IdlePart>::const_iterator& part,
    std::vector<IdlePart>::const_iterator end, DeviceStates& states)
{
    auto at = idle.begin;
    for (; part != end; ++part) {
        const auto span = timelineSpan(part->span);
        if (span.begin >= idle.end)
            break;
        const auto begin = std::max(span.begin, at);
        if (begin > at)
            states.append(at, DeviceState());
        const auto until = std::min(span.end, idle.end);
        if (until > begin) {
            states.append(begin, DeviceState(part->cause));
            at = until;
        }
        if (span.end > idle.end)
            break;
    }
    if (at < idle.end)
        states.append(at, DeviceState());
}

/// Goes through the idle times of a range, those that touch as one, until `each` says false.
template <typename Each>
void visitIdle(const DeviceStates& states, TimeSpan range, Each each)
{
    IdleTime idle {.span = {range.begin, range.begin}, .cause = {}};
    StateTimes times;
    const auto tell = [&] {
        if (idle.span.begin == idle.span.end)
            return true;
        const auto most = std::ranges::max_element(times.ns);
        idle.cause = DeviceState(static_cast<std::uint8_t>(most - times.ns.begin())).cause();
        return static_cast<bool>(each(idle));
    };
    bool goesOn = true;
    states.visit(range, [&](const StatePiece& piece) {
        if (piece.state.isBusy()) {
            goesOn = tell();
            idle.span = {piece.span.end, piece.span.end};
            times = {};
            return goesOn;
        }
        idle.span.end = piece.span.end;
        times.ns[piece.state.index()] += piece.span.end - piece.span.begin;
        return true;
    });
    if (goesOn)
        tell();
}

} // namespace

DeviceStates deviceStates(const std::vector<BusySource>& sources)
{
    Union all;
    for (Merge merge(sources); !merge.isAtEnd(); merge.next())
        all.take(merge.span(), merge.work());
    return all.finished();
}

DeviceStates withCauses(
    const DeviceStates& states, const IdleParts& idle, const std::vector<TraceCall>& calls)
{
    DeviceStates result;
    if (states.size() == 0)
        return result;
    const auto range = rangeOf(states, calls);
    for (const auto window : windowsOf(range, calls)) {
        const auto parts = idle.of(window);
        auto part = parts.begin();
        states.visit(window, [&](const StatePiece& piece) {
            if (piece.state.isBusy())
                result.append(piece.span.begin, piece.state);
            else
                appendIdle(piece.span, part, parts.end(), result);
            return true;
        });
    }
    result.finish(range.end);
    return result;
}

std::optional<IdleTime> nextIdleTime(
    const DeviceStates& states, std::int64_t time, std::int64_t atLeastNs)
{
    std::optional<IdleTime> found;
    const TimeSpan range {std::max(timelineTime(time), states.span().begin), states.span().end};
    visitIdle(states, range, [&](const IdleTime& idle) {
        if (idle.span.begin > time && idle.span.end - idle.span.begin >= atLeastNs)
            found = idle;
        return !found;
    });
    return found;
}

std::vector<IdleTime> longestIdleTimes(const DeviceStates& states, TimeSpan range, std::size_t most)
{
    const auto length = [](const IdleTime& idle) { return idle.span.end - idle.span.begin; };
    std::vector<IdleTime> longest; // a heap, the shortest in front
    visitIdle(states, range, [&](const IdleTime& idle) {
        if (longest.size() == most && (most == 0 || length(idle) <= length(longest.front())))
            return true;
        if (longest.size() == most) {
            std::ranges::pop_heap(longest, std::greater {}, length);
            longest.pop_back();
        }
        longest.push_back(idle);
        std::ranges::push_heap(longest, std::greater {}, length);
        return true;
    });
    std::ranges::sort(longest, [&](const IdleTime& one, const IdleTime& other) {
        return length(one) != length(other) ? length(one) > length(other)
                                            : one.span.begin < other.span.begin;
    });
    return longest;
}

} // namespace profiler
