// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace storage {

/// Wal: readers see the last flush while the writer works; needs shared memory between processes
/// of one machine. Rollback: readers and the writer take turns; works everywhere.
enum class JournalMode { Wal, Rollback };

/// "NFS" for the magic number of a file system that other machines (or a user-space server) may
/// serve; nullopt for local ones.
[[nodiscard]] std::optional<std::string> networkFileSystem(std::int64_t statfsType);

/// Of the file system that holds `path`, which exists.
[[nodiscard]] std::optional<std::string> networkFileSystemOf(const std::filesystem::path& path);

} // namespace storage
