// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/file/run_database.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// What a user changes about the comparisons of a file: names, tags, notes, deletion. Each change
/// is one transaction beside a possible recording, and followers see it by the change counter.
/// A file of an older schema is migrated with the first change.
namespace storage {

/// Names, tags and notes beyond these are refused.
inline constexpr std::size_t longestName = 1000; ///< bytes
inline constexpr std::size_t longestTag = 100;
inline constexpr std::size_t mostTags = 50;
inline constexpr std::size_t longestNote = std::size_t {1} << 20U;

[[nodiscard]] profiler::Result<void> renameComparison(const fs::path& file,
    profiler::ComparisonId comparison, const std::string& name, Started started = {});

/// Replaces all; empty ones and repetitions are left out.
[[nodiscard]] profiler::Result<void> storeTags(const fs::path& file,
    profiler::ComparisonId comparison, const std::vector<std::string>& tags, Started started = {});

/// An empty text takes the note away.
[[nodiscard]] profiler::Result<void> storeNote(const fs::path& file,
    profiler::ComparisonId comparison, const std::string& text, Started started = {});

/// Why a recording ended, where somebody else than the recorder knows it.
[[nodiscard]] profiler::Result<void> storeStopReason(const fs::path& file,
    profiler::ComparisonId comparison, const std::string& reason, Started started = {});

/// Hides a comparison; refused while it is being recorded.
[[nodiscard]] profiler::Result<void> deleteComparison(
    const fs::path& file, profiler::ComparisonId comparison, Started started = {});

/// Undoes `deleteComparison`, until the file is compacted.
[[nodiscard]] profiler::Result<void> restoreComparison(
    const fs::path& file, profiler::ComparisonId comparison, Started started = {});

/// Those that can still be restored, newest first.
[[nodiscard]] profiler::Result<std::vector<ComparisonSummary>> listDeleted(const fs::path& file);

/// Drops deleted comparisons for good and gives their room back; how many they were. Refused while
/// something is being recorded into the file.
[[nodiscard]] profiler::Result<int> compact(const fs::path& file);

} // namespace storage
