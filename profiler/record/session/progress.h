// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts.h"

#include <functional>
#include <optional>
#include <string>

namespace profiler {

enum class ProgressKind {
    Started, ///< the comparison's row exists; `text` says the estimate
    ProcessStarted,
    Stage, ///< import, start_up, build, compile, inputs, warmup, rounds, store
    Detail, ///< inside a stage: "compiling graph 3", "autotuning 37 of 120"
    Waiting, ///< a worker does not answer: which, since when, and what will happen
    Round, ///< one round of a repetition is done
    ProcessEnded, ///< `text` is the reason when it did not finish
    Repetition, ///< one repetition is done
    Provisional, ///< the provisional verdict can be read now; `text` is its sentence
    Notice,
    Paused,
    Finished,
};

/// One line of `record --json`, one step of the progress bar.
struct Progress {
    ProgressKind kind = ProgressKind::Stage;
    std::optional<ProcessKind> process;
    std::string variant; ///< empty = the whole comparison
    bool again = false;
    int repetition = -1;
    int round = -1;
    std::string stage;
    std::string text; ///< for people: what it does or waits for
    double doneRatio = 0; ///< of the estimated whole
    std::optional<nanoseconds> left; ///< estimate
};

using ProgressListener = std::function<void(const Progress&)>;

} // namespace profiler
