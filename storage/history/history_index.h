// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "storage/columns/chunk_codec.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// What earlier histories needed of recordings, kept in one SQLite file of the user's cache folder
/// so that a later one does not read them again. It can be removed at any time, holds nothing that
/// is not in the recordings, and is used by several programs at once. One that is locked, that
/// cannot be written or that a newer program made is as none; a damaged one is made anew.
namespace storage {

namespace fs = std::filesystem;

/// `~/.cache/fusescope/history.sqlite`, by XDG_CACHE_HOME.
[[nodiscard]] fs::path historyIndexPath();

/// What tells that a file is as it was.
struct FileStamp {
    std::int64_t bytes = 0;
    std::int64_t modifiedNs = 0;

    bool operator==(const FileStamp&) const = default;
};

/// nullopt: it may change without one, because a writer's journal lies beside it or because it was
/// written too short a time ago for a clock that goes in steps.
[[nodiscard]] std::optional<FileStamp> stampOf(const fs::path& file);

/// A recording as history_codec.h packs it.
struct IndexedRecording {
    profiler::ComparisonId id;
    std::uint64_t mark = 0; ///< RecordingMark
    std::size_t bytes = 0; ///< unpacked
    Bytes packed;
};

/// What is kept of a file.
struct IndexedFile {
    std::optional<FileStamp> stamp; ///< nullopt: it may hold other recordings, too
    std::vector<IndexedRecording> recordings;
};

/// What an index holds of some files.
struct IndexContent {
    std::vector<IndexedFile> files; ///< one for each that was asked for
    std::vector<std::string> gone; ///< lay in the asked folders, and are not there any more
    bool damaged = false;
};

/// Paths are absolute ones. `figures`: what is kept of a recording depends on them.
[[nodiscard]] IndexContent readIndex(const fs::path& index, const std::vector<std::string>& files,
    const std::vector<std::string>& folders, const std::string& figures);

struct ChangedFile {
    std::string path;
    IndexedFile file;
};

/// Nothing is said where it cannot be done: what is missing is read anew.
void writeIndex(const fs::path& index, const std::vector<ChangedFile>& changed,
    const IndexContent& before, const std::string& figures);

} // namespace storage
