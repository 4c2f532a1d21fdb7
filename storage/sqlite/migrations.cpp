// SPDX-License-Identifier: Apache-2.0
#include "storage/sqlite/migrations.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <string>

namespace storage {

int knownSchema()
{
    return static_cast<int>(migrationTexts().size());
}

int schemaOf(SQLite::Database& database)
{
    return database.execAndGet("PRAGMA user_version").getInt();
}

void applyMigrations(SQLite::Database& database, int version)
{
    for (const auto* text : migrationTexts().first(static_cast<std::size_t>(version)))
        database.exec(text);
}

void migrate(SQLite::Database& database)
{
    const auto texts = migrationTexts();
    for (auto version = schemaOf(database); version < knownSchema(); version = schemaOf(database)) {
        SQLite::Transaction step(database, SQLite::TransactionBehavior::IMMEDIATE);
        if (schemaOf(database) != version) // another program was faster
            continue;
        database.exec(texts[static_cast<std::size_t>(version)]);
        database.exec("PRAGMA application_id = " + std::to_string(applicationId));
        database.exec("PRAGMA user_version = " + std::to_string(version + 1));
        step.commit();
    }
}

} // namespace storage
