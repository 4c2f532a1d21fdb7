// SPDX-License-Identifier: Apache-2.0
#include "storage/file/rescue.h"

#include "storage/sqlite/sqlite_error.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <string>
#include <system_error>

namespace storage {

namespace fs = std::filesystem;
using profiler::ErrorKind;

namespace {

bool hasMoved(SQLite::Database& database)
{
    int moved = 0;
    return sqlite3_file_control(database.getHandle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        == SQLITE_OK
        && moved != 0;
}

fs::path freeNameBeside(const fs::path& file)
{
    std::error_code error;
    for (int number = 1;; ++number) {
        const auto name = fmt::format("{}-recovered{}{}", file.stem().string(),
            number == 1 ? "" : fmt::format("-{}", number), file.extension().string());
        const auto place = file.parent_path() / name;
        if (fs::symlink_status(place, error).type() == fs::file_type::not_found || error)
            return place;
    }
}

} // namespace

std::optional<profiler::Error> rescuedFromMovedFile(
    SQLite::Database& database, const fs::path& file)
{
    if (!hasMoved(database))
        return std::nullopt;
    const auto place = freeNameBeside(file);
    const auto copied = guarded(file, [&] {
        SQLite::Statement copy(database, "VACUUM INTO ?");
        copy.bind(1, place.string());
        copy.exec();
    });
    const auto where = copied
        ? fmt::format("what was recorded is in {}", place.string())
        : fmt::format("what was recorded could not be copied to {}", place.string());
    return profiler::Error {ErrorKind::Failed,
        fmt::format("{} was removed, renamed or replaced while it was recorded into; {}",
            file.string(), where)};
}

} // namespace storage
