// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/lanes/recording_grid.h"
#include "ui/comparison/comparison_view.h"
#include "ui/comparison/recording_job.h"
#include "ui/pages/headline_panel.h"

#include <optional>

namespace ui {

/// What the page knows of a recording: what its database holds, and the job where this window
/// started it.
struct LiveState {
    ComparisonView view; ///< of the recorded comparison; empty until its row exists
    const RecordingJob* job = nullptr; ///< null: started elsewhere
    profiler::RecordingGrid grid;

    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] double doneRatio() const;
    [[nodiscard]] std::optional<double> leftNs() const;
    [[nodiscard]] double elapsedNs(profiler::UtcTime now) const;
};

/// A process that died, raised or took too long, with what it means.
struct FailedWorker {
    int variant = 0;
    QString title; ///< "max-autotune, process 2, crashed"
    QString caption; ///< "15:11, in round 14"
    QString reason; ///< one sentence
    QStringList kept; ///< what stays
    QString dropped; ///< what does not; may be empty
    profiler::ProcessIndex process;
    bool canRetry = false;
};

/// The last one that nobody has got over: a later process of the variant finished.
[[nodiscard]] std::optional<FailedWorker> lastFailure(const LiveState& state);

[[nodiscard]] WorkHeadline headlineOf(const LiveState& state);

/// "49 of 82 min · 33 min left", for the card in the side bar.
[[nodiscard]] QString timeLine(const LiveState& state);

/// What the last repetition waits for: "rounds begin when max-autotune is warm".
[[nodiscard]] QString waitingText(const LiveState& state);

[[nodiscard]] profiler::UtcTime utcNow();

} // namespace ui
