// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"
#include "profiler/model/interface.h"
#include "profiler/model/result.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// What runs the recordings of a suite: this machine, or a scheduler that people have.
namespace profiler {

/// One recording: one `fusescope record` into a file of its own. Everything that it reads and
/// writes lies in its folder, which the machine that runs it must see.
struct RecordingTask {
    std::string name; ///< for people and as a job's name: "resnet18 on cpu"
    std::string mark; ///< the task of its plan's SuiteMember; the name of its folder
    std::string device; ///< "cpu", "cuda:0"
    nanoseconds estimate {};
    std::filesystem::path folder;

    [[nodiscard]] std::filesystem::path plan() const { return folder / "plan.json"; }

    [[nodiscard]] std::filesystem::path recording() const { return folder / "recording.fscope"; }

    /// What it prints: progress, one JSON object a line.
    [[nodiscard]] std::filesystem::path progress() const { return folder / "progress.jsonl"; }

    /// What it says; its last line begins with "fusescope: " where something went wrong.
    [[nodiscard]] std::filesystem::path log() const { return folder / "log.txt"; }

    /// Its exit code, written by whoever runs it where a scheduler alone would know it.
    [[nodiscard]] std::filesystem::path exitCode() const { return folder / "exit.txt"; }

    /// What is run, the program aside, its standard output into progress() and its standard error
    /// into log().
    [[nodiscard]] std::vector<std::string> arguments() const
    {
        return {"record", plan().string(), "-o", recording().string(), "--json"};
    }
};

enum class TaskState {
    Waiting, ///< not started; taken back by a scheduler
    Running,
    Ended, ///< with an exit code, or by what `reason` says
};

struct TaskStatus {
    TaskState state = TaskState::Waiting;
    std::optional<int> exitCode; ///< of `fusescope record`; 128 + n when signal n ended it
    std::string reason; ///< why it ended without one, or waits: the scheduler's own word

    bool operator==(const TaskStatus&) const = default;
};

/// Tasks are told by their place in what was submitted.
class SuiteEngine : public Interface {
public:
    /// Marks of tasks that an earlier run of the command left with a scheduler: their folders are
    /// in use, and submit() goes on with them in place of starting them anew.
    [[nodiscard]] virtual std::set<std::string> inHand() const { return {}; }

    /// Once, all of them; they start in any order, as room is.
    virtual Result<void> submit(const std::vector<RecordingTask>& tasks) = 0;

    /// The states of all; asked a few times a second here, so that an engine that asks somebody
    /// else keeps what it heard for a while.
    virtual Result<std::vector<TaskStatus>> poll() = 0;

    /// Brings what a task said into its log(), from where it ran.
    virtual Result<void> fetchLog(std::size_t task) = 0;

    /// Nothing starts any more, and what runs ends after its block and keeps what it has; asked
    /// again, it ends now.
    virtual void stop() = 0;
};

} // namespace profiler
