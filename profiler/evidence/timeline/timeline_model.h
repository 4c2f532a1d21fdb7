// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/timeline/timeline_tracks.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

enum class TimelineRowKind {
    Calls,
    Ranges,
    Modules,
    Operators,
    Kernels,
    Launches,
    Copies,
    Compiles, ///< when something was compiled
    Graphs, ///< what was compiled, as it ran
    Busy,
    Memory
};

/// A row of a variant's timeline.
struct TimelineRow {
    TimelineRowKind kind = TimelineRowKind::Calls;
    LineKey line; ///< stream or thread; of calls and the busy curve nothing
    int depth = 0; ///< of nesting, or of overlap within a stream
    const TimelineLane* lane = nullptr; ///< of the tracks; the busy curve has their states
    std::string title; ///< empty: the row goes on with the line above it

    bool operator==(const TimelineRow&) const = default;
};

/// In the order of the page. What a trace lacks has no row; the busy curve is there when anything
/// ran on a device. Valid as long as the tracks are, and are not moved.
[[nodiscard]] std::vector<TimelineRow> timelineRows(const TimelineTracks& tracks);

/// The kind that took most of a column, whose colour the column has; nullopt: none took any time.
[[nodiscard]] std::optional<std::uint8_t> longestKind(const LaneColumn& column);

/// What a tooltip says of many events: "37 kernels, 84 % busy".
[[nodiscard]] std::string columnText(
    TimelineRowKind kind, const LaneColumn& column, std::int64_t columnNs);

/// Of the busy curve: "84 % busy, idle mostly: waiting for the host".
[[nodiscard]] std::string busyTimesText(const StateTimes& times);

/// nullopt: there is no such call.
[[nodiscard]] std::optional<TimeSpan> callSpan(const TimelineTracks& tracks, int call);

} // namespace profiler
