// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace profiler {

/// What tells one format of files from another.
struct FileBegin {
    std::filesystem::path path;
    bool isFolder = false;
    std::string bytes; ///< the first behind space, unpacked; empty: of a folder, or not readable

    /// The same without a mark of UTF-8; empty where it is UTF-16.
    [[nodiscard]] std::string_view text() const;
    [[nodiscard]] bool isSqlite() const;
    /// One of ours.
    [[nodiscard]] bool isRunDatabase() const;
    [[nodiscard]] bool isUtf16() const;
};

[[nodiscard]] FileBegin beginOf(const std::filesystem::path& path);

/// Refuses what is not there, and what is no file: then `otherwise` ends the sentence.
[[nodiscard]] Result<void> checkIsFile(
    const std::filesystem::path& path, const std::string& otherwise);

} // namespace profiler
