// SPDX-License-Identifier: Apache-2.0
#include "storage/sqlite/sqlite_error.h"

#include "storage/sqlite/statement_guard.h"

#include <cstdint>
#include <fmt/format.h>
#include <sqlite3.h>
#include <system_error>

namespace storage {

using profiler::ErrorKind;

namespace {

/// SQLite ends a statement for us alone (statement_guard.h).
profiler::Error interrupted(const std::string& name)
{
    if (CancelScope::isWanted())
        return {ErrorKind::Interrupted,
            fmt::format("reading or changing {} was cancelled; what it held before is kept", name)};
    return {ErrorKind::BadData,
        fmt::format("{} is damaged: its tables do not end where its bytes do; take an undamaged "
                    "copy of it",
            name)};
}

/// A flush that reached the journal is stored; it goes into the file when there is room for both.
profiler::Error noSpace(const std::string& name)
{
    return {ErrorKind::Unavailable,
        fmt::format("no space is left to write {0}; what was recorded before is kept (where "
                    "{0}-wal stays beside it, keep both until it is opened with space), free some "
                    "space and record again",
            name)};
}

bool isFull(const std::filesystem::path& file)
{
    constexpr auto enough = std::uintmax_t {128} << 10U; // a journal's index and a few pages
    std::error_code unknown;
    const auto space
        = std::filesystem::space(std::filesystem::absolute(file).parent_path(), unknown);
    return !unknown && space.available < enough;
}

} // namespace

profiler::Error errorFrom(const SQLite::Exception& exception, const std::filesystem::path& file)
{
    const auto name = file.string();
    switch (exception.getErrorCode()) {
    case SQLITE_NOTADB:
        return {ErrorKind::BadData,
            fmt::format("{} is not a run database of Fusescope; choose another file", name)};
    case SQLITE_CORRUPT:
        return {ErrorKind::BadData,
            fmt::format("{} is damaged or cut off ({}); take an undamaged copy of it", name,
                exception.what())};
    case SQLITE_INTERRUPT:
        return interrupted(name);
    case SQLITE_TOOBIG:
        return {ErrorKind::BadData,
            fmt::format("{} takes no value of over 64 MiB, and holds none that was recorded; take "
                        "an undamaged copy of it",
                name)};
    case SQLITE_FULL:
        return noSpace(name);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {ErrorKind::Unavailable,
            fmt::format("{} is kept locked by another program; close it and try again", name)};
    case SQLITE_READONLY:
        return {ErrorKind::Unavailable,
            fmt::format("{} cannot be written ({}); what it holds stays valid, allow writing or "
                        "work on a copy of it",
                name, exception.what())};
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return {ErrorKind::Unavailable,
            fmt::format("{} cannot be opened ({}); check that the file and its folder may be read "
                        "and written",
                name, exception.what())};
    case SQLITE_IOERR:
        if (isFull(file)) // SQLite tells so of the file alone, not of what lies beside it
            return noSpace(name);
        return {ErrorKind::Unavailable,
            fmt::format("{} could not be read or written ({}); what was recorded before is kept, "
                        "check the disk and its free space",
                name, exception.what())};
    case SQLITE_ERROR: // "no such table": our mark, but not our tables
        return {ErrorKind::BadData,
            fmt::format("{} does not hold the tables of a run database ({}); take an undamaged "
                        "copy of it",
                name, exception.what())};
    default:
        return {ErrorKind::Failed, fmt::format("{}: {}", name, exception.what())};
    }
}

Refusal damaged(const std::string& what)
{
    return Refusal({ErrorKind::BadData,
        fmt::format("the run database is damaged: {}; take an undamaged copy of it", what)});
}

} // namespace storage
