// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace profiler::remote {

/// What lies in an archive: a file of this machine, a text, or a folder.
struct ArchiveEntry {
    std::string name; ///< its path in the archive
    std::filesystem::path file; ///< empty: `text`, or a folder where the name ends in a slash
    std::string_view text;
    bool program = false; ///< may be run
};

/// Writes a gzipped tar archive, the same bytes for the same contents: no times, no owners.
[[nodiscard]] Result<void> writeArchive(
    const std::filesystem::path& archive, const std::vector<ArchiveEntry>& entries);

/// SHA-256 of a file as 64 hexadecimal digits.
[[nodiscard]] Result<std::string> sha256Of(const std::filesystem::path& file);

/// Does it look like one?
[[nodiscard]] bool isSha256(std::string_view text);

} // namespace profiler::remote
