// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace cli {

/// Another machine under a short name. Nothing secret: keys and passwords are ssh's.
struct Remote {
    std::string name;
    std::string address; ///< ssh://user@host:port
    std::string python; ///< interpreter there; empty = python3

    bool operator==(const Remote&) const = default;
};

/// `~/.config/fusescope/remotes.json`, by XDG_CONFIG_HOME.
[[nodiscard]] std::filesystem::path remotesPath();

[[nodiscard]] profiler::Result<std::vector<Remote>> loadRemotes(const std::filesystem::path& file);
[[nodiscard]] profiler::Result<void> storeRemotes(
    const std::filesystem::path& file, const std::vector<Remote>& remotes);

/// The machine behind a word: an address as it is, or a name of the list.
[[nodiscard]] profiler::Result<Remote> resolveRemote(const std::string& word);

} // namespace cli
