// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace SQLite {
class Database;
}

namespace storage {

/// "FScp": marks a SQLite file as a run database.
inline constexpr std::int64_t applicationId = 0x46536370;

/// The SQL of `migrations/NNNN_*.sql`, embedded at build; element 0 leads to user_version 1.
[[nodiscard]] std::span<const char* const> migrationTexts();

/// The schema this program writes.
[[nodiscard]] int knownSchema();

[[nodiscard]] int schemaOf(SQLite::Database& database);

/// The first `version` of them, into a database that has none.
void applyMigrations(SQLite::Database& database, int version);

/// Applies what is missing, each step in a transaction of its own. The caller has refused newer
/// files. Throws SQLite::Exception.
void migrate(SQLite::Database& database);

} // namespace storage
