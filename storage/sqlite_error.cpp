// SPDX-License-Identifier: Apache-2.0
#include "storage/sqlite_error.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace storage {

using profiler::ErrorKind;

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
    case SQLITE_FULL:
        return {ErrorKind::Unavailable,
            fmt::format("no space is left to write {}; what was recorded before is kept, free "
                        "some space and record again",
                name)};
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
