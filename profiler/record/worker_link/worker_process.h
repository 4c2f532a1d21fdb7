// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/files/unique_fd.h"
#include "profiler/model/result.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct WorkerCommand {
    std::filesystem::path program;
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment; ///< added to the caller's
    std::filesystem::path directory; ///< empty = the caller's
};

/// How a process ended, for a sentence: "was killed by SIGSEGV", "exited with code 3".
struct WorkerExit {
    bool known = false;
    bool signalled = false;
    int number = 0; ///< of the signal, or the exit code
    bool overdue = false; ///< it was asked to end, did not in time, and was killed for that

    [[nodiscard]] std::string sentence() const;
};

/// A running worker under its supervisor (process_supervisor.h). Destroying it ends the worker and
/// everything the worker started.
class WorkerProcess {
public:
    [[nodiscard]] static Result<WorkerProcess> start(const WorkerCommand& command);

    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;
    WorkerProcess(WorkerProcess&& other) noexcept;
    WorkerProcess& operator=(WorkerProcess&& other) = delete;
    ~WorkerProcess();

    [[nodiscard]] int pid() const { return m_pid; }

    [[nodiscard]] int control() const { return m_control.get(); }

    [[nodiscard]] int standardOutput() const { return m_standardOutput.get(); }

    [[nodiscard]] int standardError() const { return m_standardError.get(); }

    /// Waits until the worker and all it started have ended, at most `limit`.
    [[nodiscard]] std::optional<WorkerExit> waitForExit(std::chrono::milliseconds limit);
    /// Ends them all now.
    WorkerExit kill();

private:
    WorkerProcess() = default;
    [[nodiscard]] Result<void> awaitStart(const WorkerCommand& command);
    void reapSupervisor();

    UniqueFd m_control;
    UniqueFd m_standardOutput;
    UniqueFd m_standardError;
    UniqueFd m_channel; ///< closing it is the order to kill
    int m_supervisor = -1;
    int m_pid = -1;
    std::optional<WorkerExit> m_exit;
};

} // namespace profiler
