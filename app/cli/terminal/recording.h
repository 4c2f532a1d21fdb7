// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/exit_code.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/judge/stopping_rule.h"
#include "profiler/judge/tune/tune_candidates.h"
#include "profiler/model/result.h"
#include "profiler/record/machine/interpreter.h"
#include "profiler/record/recorder.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace profiler {
struct Case;
} // namespace profiler

namespace cli {

/// A recording ran to its end and can be gone on with: of variants that failed the others are
/// there.
[[nodiscard]] inline bool hasEnded(ExitCode code)
{
    return code == ExitCode::Done || code == ExitCode::SomeFailed;
}

/// What record, rerun and extend have in common.
struct Recording {
    std::filesystem::path file; ///< empty = the library
    std::string command;
    bool json = false;
    bool control = false; ///< requests come as lines on stdin
    bool whenQuiet = false; ///< waits until other programs leave the machine alone
    bool isStep = false; ///< another one follows: what came of it is not told yet
    bool searched = false; ///< ends in what a search found
    profiler::StoppingQuestion question = profiler::StoppingQuestion::Verdict;
    /// The recording whose plan is recorded again: the end says what else differs. May be null.
    const profiler::ComparisonData* repeats = nullptr;
};

/// In their order.
[[nodiscard]] std::vector<std::string> variantNames(const profiler::Plan& plan);

/// Everything that can be known to be wrong before a worker starts: interpreter, modes, backends,
/// device, files.
[[nodiscard]] profiler::Result<profiler::Interpreter> checkedInterpreter(
    const profiler::Plan& plan);

/// When the requests come that the plan replays, in ns from the first; empty where it replays none.
[[nodiscard]] profiler::Result<std::vector<std::int64_t>> replayedTimes(const profiler::Plan& plan);

/// What a worker of the plan is started with, its interpreter checked.
[[nodiscard]] profiler::Result<profiler::RecordRequest> requestFor(
    const profiler::Plan& plan, const std::string& command);

[[nodiscard]] ExitCode recordPlan(const profiler::Plan& plan, const Recording& recording);

/// Searches the best setting within the plan's total time.
[[nodiscard]] ExitCode tunePlan(
    const profiler::Plan& plan, const profiler::CandidateGroups& groups, Recording recording);

struct RecordedPlan {
    profiler::RecordOutcome outcome;
    profiler::ComparisonData data;
};

/// Records a plan for a command that says itself what came of it; `stop` is the caller's, who
/// watches the signals.
[[nodiscard]] profiler::Result<RecordedPlan> recordForCaller(
    const profiler::Plan& plan, const Recording& recording, profiler::StopRequest& stop);

[[nodiscard]] ExitCode extendComparison(
    const StoredComparison& stored, int repetitions, const Recording& recording);

/// Records further cases of a comparison and adds them to it.
[[nodiscard]] ExitCode addCasesTo(const StoredComparison& stored,
    const std::vector<profiler::Case>& more, const Recording& recording);

} // namespace cli
