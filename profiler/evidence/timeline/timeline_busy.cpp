// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_busy.h"

#include "profiler/model/trace.h"

#include <algorithm>
#include <functional>

namespace profiler {

namespace {

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
