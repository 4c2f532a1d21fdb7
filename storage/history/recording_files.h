// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>
#include <vector>

namespace storage {

namespace fs = std::filesystem;

/// More are not looked at in a folder: a mistyped one may be a whole disk.
inline constexpr std::size_t mostFilesOfFolder = 200'000;

/// Each file that is named, and of each folder those that may hold recordings, by their ending,
/// however deep; links to folders and `.git` are not followed. By name, each once. What is not
/// there is refused.
[[nodiscard]] profiler::Result<std::vector<fs::path>> recordingFiles(
    const std::vector<fs::path>& places);

} // namespace storage
