// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/file_begin.h"
#include "profiler/model/result.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

namespace storage {

namespace fs = std::filesystem;

/// More are not looked at in a folder: a mistyped one may be a whole disk.
inline constexpr std::size_t mostFilesOfFolder = 200'000;

enum class FolderDepth {
    Whole, ///< however deep
    Alone, ///< without the folders in it
};

/// A file that may hold recordings.
struct RecordingFile {
    fs::path path;
    std::optional<profiler::FileBegin> benchmarks; ///< of another tool's, by which it is known
};

/// So many of all files were read, or, where there are few, so many recordings of them: then `all`
/// is 0, and not known. Called from several threads.
using ReadCount = std::function<void(std::size_t read, std::size_t all)>;

/// Each file that is named, and of each folder those that may hold recordings, by their ending and,
/// of other tools, by their first bytes; links to folders and `.git` are not followed. By name,
/// each once. What is not there is refused.
[[nodiscard]] profiler::Result<std::vector<RecordingFile>> recordingFiles(
    const std::vector<fs::path>& places, FolderDepth depth = FolderDepth::Whole);

} // namespace storage
