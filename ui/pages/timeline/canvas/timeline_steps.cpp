// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_steps.h"

#include "profiler/evidence/timeline/timeline_search.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ui {

namespace {

using profiler::LaneGroup;
using profiler::TimelineLane;

constexpr std::int64_t leastIdleNs = 2'000; ///< shorter ones are the launch of the next kernel

bool hasEvents(const PlacedRow& placed)
{
    return placed.row.lane != nullptr && !placed.row.lane->isEmpty();
}

bool isNamed(TimelineRowKind kind)
{
    return kind != TimelineRowKind::Copies && kind != TimelineRowKind::Calls
        && kind != TimelineRowKind::Compiles;
}

std::optional<std::size_t> nextNamed(const TimelineLane& lane, const std::vector<bool>& names,
    std::int64_t time, TimelineDirection direction)
{
    return direction == TimelineDirection::Later ? profiler::nextNamed(lane, names, time)
                                                 : profiler::previousNamed(lane, names, time);
}

/// In the run's own clock.
std::int64_t middleOfSeen(const TimelineScene& scene, std::size_t run)
{
    const auto middle = scene.axis.camera(run).window().middle();
    return scene.axis.inRun(run, {middle, middle + 1}).begin;
}

/// Where an event of the run's lanes is drawn.
std::optional<TimelinePick> pickAt(const TimelineScene& scene, const std::vector<LaneGroup>& groups,
    const std::optional<profiler::EventPlace>& place)
{
    if (!place)
        return std::nullopt;
    const auto* lane = &groups[place->group].lanes[place->lane];
    const auto& rows = scene.layout.rows();
    const auto row = std::ranges::find_if(
        rows, [&](const PlacedRow& placed) { return placed.row.lane == lane; });
    if (row == rows.end())
        return std::nullopt;
    return scene.pickOf(static_cast<std::size_t>(row - rows.begin()), place->index);
}

} // namespace

std::optional<TimelinePick> neighbour(const TimelineScene& scene,
    const std::optional<TimelinePick>& from, TimelineDirection direction)
{
    const auto& rows = scene.layout.rows();
    if (from) {
        const bool first = from->event == 0;
        const bool last = from->event + 1 == rows.at(from->row).row.lane->size();
        if (direction == TimelineDirection::Earlier ? first : last)
            return std::nullopt;
        return scene.pickOf(
            from->row, direction == TimelineDirection::Earlier ? from->event - 1 : from->event + 1);
    }
    const auto row = std::ranges::find_if(rows, hasEvents);
    if (row == rows.end())
        return std::nullopt;
    const auto& lane = *row->row.lane;
    const auto begun = lane.begunBefore(scene.axis.seen(row->run).begin);
    return scene.pickOf(
        static_cast<std::size_t>(row - rows.begin()), std::min(begun, lane.size() - 1));
}

std::optional<TimelinePick> inNextRow(
    const TimelineScene& scene, const TimelinePick& from, TimelineDirection direction)
{
    const auto& rows = scene.layout.rows();
    const auto time = scene.axis.onAxis(scene.rowOf(from).run, from.what.span.begin);
    const std::ptrdiff_t by = direction == TimelineDirection::Earlier ? -1 : 1;
    for (auto row = static_cast<std::ptrdiff_t>(from.row) + by;
         row >= 0 && row < static_cast<std::ptrdiff_t>(rows.size()); row += by) {
        const auto& placed = rows[static_cast<std::size_t>(row)];
        if (!hasEvents(placed))
            continue;
        const auto& lane = *placed.row.lane;
        const auto at = scene.axis.inRun(placed.run, {time, time + 1}).begin;
        return scene.pickOf(static_cast<std::size_t>(row),
            lane.eventAt(at).value_or(std::min(lane.begunBefore(at), lane.size() - 1)));
    }
    return std::nullopt;
}

std::optional<TimelinePick> nextNamed(const TimelineScene& scene,
    const std::optional<TimelinePick>& from, const QString& text, TimelineDirection direction)
{
    std::vector<std::vector<bool>> matches; // of each run
    for (const auto& run : scene.runs)
        matches.push_back(run.tracks == nullptr ? std::vector<bool> {}
                                                : run.tracks->names.matching(text.toStdString()));
    std::optional<TimelinePick> nearest;
    std::int64_t best = 0; // on the axis
    for (std::size_t row = 0; row < scene.layout.rows().size(); ++row) {
        const auto& placed = scene.layout.rows()[row];
        if (!hasEvents(placed) || !isNamed(placed.row.kind))
            continue;
        auto time = scene.axis.seen(placed.run).begin;
        if (from) {
            const auto picked = scene.axis.onAxis(scene.rowOf(*from).run, from->what.span.begin);
            time = scene.axis.inRun(placed.run, {picked, picked + 1}).begin;
        }
        const auto event = nextNamed(*placed.row.lane, matches[placed.run], time, direction);
        if (!event)
            continue;
        const auto found = scene.pickOf(row, *event);
        const auto at = scene.axis.onAxis(placed.run, found.what.span.begin);
        if (nearest && (direction == TimelineDirection::Later ? at >= best : at <= best))
            continue;
        best = at;
        nearest = found;
    }
    return nearest;
}

bool isWorkRow(TimelineRowKind kind)
{
    return kind == TimelineRowKind::Kernels || kind == TimelineRowKind::Operators;
}

std::optional<TimelinePick> firstRunOf(
    const TimelineScene& scene, const std::string& name, int variant, std::optional<int> call)
{
    const auto shown = std::ranges::find(scene.runs, variant, &TimelineRun::variant);
    if (shown == scene.runs.end() || shown->tracks == nullptr)
        return std::nullopt;
    const auto names = shown->tracks->names.equalTo(name);
    const auto span = call ? profiler::callSpan(*shown->tracks, *call) : std::nullopt;
    const auto from = span ? span->begin : shown->whole.begin;
    std::optional<TimelinePick> first;
    for (std::size_t row = 0; row < scene.layout.rows().size(); ++row) {
        const auto& placed = scene.layout.rows()[row];
        const bool ours = &scene.runs[placed.run] == &*shown && isWorkRow(placed.row.kind);
        if (!ours || !hasEvents(placed))
            continue;
        const auto event = profiler::nextNamed(*placed.row.lane, names, from - 1);
        if (!event)
            continue;
        const auto found = scene.pickOf(row, *event);
        if (!first || found.what.span.begin < first->what.span.begin)
            first = found;
    }
    return first;
}

std::optional<TimelinePick> otherEndOf(const TimelineScene& scene, const TimelinePick& pick)
{
    const auto& placed = scene.rowOf(pick);
    const auto& tracks = *scene.runs[placed.run].tracks;
    const auto& event = pick.what;
    if (event.correlation == 0)
        return std::nullopt;
    switch (placed.row.kind) {
    case TimelineRowKind::Kernels:
    case TimelineRowKind::Copies:
        return pickAt(scene, tracks.launches,
            profiler::launchOf(tracks.launches, event.correlation, event.span.begin));
    case TimelineRowKind::Launches:
        return pickAt(scene, tracks.kernels,
            profiler::workOf(tracks.kernels, event.correlation, event.span.begin));
    default:
        return std::nullopt;
    }
}

std::optional<TimelineMoment> nextIdleTime(const TimelineScene& scene, std::size_t run)
{
    if (scene.runs[run].tracks == nullptr)
        return std::nullopt;
    const auto idle = profiler::nextIdleTime(
        scene.runs[run].tracks->device, middleOfSeen(scene, run), leastIdleNs);
    if (!idle)
        return std::nullopt;
    const auto& span = idle->span;
    return TimelineMoment {.run = run, .time = span.begin + (span.end - span.begin) / 2};
}

std::optional<TimelineMoment> nextBreak(const TimelineScene& scene)
{
    std::optional<TimelineMoment> nearest;
    std::int64_t least = 0; // on the axis, from the middle
    for (std::size_t run = 0; run < scene.runs.size(); ++run) {
        const auto& breaks = scene.runs[run].breaks;
        const auto next
            = std::ranges::upper_bound(breaks, middleOfSeen(scene, run), {}, &TimelineBreak::time);
        if (next == breaks.end())
            continue;
        const auto away
            = scene.axis.onAxis(run, next->time) - scene.axis.camera(run).window().middle();
        if (nearest && away >= least)
            continue;
        least = away;
        nearest = {.run = run, .time = next->time};
    }
    return nearest;
}

} // namespace ui
