// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/machine/short_child.h"

#include <filesystem>

namespace profiler {

/// Runs git in that folder; it takes no lock that it can do without, and runs no hook, monitor or
/// pager of the repository.
[[nodiscard]] Result<ChildOutput> runGit(const std::filesystem::path& folder,
    const std::vector<std::string>& words, std::chrono::milliseconds limit);

/// What git prints, without its last line's end. An Error: it cannot be run, or `whyNot` where git
/// says no.
[[nodiscard]] Result<std::string> gitAnswer(const std::filesystem::path& folder,
    const std::vector<std::string>& words, const std::string& whyNot,
    std::chrono::milliseconds limit);

} // namespace profiler
