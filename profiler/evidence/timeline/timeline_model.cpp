// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_model.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"

#include <algorithm>
#include <numeric>

namespace profiler {

namespace {

struct KindText {
    const char* title;
    const char* one;
    const char* several;
};

KindText textOfKind(TimelineRowKind kind)
{
    return valueFor(kind,
        {{TimelineRowKind::Calls, {"Calls", "call", "calls"}},
            {TimelineRowKind::Ranges, {"Ranges", "range", "ranges"}},
            {TimelineRowKind::Modules, {"Modules", "module", "modules"}},
            {TimelineRowKind::Operators, {"Operators", "operator", "operators"}},
            {TimelineRowKind::Kernels, {"Kernels", "kernel", "kernels"}},
            {TimelineRowKind::Launches, {"Launches", "launch", "launches"}},
            {TimelineRowKind::Copies, {"Copies", "copy", "copies"}},
            {TimelineRowKind::Compiles, {"Compiling", "compile", "compiles"}},
            {TimelineRowKind::Graphs, {"Graphs", "compiled part", "compiled parts"}},
            {TimelineRowKind::Memory, {"Memory", "", ""}}},
        KindText {"Busy, %", "", ""});
}

bool isOnDevice(TimelineRowKind kind)
{
    return kind == TimelineRowKind::Kernels || kind == TimelineRowKind::Copies;
}

/// "Kernels"; of several streams "Kernels, stream 7", of several devices with the device as well.
std::string titleOf(
    TimelineRowKind kind, const std::vector<LaneGroup>& groups, const LaneGroup& group)
{
    std::string title = textOfKind(kind).title;
    if (groups.size() == 1)
        return title;
    if (groups.front().key.device != groups.back().key.device)
        title += ", device " + std::to_string(group.key.device);
    const auto* word = isOnDevice(kind) ? ", stream " : ", thread ";
    return title + word + std::to_string(group.key.line);
}

void addRows(
    TimelineRowKind kind, const std::vector<LaneGroup>& groups, std::vector<TimelineRow>& rows)
{
    for (const auto& group : groups)
        for (std::size_t depth = 0; depth < group.lanes.size(); ++depth) {
            // Within the runtime's record of a launch may lie the driver's, which tells no more.
            if (kind == TimelineRowKind::Launches && depth > 0)
                break;
            rows.push_back({.kind = kind,
                .line = group.key,
                .depth = static_cast<int>(depth),
                .lane = &group.lanes[depth],
                .title = depth == 0 ? titleOf(kind, groups, group) : std::string()});
        }
}

} // namespace

std::vector<TimelineRow> timelineRows(const TimelineTracks& tracks)
{
    std::vector<TimelineRow> rows;
    if (!tracks.calls.isEmpty())
        rows.push_back({.kind = TimelineRowKind::Calls,
            .line = {},
            .lane = &tracks.calls,
            .title = textOfKind(TimelineRowKind::Calls).title});
    addRows(TimelineRowKind::Ranges, tracks.ranges, rows);
    addRows(TimelineRowKind::Modules, tracks.modules, rows);
    addRows(TimelineRowKind::Operators, tracks.operators, rows);
    addRows(TimelineRowKind::Kernels, tracks.kernels, rows);
    addRows(TimelineRowKind::Launches, tracks.launches, rows);
    addRows(TimelineRowKind::Copies, tracks.copies, rows);
    addRows(TimelineRowKind::Compiles, tracks.compiles, rows);
    addRows(TimelineRowKind::Graphs, tracks.compiled, rows);
    if (tracks.device.size() > 0)
        rows.push_back({.kind = TimelineRowKind::Busy,
            .line = {},
            .title = textOfKind(TimelineRowKind::Busy).title});
    if (!tracks.allocated.isEmpty())
        rows.push_back({.kind = TimelineRowKind::Memory,
            .line = {},
            .title = textOfKind(TimelineRowKind::Memory).title});
    return rows;
}

std::optional<std::uint8_t> longestKind(const LaneColumn& column)
{
    const auto longest = std::ranges::max_element(column.ns);
    if (*longest == 0)
        return std::nullopt;
    return static_cast<std::uint8_t>(longest - column.ns.begin());
}

std::string columnText(TimelineRowKind kind, const LaneColumn& column, std::int64_t columnNs)
{
    const auto& words = textOfKind(kind);
    auto text = countText(column.events, words.one, words.several);
    if (!isOnDevice(kind) || columnNs <= 0)
        return text;
    const auto ns = std::accumulate(column.ns.begin(), column.ns.end(), std::int64_t {0});
    return text + ", " + percentText(static_cast<double>(ns) / static_cast<double>(columnNs))
        + " busy";
}

std::string busyTimesText(const StateTimes& times)
{
    const auto busy = times.busyNs();
    const auto idle = times.idleNs();
    if (busy + idle == 0)
        return "";
    auto text = percentText(static_cast<double>(busy) / static_cast<double>(busy + idle)) + " busy";
    const auto byTime = [&](IdleCause one, IdleCause other) {
        return times.of(DeviceState(one)) < times.of(DeviceState(other));
    };
    const auto cause = *std::ranges::max_element(idleCauses, byTime);
    if (times.of(DeviceState(cause)) > idle / 2)
        text += ", idle mostly: " + idleCauseName(cause);
    return text;
}

std::optional<TimeSpan> callSpan(const TimelineTracks& tracks, int call)
{
    for (std::size_t i = 0; i < tracks.calls.size(); ++i)
        if (const auto event = tracks.calls.event(i); event.row == static_cast<std::uint32_t>(call))
            return event.span;
    return std::nullopt;
}

} // namespace profiler
