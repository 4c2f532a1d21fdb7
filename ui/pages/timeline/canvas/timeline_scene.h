// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/canvas/timeline_axis.h"
#include "ui/pages/timeline/canvas/timeline_layout.h"
#include "ui/pages/timeline/rows/timeline_text.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ui {

/// One event of one line.
struct TimelinePick {
    std::size_t row = 0; ///< of the layout
    std::size_t event = 0; ///< of its lane
    profiler::TimelineEvent what;
};

/// Where the pointer is, and whose time is meant there.
struct TimelinePointer {
    std::optional<double> x; ///< nullopt: it is elsewhere
    std::size_t run = 0;
};

/// Everything that is on the page and where: what is drawn, told and stepped through.
struct TimelineScene {
    std::vector<TimelineRun> runs;
    TimelineLayout layout;
    TimelineAxis axis;
    std::vector<TimelineHead> heads; ///< by run, of the call that is looked at

    [[nodiscard]] const PlacedRow& rowOf(const TimelinePick& pick) const
    {
        return layout.rows().at(pick.row);
    }

    /// Where a moment of a run stands.
    [[nodiscard]] double xOf(std::size_t run, std::int64_t time) const
    {
        return layout.xOf(time - axis.origin(run), axis.window(run));
    }

    /// Which moment of a run stands there.
    [[nodiscard]] std::int64_t timeAt(std::size_t run, double x) const
    {
        return layout.timeAt(x, axis.window(run)) + axis.origin(run);
    }

    [[nodiscard]] TimelinePick pickOf(std::size_t row, std::size_t event) const
    {
        return {.row = row, .event = event, .what = layout.rows().at(row).row.lane->event(event)};
    }

    /// Where an event lies on the axis.
    [[nodiscard]] TimelineWindow windowOf(const TimelinePick& pick) const;
    /// The event that is drawn there; nullopt: none is.
    [[nodiscard]] std::optional<TimelinePick> pickAt(const QPoint& point) const;
};

} // namespace ui
