// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/timeline/timeline_model.h"
#include "ui/pages/timeline/rows/timeline_run.h"
#include "ui/theme/tokens.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ui {

using profiler::TimelineRowKind;

/// One line of a run, as high as it is drawn.
struct TimelineRow : profiler::TimelineRow {
    int height = 0;
};

/// What is drawn of a run: of host threads the one that makes the calls first, then the busiest of
/// the others, and no more lanes than can be read.
[[nodiscard]] std::vector<TimelineRow> rowsOf(const TimelineRun& run);

/// What a lane's kind of event is drawn as; nullopt: in the colour of its variant.
[[nodiscard]] std::optional<WorkClass> workClassOf(TimelineRowKind row, std::uint8_t kind);

} // namespace ui
