// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/rows/timeline_rows.h"

#include <QString>

#include <vector>

namespace ui {

/// What is written into the event.
[[nodiscard]] QString eventName(
    const TimelineRun& run, TimelineRowKind row, const profiler::TimelineEvent& event);
/// What is told of it elsewhere.
[[nodiscard]] QString wholeEventName(
    const TimelineRun& run, TimelineRowKind row, const profiler::TimelineEvent& event);

/// "compile 24.8 s", "recompile 17.6 s"
[[nodiscard]] QString compileText(const profiler::TimelineCompile& compile);

/// Of breaks that share one sign: "2", "1, 3", "1–4".
[[nodiscard]] QString breakNumbers(std::vector<int> numbers);

/// "18.42 ms", "7.11 ms less" than the first run, and "busy 71 % of this traced call · 214 kernels
/// · 214 launches · idle 5.31 ms".
struct TimelineHead {
    QString duration; ///< empty: the run has no such call
    QString difference; ///< empty: the first run, or one of both has no such call
    QString figures;
};

/// By run.
[[nodiscard]] std::vector<TimelineHead> timelineHeads(
    const std::vector<TimelineRun>& runs, int call);

} // namespace ui
