// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"

#include <filesystem>
#include <optional>

namespace profiler {

struct Workload;

/// Where the code of the model lies, as far as its SPEC tells: of FILE.py:CALLABLE and
/// script:FILE.py alone.
[[nodiscard]] std::optional<std::filesystem::path> sourceFolder(const Workload& workload);

/// Of the repository that holds `folder`: `git_commit`, `git_branch`, `git_dirty` (the number of
/// changed files that git knows) and `git_diff_hash` (of what they changed); where there is none,
/// or git is missing or slow, `git_reason` says so alone. Writes nothing there, and runs no hook,
/// no monitor, no pager and no diff program of it.
[[nodiscard]] EnvironmentFields gitState(const std::filesystem::path& folder);

/// The same of the code that a recording runs: of the folder that holds FILE.py, and with
/// `workdir_` before them of the working directory where that is in another repository; of the
/// working directory alone where the SPEC names no file.
[[nodiscard]] EnvironmentFields codeState(const Workload& workload);

/// `compiler`: the first line that the C++ compiler which Inductor takes (CXX, else g++) tells of
/// itself; absent where it cannot be asked.
[[nodiscard]] EnvironmentFields compilerState();

} // namespace profiler
