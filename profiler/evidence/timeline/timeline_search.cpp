// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_search.h"

#include "profiler/evidence/timeline/timeline_tracks.h"

#include <algorithm>
#include <unordered_set>

namespace profiler {

namespace {

/// Of the events that begin after `time` the first that `find(lane, first, end)` finds in its lane.
template <typename Find>
std::optional<EventPlace> firstAfter(
    const std::vector<LaneGroup>& groups, std::int64_t time, Find find)
{
    std::optional<EventPlace> found;
    auto foundBegin = lastTimelineNs;
    if (time >= lastTimelineNs)
        return found;
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (std::size_t l = 0; l < groups[g].lanes.size(); ++l) {
            const auto& lane = groups[g].lanes[l];
            const auto end = found ? lane.begunBefore(foundBegin) : lane.size();
            if (const auto index = find(lane, lane.begunBefore(time + 1), end)) {
                found = {.group = g, .lane = l, .index = *index};
                foundBegin = lane.event(*index).span.begin;
            }
        }
    return found;
}

/// Of the events that begin before `time` the last that `find(lane, first, end)` finds in its lane.
template <typename Find>
std::optional<EventPlace> lastBefore(
    const std::vector<LaneGroup>& groups, std::int64_t time, Find find)
{
    std::optional<EventPlace> found;
    auto foundBegin = -lastTimelineNs;
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (std::size_t l = 0; l < groups[g].lanes.size(); ++l) {
            const auto& lane = groups[g].lanes[l];
            const auto first = found ? lane.begunBefore(foundBegin + 1) : 0;
            if (const auto index = find(lane, first, lane.begunBefore(time))) {
                found = {.group = g, .lane = l, .index = *index};
                foundBegin = lane.event(*index).span.begin;
            }
        }
    return found;
}

bool hasName(const TimelineLane& lane, std::size_t index, const std::vector<bool>& names)
{
    const auto name = lane.nameOf(index);
    return name < names.size() && names[name];
}

std::optional<std::size_t> firstNamed(
    const TimelineLane& lane, const std::vector<bool>& names, std::size_t first, std::size_t end)
{
    for (auto i = first; i < end; ++i)
        if (hasName(lane, i, names))
            return i;
    return std::nullopt;
}

TimelineEvent eventAt(const std::vector<LaneGroup>& groups, const EventPlace& place)
{
    return groups[place.group].lanes[place.lane].event(place.index);
}

/// Of the launches that a thread began within the span.
std::unordered_set<std::int32_t> correlationsIn(
    const std::vector<LaneGroup>& launches, LineKey thread, TimeSpan span)
{
    std::unordered_set<std::int32_t> correlations;
    for (const auto& group : launches) {
        if (group.key != thread)
            continue;
        for (const auto& lane : group.lanes)
            for (auto i = lane.begunBefore(span.begin); i < lane.begunBefore(span.end); ++i)
                correlations.insert(lane.correlationOf(i));
    }
    return correlations;
}

} // namespace

std::optional<std::size_t> nextNamed(
    const TimelineLane& lane, const std::vector<bool>& names, std::int64_t time)
{
    if (time >= lastTimelineNs)
        return std::nullopt;
    return firstNamed(lane, names, lane.begunBefore(time + 1), lane.size());
}

std::optional<std::size_t> previousNamed(
    const TimelineLane& lane, const std::vector<bool>& names, std::int64_t time)
{
    for (auto i = lane.begunBefore(time); i > 0; --i)
        if (hasName(lane, i - 1, names))
            return i - 1;
    return std::nullopt;
}

std::optional<EventPlace> nextNamed(
    const std::vector<LaneGroup>& groups, const std::vector<bool>& names, std::int64_t time)
{
    return firstAfter(
        groups, time, [&](const TimelineLane& lane, std::size_t first, std::size_t end) {
            return firstNamed(lane, names, first, end);
        });
}

std::optional<EventPlace> firstKernelOfModule(
    const TimelineTracks& tracks, std::string_view module, std::int64_t time)
{
    const auto names = tracks.names.equalTo(module);
    const auto run = nextNamed(tracks.modules, names, timelineTime(time) - 1);
    if (!run)
        return std::nullopt;
    const auto span = eventAt(tracks.modules, *run).span;
    const auto thread = tracks.modules[run->group].key;
    const auto correlations = correlationsIn(tracks.launches, thread, span);
    if (correlations.empty())
        return std::nullopt;
    const auto launched = [&](const TimelineLane& lane, std::size_t first, std::size_t end) {
        for (auto i = first; i < end; ++i)
            if (correlations.contains(lane.correlationOf(i)))
                return std::optional(i);
        return std::optional<std::size_t>();
    };
    return firstAfter(tracks.kernels, span.begin - 1, launched);
}

std::optional<EventPlace> launchOf(
    const std::vector<LaneGroup>& launches, std::int32_t correlation, std::int64_t time)
{
    return lastBefore(
        launches, time, [&](const TimelineLane& lane, std::size_t first, std::size_t end) {
            return lane.lastOf(correlation, first, end);
        });
}

std::optional<EventPlace> workOf(
    const std::vector<LaneGroup>& work, std::int32_t correlation, std::int64_t time)
{
    return firstAfter(work, timelineTime(time) - 1,
        [&](const TimelineLane& lane, std::size_t first, std::size_t end) {
            return lane.firstOf(correlation, first, end);
        });
}

} // namespace profiler
