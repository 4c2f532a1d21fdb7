// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/ranks/rank_skew.h"
#include "ui/comparison/comparison_view.h"
#include "ui/pages/timeline/rows/timeline_run.h"

#include <memory>
#include <optional>
#include <vector>

namespace ui {

/// What causes of idle times are still looked for in: it takes longer than all the rest.
struct TimelineSource {
    std::shared_ptr<profiler::TimelineTracks> tracks; ///< of the run, which shows them
    std::shared_ptr<const profiler::TraceRows> rows;
    std::vector<profiler::TraceCall> calls;
};

struct TimelineReading {
    std::vector<TimelineRun> runs; ///< without causes of idle times
    std::optional<profiler::RankSkew> skew; ///< of the focused variant's ranks, where it has some
    std::vector<TimelineSource> sources; ///< of those where anything ran on a device
};

/// Of these variants, in their order; read and built on pool threads. Of the focused one each rank
/// is a run, as far as there is room, laid over the first one where collectives end together.
[[nodiscard]] TimelineReading readTimeline(
    const ComparisonView& view, const std::vector<int>& variants);

/// What the devices of a run do, with causes.
struct TimelineCauses {
    std::shared_ptr<profiler::TimelineTracks> tracks; ///< that they are of
    profiler::DeviceStates device;
};

/// For a pool thread. The tracks stay as they are: whoever shows them sets their states.
[[nodiscard]] std::vector<TimelineCauses> findCauses(const std::vector<TimelineSource>& sources);

} // namespace ui
