// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_scene.h"

namespace ui {

TimelineWindow TimelineScene::windowOf(const TimelinePick& pick) const
{
    const auto run = rowOf(pick).run;
    return {axis.onAxis(run, pick.what.span.begin), axis.onAxis(run, pick.what.span.end)};
}

std::optional<TimelinePick> TimelineScene::pickAt(const QPoint& point) const
{
    const auto row = layout.rowAt(point);
    if (!row)
        return std::nullopt;
    const auto& placed = layout.rows()[*row];
    if (placed.row.lane == nullptr)
        return std::nullopt;
    const auto index = placed.row.lane->eventAt(timeAt(placed.run, point.x() + 0.5));
    if (!index)
        return std::nullopt;
    return pickOf(*row, *index);
}

} // namespace ui
