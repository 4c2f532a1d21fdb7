// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/progress.h"

#include <chrono>
#include <string>

namespace cli {

enum class ProgressStyle {
    Bar, ///< one line of a terminal, redrawn
    Lines, ///< what happened, a line each
    Json, ///< every step as one object a line, on stdout
};

/// The style that suits where the progress goes: JSON where it was asked for, else what stderr is.
[[nodiscard]] ProgressStyle progressStyle(bool json);

/// One step as one line of `record --json`, without the line's end.
[[nodiscard]] std::string progressJson(const profiler::Progress& progress);

/// "[#####.....]  52 %, about 4 min left · repetition 3, reduce-overhead: compiling graph 3", cut
/// to `columns`.
[[nodiscard]] std::string progressBar(const profiler::Progress& progress, int columns);

/// What a log of a recording should say of a step, at the start of a process with what is done and
/// left; empty = nothing.
[[nodiscard]] std::string progressLine(const profiler::Progress& progress);

/// Shows the steps of one recording.
class ProgressView {
public:
    explicit ProgressView(ProgressStyle style)
        : m_style(style)
    {
    }

    ProgressView(const ProgressView&) = delete;
    ProgressView& operator=(const ProgressView&) = delete;
    ProgressView(ProgressView&&) = delete;
    ProgressView& operator=(ProgressView&&) = delete;

    ~ProgressView() { clear(); }

    void show(const profiler::Progress& progress);

    /// Takes the bar away, so that other text can follow.
    void clear();

private:
    ProgressStyle m_style;
    bool m_barShown = false;
    std::chrono::steady_clock::time_point m_lastLine = std::chrono::steady_clock::now();
};

} // namespace cli
