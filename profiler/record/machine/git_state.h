// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"
#include "profiler/model/plan.h"

#include <filesystem>
#include <optional>

namespace profiler {

/// Where the code of the model lies, as far as its SPEC tells: of FILE.py:CALLABLE alone.
[[nodiscard]] std::optional<std::filesystem::path> sourceFolder(const Workload& workload);

/// `git_commit` and `git_dirty` (the number of changed files that git knows) of the repository that
/// holds `folder`; empty where there is none, or where git is missing or slow. Writes nothing
/// there, and runs no hook and no monitor of it.
[[nodiscard]] EnvironmentFields gitState(const std::filesystem::path& folder);

} // namespace profiler
