// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/tune_facts.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace profiler {

struct ComparisonResult;

enum class ProgressKind {
    Started, ///< the comparison's row exists; `text` says the estimate
    ProcessStarted,
    Stage, ///< import, start_up, build, compile, inputs, warmup, rounds, store
    Detail, ///< inside a stage: "compiling graph 3", "autotuning 37 of 120"
    Waiting, ///< a worker does not answer: which, since when, and what will happen
    Round, ///< one round of a repetition is done
    ProcessEnded, ///< `text` is the reason when it did not finish
    Repetition, ///< one repetition is done
    Rung, ///< of a search: what it measures now, and what fell out before: `search`
    Provisional, ///< the provisional verdict can be read now: `judged`
    Notice,
    Paused,
    Finished,
};

/// How far a search for the best setting is.
struct SearchProgress {
    int rung = 0; ///< from 0
    std::vector<std::string> measured; ///< settings that are measured now
    std::vector<std::pair<std::string, TuneDecision>> dropped; ///< since the last one
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
    std::shared_ptr<const ComparisonResult> judged; ///< Provisional alone
    std::shared_ptr<const SearchProgress> search; ///< Rung alone
    double doneRatio = 0; ///< of the estimated whole
    std::optional<nanoseconds> left; ///< estimate
};

using ProgressListener = std::function<void(const Progress&)>;

} // namespace profiler
