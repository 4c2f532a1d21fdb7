// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/timeline_model.h"
#include "ui/models/comparison_view.h"
#include "ui/theme/tokens.h"

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
    profiler::TimeSpan whole; ///< from the first event to the last, calls included
    profiler::TimeSpan process; ///< the same with what was compiled before and after
    std::vector<TimelineBreak> breaks; ///< by time
    std::vector<QString> shortNames; ///< by TimelineEvent::name; no two are alike
};

/// What causes of idle times are still looked for in: it takes longer than all the rest.
struct TimelineSource {
    std::shared_ptr<profiler::TimelineTracks> tracks; ///< of the run, which shows them
    std::shared_ptr<const profiler::TraceRows> rows;
    std::vector<profiler::TraceCall> calls;
};

struct TimelineReading {
    std::vector<TimelineRun> runs; ///< without causes of idle times
    std::vector<TimelineSource> sources; ///< of those where anything ran on a device
};

/// Of these variants, in their order; read and built on pool threads.
[[nodiscard]] TimelineReading readTimeline(
    const ComparisonView& view, const std::vector<int>& variants);

/// What the devices of a run do, with causes.
struct TimelineCauses {
    std::shared_ptr<profiler::TimelineTracks> tracks; ///< that they are of
    profiler::DeviceStates device;
};

/// For a pool thread. The tracks stay as they are: whoever shows them sets their states.
[[nodiscard]] std::vector<TimelineCauses> findCauses(const std::vector<TimelineSource>& sources);

using profiler::TimelineRowKind;

/// One line of a run, as high as it is drawn.
struct TimelineRow : profiler::TimelineRow {
    int height = 0;
};

/// What is drawn of a run: of host threads the busiest one, and no more lanes than can be read.
[[nodiscard]] std::vector<TimelineRow> rowsOf(const TimelineRun& run);

/// What a lane's kind of event is drawn as; nullopt: in the colour of its variant.
[[nodiscard]] std::optional<WorkClass> workClassOf(TimelineRowKind row, std::uint8_t kind);

/// What is written into the event.
[[nodiscard]] QString eventName(
    const TimelineRun& run, TimelineRowKind row, const profiler::TimelineEvent& event);
/// What is told of it elsewhere.
[[nodiscard]] QString wholeEventName(
    const TimelineRun& run, TimelineRowKind row, const profiler::TimelineEvent& event);

/// "compile 24.8 s", "recompile 17.6 s"
[[nodiscard]] QString compileWords(const profiler::CompileSpan& compile);

/// "18.42 ms" and "GPU busy 71 % · 214 kernels · 214 launches · idle 5.31 ms" of a call.
struct TimelineHead {
    QString duration; ///< empty: the run has no such call
    QString figures;
};

[[nodiscard]] TimelineHead timelineHead(const TimelineRun& run, int call);

} // namespace ui
