// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_selection.h"

#include <algorithm>
#include <cstdlib>

namespace ui {

void TimelineSelection::toggleMark(std::int64_t at, std::int64_t reach)
{
    const auto same = std::ranges::find_if(
        marks, [&](std::int64_t mark) { return std::abs(mark - at) <= reach; });
    if (same != marks.end())
        marks.erase(same);
    else
        marks.insert(std::ranges::upper_bound(marks, at), at);
}

bool TimelineSelection::clearOne()
{
    if (range)
        range.reset();
    else if (pick)
        pick.reset();
    else if (!marks.empty())
        marks.clear();
    else
        return false;
    return true;
}

void TimelineSelection::clearMoments()
{
    range.reset();
    marks.clear();
}

std::optional<TimelineWindow> windowOfMarks(
    const TimelineScene& scene, const TimelineSelection& selection)
{
    if (selection.pick) {
        const auto window = scene.windowOf(*selection.pick);
        return TimelineWindow {window.from, std::max(window.from + 1, window.to)};
    }
    if (selection.marks.size() > 1)
        return TimelineWindow {selection.marks.front(), selection.marks.back()};
    return std::nullopt;
}

} // namespace ui
