// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace cli {

/// A Python environment under a short name, and what it said when it was added.
struct Environment {
    std::string name;
    std::string python; ///< absolute path of the interpreter
    std::string pythonVersion;
    std::string torchVersion; ///< empty = it has none
    std::string cudaVersion; ///< empty = CPU only

    bool operator==(const Environment&) const = default;
};

/// `~/.config/fusescope/environments.json`, by XDG_CONFIG_HOME.
[[nodiscard]] std::filesystem::path environmentsPath();

[[nodiscard]] profiler::Result<std::vector<Environment>> loadEnvironments(
    const std::filesystem::path& file);
[[nodiscard]] profiler::Result<void> storeEnvironments(
    const std::filesystem::path& file, const std::vector<Environment>& environments);

/// The interpreter behind a word: a name of the list, or a path made absolute (a worker starts in
/// another folder; links stay, a virtual environment is one).
[[nodiscard]] profiler::Result<std::string> resolvePython(const std::string& word);

} // namespace cli
