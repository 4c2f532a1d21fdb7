// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/suite/slurm/slurm_client.h"
#include "profiler/record/suite/slurm/slurm_submission.h"
#include "profiler/record/suite/suite_engine.h"

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace profiler {

/// Runs recordings as array jobs of Slurm, one array for each device. They outlive this program:
/// the next one with the same folder goes on with them.
class SlurmEngine : public SuiteEngine {
public:
    explicit SlurmEngine(SlurmSettings settings);

    [[nodiscard]] std::set<std::string> inHand() const override;
    Result<void> submit(const std::vector<RecordingTask>& tasks) override;
    Result<std::vector<TaskStatus>> poll() override;
    /// With what Slurm itself wrote about it; a later command no longer goes on with it.
    Result<void> fetchLog(std::size_t task) override;
    void stop() override;

private:
    using Clock = std::chrono::steady_clock;

    struct Job {
        RecordingTask task;
        TaskStatus status;
        SlurmElement element; ///< no job: not submitted yet
        bool over = false; ///< ended, or it never starts any more
        std::optional<Clock::time_point> missedSince; ///< it ended, and its exit code is not there
    };

    [[nodiscard]] Result<void> goOn(std::vector<SlurmArray> arrays);
    [[nodiscard]] Result<bool> findAgain(SlurmArray& array);
    [[nodiscard]] Result<void> attach(const SlurmArray& array);
    [[nodiscard]] Result<void> submitNew();
    [[nodiscard]] Result<void> submitArray(const std::vector<Job*>& jobs);
    void takeBack();
    Result<void> hear();
    Result<void> keepWaiting(const Error& error);
    void take(Job& job, const SlurmSaid& said);
    void end(Job& job, const SlurmSaid& said) const;
    static void end(Job& job, std::optional<int> code, const std::string& reason);
    void clear();
    [[nodiscard]] bool isOver() const;

    SlurmSettings m_settings;
    SlurmClient m_client;
    std::vector<Job> m_jobs;
    std::vector<SlurmArray> m_arrays; ///< with tasks that are not over
    std::optional<Clock::time_point> m_heard; ///< last; empty: ask at once
    std::optional<Clock::time_point> m_silent; ///< since when Slurm does not answer
    std::optional<Error> m_stopFailed;
    int m_stops = 0;
};

} // namespace profiler
