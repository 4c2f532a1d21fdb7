// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/timeline_search.h"

#include "profiler/analysis/timeline_tracks.h"

#include <algorithm>
#include <unordered_set>

namespace profiler {

namespace {

/// Of the events that begin after `time`, before the one at `end`, the first that
/// `matches(lane, index)`.
template <typename Matches>
std::optional<std::size_t> firstAfter(
    const TimelineLane& lane, std::int64_t time, std::size_t end, Matches matches)
{
    if (time >= lastTimelineNs)
        return std::nullopt;
    for (auto i = lane.begunBefore(time + 1); i < end; ++i)
        if (matches(lane, i))
            return i;
    return std::nullopt;
}

/// Of the events that begin before `time`, from the one at `first` on, the last that
/// `matches(lane, index)`.
template <typename Matches>
std::optional<std::size_t> lastBefore(
    const TimelineLane& lane, std::int64_t time, std::size_t first, Matches matches)
{
    for (auto i = lane.begunBefore(time); i > first; --i)
        if (matches(lane, i - 1))
            return i - 1;
    return std::nullopt;
}

template <typename Matches>
std::optional<EventPlace> firstAfter(
    const std::vector<LaneGroup>& groups, std::int64_t time, Matches matches)
{
    std::optional<EventPlace> found;
    auto foundBegin = lastTimelineNs;
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (std::size_t l = 0; l < groups[g].lanes.size(); ++l) {
            const auto& lane = groups[g].lanes[l];
            const auto end = found ? lane.begunBefore(foundBegin) : lane.size();
            if (const auto index = firstAfter(lane, time, end, matches)) {
                found = {.group = g, .lane = l, .index = *index};
                foundBegin = lane.event(*index).span.begin;
            }
        }
    return found;
}

template <typename Matches>
std::optional<EventPlace> lastBefore(
    const std::vector<LaneGroup>& groups, std::int64_t time, Matches matches)
{
    std::optional<EventPlace> found;
    auto foundBegin = -lastTimelineNs;
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (std::size_t l = 0; l < groups[g].lanes.size(); ++l) {
            const auto& lane = groups[g].lanes[l];
            const auto first = found ? lane.begunBefore(foundBegin + 1) : 0;
            if (const auto index = lastBefore(lane, time, first, matches)) {
                found = {.group = g, .lane = l, .index = *index};
                foundBegin = lane.event(*index).span.begin;
            }
        }
    return found;
}

auto hasName(const std::vector<bool>& names)
{
    return [&names](const TimelineLane& lane, std::size_t index) {
        const auto name = lane.nameOf(index);
        return name < names.size() && names[name];
    };
}

TimelineEvent eventAt(const std::vector<LaneGroup>& groups, const EventPlace& place)
{
    return groups[place.group].lanes[place.lane].event(place.index);
}

/// Of the launches that a thread began within the span.
std::unordered_set<std::int32_t> correlationsIn(
    const std::vector<LaneGroup>& launches, LaneKey thread, TimeSpan span)
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
    return firstAfter(lane, time, lane.size(), hasName(names));
}

std::optional<std::size_t> previousNamed(
    const TimelineLane& lane, const std::vector<bool>& names, std::int64_t time)
{
    return lastBefore(lane, time, 0, hasName(names));
}

std::optional<EventPlace> nextNamed(
    const std::vector<LaneGroup>& groups, const std::vector<bool>& names, std::int64_t time)
{
    return firstAfter(groups, time, hasName(names));
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
    return firstAfter(
        tracks.kernels, span.begin - 1, [&](const TimelineLane& lane, std::size_t index) {
            return correlations.contains(lane.correlationOf(index));
        });
}

std::optional<EventPlace> launchOf(
    const std::vector<LaneGroup>& launches, std::int32_t correlation, std::int64_t time)
{
    return lastBefore(launches, time, [&](const TimelineLane& lane, std::size_t index) {
        return lane.correlationOf(index) == correlation;
    });
}

std::optional<EventPlace> workOf(
    const std::vector<LaneGroup>& work, std::int32_t correlation, std::int64_t time)
{
    return firstAfter(
        work, timelineTime(time) - 1, [&](const TimelineLane& lane, std::size_t index) {
            return lane.correlationOf(index) == correlation;
        });
}

} // namespace profiler
