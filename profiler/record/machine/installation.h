// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>
#include <string>

namespace profiler {

/// Where the files beside the programs are: in the source and build tree, in an installed prefix,
/// or in the unpacked bundle.
struct Installation {
    std::filesystem::path worker; ///< …/worker/main.py
    std::filesystem::path models; ///< built-in workloads, *.py
    std::filesystem::path suites; ///< ready suites, *.json
    /// The folder that holds profiler/agent/, to build an agent on demand; empty = none shipped.
    std::filesystem::path agentSource;
    std::filesystem::path agents; ///< shipped agents, fusescope_agent_<minor>.so
    std::filesystem::path collector; ///< of kernels on a GPU; empty = not in this build
    std::filesystem::path agentCache; ///< of agents built on demand, in the user's cache folder
};

/// Found from the running executable's path.
[[nodiscard]] Result<Installation> findInstallation();

/// The same for a program at `executable`.
[[nodiscard]] Result<Installation> findInstallation(const std::filesystem::path& executable);

} // namespace profiler
