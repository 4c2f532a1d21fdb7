// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts/process_facts.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace ui {

/// One line of `record --json`.
struct RecordingStep {
    QString event; ///< "stage", "process_ended", "recorded"…
    std::optional<profiler::ProcessKind> process;
    QString variant; ///< empty = the whole comparison
    bool again = false;
    int repetition = -1;
    int round = -1;
    QString stage;
    QString text;
    std::optional<double> doneRatio;
    std::optional<double> leftNs;
    // Of "recorded" alone:
    std::int64_t comparison = 0;
    int exitCode = 0;
};

/// Nothing for a line that is no step.
[[nodiscard]] std::optional<RecordingStep> stepFrom(const QByteArray& line);

} // namespace ui
