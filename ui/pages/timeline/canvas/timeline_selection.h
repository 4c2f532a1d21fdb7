// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/canvas/timeline_scene.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ui {

inline constexpr double clickReach = 4; ///< px around a click; more is a drag

/// What somebody chose on the timeline; moments are of the axis.
struct TimelineSelection {
    std::optional<TimelinePick> pick;
    std::optional<TimelinePick> otherEnd; ///< of the pick's launch
    std::optional<TimelineWindow> range;
    std::vector<std::int64_t> marks; ///< ascending

    /// Where one is already, no further away than `reach`, it goes.
    void toggleMark(std::int64_t at, std::int64_t reach);
    /// The range, then the pick, then the marks; false: there was nothing.
    bool clearOne();
    /// After runs moved on the axis other moments lie there.
    void clearMoments();
};

/// From where the picked event begins to its end, else from the first mark to the last.
[[nodiscard]] std::optional<TimelineWindow> windowOfMarks(
    const TimelineScene& scene, const TimelineSelection& selection);

} // namespace ui
