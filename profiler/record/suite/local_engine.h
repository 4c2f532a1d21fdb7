// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/suite/suite_engine.h"

#include <sys/types.h>

namespace profiler {

/// Runs recordings on this machine: one on a CPU alone, and beside each other only those on
/// different GPUs, so that none measures another. They end with this program, however that ends.
class LocalEngine : public SuiteEngine {
public:
    /// `program`: the command line itself.
    explicit LocalEngine(std::filesystem::path program);
    ~LocalEngine() override;
    LocalEngine(const LocalEngine&) = delete;
    LocalEngine& operator=(const LocalEngine&) = delete;
    LocalEngine(LocalEngine&&) = delete;
    LocalEngine& operator=(LocalEngine&&) = delete;

    Result<void> submit(const std::vector<RecordingTask>& tasks) override;
    Result<std::vector<TaskStatus>> poll() override;
    Result<void> fetchLog(std::size_t task) override;
    void stop() override;

private:
    struct Job {
        RecordingTask task;
        TaskStatus status;
        pid_t pid = 0; ///< while it runs
    };

    static void lookAfter(Job& job);
    void startWhatFits();
    [[nodiscard]] bool fits(const Job& job) const;
    void start(Job& job);

    std::filesystem::path m_program;
    std::vector<Job> m_jobs;
    bool m_stopped = false;
};

} // namespace profiler
