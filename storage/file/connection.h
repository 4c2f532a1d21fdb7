// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/files/scratch_folder.h"
#include "storage/sqlite/file_system.h"

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <memory>

/// Connections to run databases. These throw Refusal and SQLite::Exception (sqlite_error.h).
namespace storage {

/// A copy of a database that lies where it cannot be opened; removed with its connection.
class TemporaryCopy {
public:
    explicit TemporaryCopy(const std::filesystem::path& file);

    [[nodiscard]] std::filesystem::path file() const { return m_folder.path() / "copy.fscope"; }

private:
    profiler::ScratchFolder m_folder {"fusescope"};
};

struct Connection {
    std::unique_ptr<TemporaryCopy> copy; ///< outlives the database
    SQLite::Database database;
};

/// A file of ours with a schema we know; nothing can be changed through it. Also what a killed
/// recorder left, and files in folders that cannot be written.
[[nodiscard]] Connection openToRead(const std::filesystem::path& file);

/// The same for a look at many files one after the other: what SQLite does for others that write is
/// left out where nobody has the file open. Its locks are not held, so that a writer that begins
/// meanwhile may make the look end with an error.
[[nodiscard]] Connection openToGlance(const std::filesystem::path& file);

/// A file of ours for a short change beside a possible recording.
[[nodiscard]] SQLite::Database openToChange(const std::filesystem::path& file);

/// For the one recording of a file; the caller holds its WriterLock. Creates and migrates.
[[nodiscard]] SQLite::Database openToRecord(const std::filesystem::path& file, JournalMode mode);

/// Turns off what the schema of a file could make run by itself, and bounds what it may hold.
void harden(SQLite::Database& database);

/// Refuses places and files that a recording must not touch, before anything is created.
void checkPlace(const std::filesystem::path& file);

/// Leaves one file without companions, where no reader keeps it open.
void closeCleanly(SQLite::Database database);

} // namespace storage
