// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/remote/connection.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace profiler::remote {

enum class JobState {
    Absent, ///< no such job
    Waiting, ///< its files are there, it was not started
    Running,
    Ended, ///< by itself, with an exit code
    Gone, ///< it was killed
    Restarted, ///< the machine was started anew meanwhile
};

struct JobStatus {
    JobState state = JobState::Absent;
    int exitCode = 0; ///< Ended alone

    bool operator==(const JobStatus&) const = default;
};

/// "ended 0", "running"; what there.sh says.
[[nodiscard]] std::optional<JobStatus> jobStatusFrom(std::string_view text);

[[nodiscard]] Result<JobStatus> statusOf(const Connection& connection, const std::string& job);

/// Asks it to stop as a signal would: what was recorded is stored. A second time kills its workers.
[[nodiscard]] Result<JobStatus> stopJob(const Connection& connection, const std::string& job);

/// The other side has all of it: `clean` may remove it.
[[nodiscard]] Result<void> markFetched(const Connection& connection, const std::string& job);

[[nodiscard]] Result<void> removeJob(const Connection& connection, const std::string& job);

/// The last of what the recording said for people.
[[nodiscard]] Result<std::string> endOfLog(const Connection& connection, const std::string& job);

/// A job as `list` over there tells it.
struct ListedJob {
    std::string id;
    std::int64_t bytes = 0;
    bool fetched = false;
    JobStatus status;
};

[[nodiscard]] Result<std::vector<ListedJob>> listJobs(const Connection& connection);

struct Cleaned {
    std::int64_t bytes = 0;
    std::int64_t running = 0; ///< jobs, for which the program stays, too
    std::vector<std::string> unfetched; ///< ended, and kept
};

[[nodiscard]] Result<Cleaned> clean(const Connection& connection, bool alsoUnfetched);

/// Who follows a job.
struct JobEyes {
    std::function<void(const std::string&)> line; ///< one JSON line of `record --json`
    std::function<void(const std::string&)> notice; ///< a sentence about the connection
    /// What the user wants beside watching: nothing, that it stops, or to leave it.
    enum class Wish { Watch, Stop, Leave };
    std::function<Wish()> wish; ///< each Stop is told once
    std::function<bool()> goOn; ///< false while a wish waits to be heard
    std::function<bool()> asks; ///< is there a line as of `record --control` to be handed over?
    std::function<std::string()> request; ///< takes it; empty = none
};

/// Follows a job until it has ended, through lost connections. nullopt: the user left it. An Error:
/// it goes on there, but nobody is let in.
[[nodiscard]] Result<std::optional<JobStatus>> followJob(
    const Connection& connection, const std::string& job, const JobEyes& eyes);

} // namespace profiler::remote
