// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/timeline/timeline_model.h"
#include "profiler/model/device_call.h"
#include "profiler/model/trace.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ui {

/// A moment at which a call left a compiled graph.
struct TimelineBreak {
    std::int64_t time = 0;
    int number = 0; ///< of the Graph breaks page
    QString reason;
};

/// The trace of one variant as the timeline draws it. Shared between threads; the GUI thread alone
/// changes the states of the device, once, when their causes are found.
struct TimelineRun {
    int variant = 0;
    QString name;
    std::shared_ptr<const profiler::TimelineTracks> tracks; ///< null: `missing` says why
    QString missing;
    std::vector<profiler::TraceCall> calls;
    std::vector<profiler::DeviceCall> device; ///< of each call; empty: nothing ran on a device
    profiler::TimeSpan whole; ///< from the first event to the last, calls included
    profiler::TimeSpan process; ///< the same with what was compiled before and after
    /// Of a rank: where the first rank's calls begin, on its own clock; empty: its calls are where
    /// it is laid over other runs.
    std::vector<std::int64_t> starts;
    std::vector<TimelineBreak> breaks; ///< by time
    std::vector<QString> shortNames; ///< by TimelineEvent::name; no two are alike
};

/// From begin to end, as far as the timeline's times go; nullopt: the run is not known or has no
/// such call.
[[nodiscard]] std::optional<profiler::TimeSpan> callOf(const TimelineRun& run, int call);

/// Of the run that has most.
[[nodiscard]] int mostCalls(const std::vector<TimelineRun>& runs);

/// Of those that all runs with calls have the one that is nearest to the median of each: a call
/// that something disturbed is no example.
[[nodiscard]] int typicalCall(const std::vector<TimelineRun>& runs);

} // namespace ui
