// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>
#include <utility>

namespace storage {

/// One recording at a time for a file: a lock on `<file>.lock`, gone with its process however that
/// ends. Not on the database itself: closing any descriptor of it would drop SQLite's own locks.
class WriterLock {
public:
    /// Refused in one sentence while another recording holds it.
    [[nodiscard]] static profiler::Result<WriterLock> take(const std::filesystem::path& file);

    WriterLock(WriterLock&& other) noexcept
        : m_path(std::move(other.m_path))
        , m_descriptor(std::exchange(other.m_descriptor, -1))
    {
    }

    WriterLock& operator=(WriterLock&&) = delete;
    WriterLock(const WriterLock&) = delete;
    WriterLock& operator=(const WriterLock&) = delete;
    ~WriterLock(); ///< removes the lock file

private:
    WriterLock(std::filesystem::path path, int descriptor)
        : m_path(std::move(path))
        , m_descriptor(descriptor)
    {
    }

    std::filesystem::path m_path;
    int m_descriptor;
};

/// Whether some process holds the lock now.
[[nodiscard]] bool isBeingRecorded(const std::filesystem::path& file);

} // namespace storage
