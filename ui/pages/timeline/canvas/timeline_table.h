// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/pages/timeline/canvas/timeline_scene.h"

namespace ui {

/// What is seen, as far as it can be told apart: line by line the events that are drawn by
/// themselves, and how many lie between them.
[[nodiscard]] ChartTable timelineTable(const TimelineScene& scene);

} // namespace ui
