// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace SQLite {
class Database;
}

namespace storage {

/// Refuses a file whose schema is not exactly what our migrations make for its user_version: a
/// trigger, a view in the place of a table, an index or a column of somebody else would run, or
/// never end, with what we read and write. Nothing but the schema is read before. Throws Refusal
/// and SQLite::Exception.
void checkSchemaIsOurs(SQLite::Database& database, const std::filesystem::path& file);

} // namespace storage
