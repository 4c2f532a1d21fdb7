// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/suite/suite_file.h"
#include "app/cli/terminal/exit_code.h"
#include "profiler/record/session/stop_request.h"
#include "profiler/record/suite/suite_engine.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace cli {

/// Where the recordings of a suite go: the file, and beside it a folder for what runs.
struct SuitePlace {
    std::filesystem::path file;

    [[nodiscard]] std::filesystem::path parts() const
    {
        return std::filesystem::absolute(file) += ".parts";
    }
};

/// Marks of tasks that are with a scheduler already: their folders are left as they are.
using TasksInHand = std::set<std::string>;

/// What is still to be recorded: whatever the file does not hold complete. What an interrupted run
/// left beside it is taken in before.
[[nodiscard]] profiler::Result<std::vector<profiler::Plan>> openPlans(
    const Suite& suite, const SuitePlace& place, const TasksInHand& inHand);

/// One for each plan, their folders and plan files made.
[[nodiscard]] profiler::Result<std::vector<profiler::RecordingTask>> prepareTasks(
    const std::vector<profiler::Plan>& plans, const SuitePlace& place, const TasksInHand& inHand);

struct SuiteRunOptions {
    bool json = false; ///< progress as JSON lines on stdout
};

/// Runs them by the engine, takes each recording into the file as it ends, and says what came of
/// all. A recording that could not begin is kept there with its cause.
[[nodiscard]] ExitCode runSuite(const std::vector<profiler::Plan>& plans,
    const std::vector<profiler::RecordingTask>& tasks, const SuitePlace& place,
    profiler::SuiteEngine& engine, const SuiteRunOptions& options);

} // namespace cli
