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

/// The trace of one variant as the timeline draws it; shared unchanged between threads.
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

/// Of these variants, in their order; read and built on a pool thread.
[[nodiscard]] std::vector<TimelineRun> timelineRuns(
    const ComparisonView& view, const std::vector<int>& variants);

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
