// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace profiler {

/// The path that an environment variable holds; empty where it is not set.
[[nodiscard]] std::filesystem::path environmentPath(const char* variable);

/// Where a user's files of one sort lie: what the variable names, such as XDG_CONFIG_HOME, where
/// that is an absolute path, else a folder of the home, such as ".config".
[[nodiscard]] std::filesystem::path userFolder(
    const char* variable, const std::filesystem::path& inHome);

} // namespace profiler
