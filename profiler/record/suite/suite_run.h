// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/stop_request.h"
#include "profiler/record/suite/suite_engine.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// How far a suite is.
struct SuiteProgress {
    std::size_t ended = 0;
    std::size_t all = 0;
    std::vector<std::size_t> running; ///< tasks
    nanoseconds left {}; ///< an estimate, corrected by what the recordings took
    std::string waiting; ///< where none runs, or nobody can tell: why, as the scheduler says it
    std::string text; ///< of a running one: "repetition 2, default: warming up"
};

/// What a task came to, for whoever keeps its recording.
struct TaskEnd {
    std::size_t task = 0;
    TaskStatus status;
    std::string sentence; ///< why it failed, as it said itself; empty: it said nothing
};

struct SuiteRunListener {
    std::function<void(const SuiteProgress&)> progress; ///< a few times a second
    std::function<Result<void>(const TaskEnd&)> ended; ///< an error ends the run
};

/// Runs all tasks to their end by an engine. Interrupted by `stop`: what runs ends and is handed
/// over as well.
[[nodiscard]] Result<void> runTasks(SuiteEngine& engine, const std::vector<RecordingTask>& tasks,
    const SuiteRunListener& listener, const StopRequest& stop);

/// The sentence behind "fusescope: " in the last lines of what a recording said; empty: there is
/// none.
[[nodiscard]] std::string lastSentence(const std::filesystem::path& log);

} // namespace profiler
