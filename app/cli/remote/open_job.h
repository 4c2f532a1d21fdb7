// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"
#include "profiler/model/files/unique_fd.h"
#include "profiler/model/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cli {

/// A recording on another machine whose result is not here yet: what it takes to fetch it, also for
/// another process than the one that started it.
struct OpenJob {
    std::string id;
    std::string address; ///< ssh://user@host:port
    std::string folder; ///< of the job, over there
    std::string file; ///< where the result goes, absolute
    std::string command; ///< stored with the recording
    std::string model; ///< for lists
    profiler::EnvironmentFields code; ///< which state of the repository here was sent
    bool keep = false; ///< its folder stays there
    bool merged = false; ///< the result is in the file: only the folder there is left

    bool operator==(const OpenJob&) const = default;
};

/// Where open jobs stand, a file each: `~/.local/state/fusescope/remote`, by XDG_STATE_HOME.
[[nodiscard]] std::filesystem::path openJobsFolder();

[[nodiscard]] profiler::Result<void> storeOpenJob(const OpenJob& job);
[[nodiscard]] profiler::Result<OpenJob> loadOpenJob(const std::string& id);
[[nodiscard]] std::vector<OpenJob> openJobs(); ///< oldest first
void forgetOpenJob(const std::string& id);

/// Held by the one process that follows a job; the kernel drops it when that dies.
class JobLock {
public:
    [[nodiscard]] static profiler::Result<JobLock> take(const std::string& id);

private:
    explicit JobLock(profiler::UniqueFd file)
        : m_file(std::move(file))
    {
    }

    profiler::UniqueFd m_file;
};

} // namespace cli
