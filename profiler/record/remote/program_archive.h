// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/machine/installation.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace profiler::remote {

/// This very program with all it needs to record on another machine, as one archive: itself, the
/// shared libraries it runs with but glibc's, worker, built-in models, agents and the sources of
/// those that are built there.
struct ProgramArchive {
    std::filesystem::path file;
    std::string hash; ///< SHA-256 of the file, and its name over there
    std::int64_t bytes = 0;
    std::string glibc; ///< the oldest it runs with: "2.34"
};

/// Made once for this build and kept in the cache folder.
[[nodiscard]] Result<ProgramArchive> programArchive(const Installation& installation);

/// The newest glibc that a program or library asks for: "2.34"; empty: none.
[[nodiscard]] std::string glibcNeededBy(const std::filesystem::path& file);

/// Is version `one` older than `other`? What is no version is older than all.
[[nodiscard]] bool isOlder(std::string_view one, std::string_view other);

/// The machine this program was built for, as uname -m says it.
[[nodiscard]] std::string ownMachine();

} // namespace profiler::remote
