// SPDX-License-Identifier: Apache-2.0
#include "storage/file/schema_check.h"

#include "storage/sqlite/migrations.h"
#include "storage/sqlite/sqlite_error.h"
#include "storage/sqlite/statements.h"

#include <SQLiteCpp/Database.h>

#include <algorithm>
#include <cassert>
#include <compare>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace storage {

namespace fs = std::filesystem;

namespace {

/// A row of sqlite_schema, less the page on which it begins. SQLite keeps the text of what made it,
/// comments included.
struct SchemaEntry {
    std::string type;
    std::string name;
    std::string table;
    std::string sql; ///< empty: SQLite made it by itself

    auto operator<=>(const SchemaEntry&) const = default;
};

using Schema = std::vector<SchemaEntry>; ///< sorted

/// With the page on which each begins.
template <typename Each>
void forEachEntry(SQLite::Database& database, Each&& each)
{
    forEachRow(
        database, "SELECT type, name, tbl_name, sql, rootpage FROM sqlite_schema", [&](Row& row) {
            SchemaEntry entry {.type = row.take<std::string>(),
                .name = row.take<std::string>(),
                .table = row.take<std::string>(),
                .sql = row.take<std::string>()};
            each(std::move(entry), row.take<std::int64_t>());
        });
}

Schema madeByMigrations(int version)
{
    SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    applyMigrations(database, version);
    Schema schema;
    forEachEntry(database,
        [&](SchemaEntry entry, std::int64_t /*page*/) { schema.push_back(std::move(entry)); });
    std::ranges::sort(schema);
    return schema;
}

/// Made once for a version: it takes a millisecond, and every opening asks.
const Schema& expectedSchema(int version)
{
    static std::mutex mutex;
    static std::map<int, Schema> known;
    const std::lock_guard lock(mutex);
    const auto found = known.find(version);
    return found != known.end() ? found->second
                                : known.emplace(version, madeByMigrations(version)).first->second;
}

/// A name of a foreign file, for a sentence.
std::string shown(const std::string& name)
{
    constexpr std::size_t longest = 40;
    std::string text;
    for (const char c : name.substr(0, longest))
        text += c >= ' ' && c <= '~' ? c : '?';
    return name.size() > longest ? text + "…" : text;
}

[[noreturn]] void refuse(const fs::path& file, const std::string& difference)
{
    throw Refusal({profiler::ErrorKind::BadData,
        fmt::format("{} does not hold the tables of a run database as Fusescope makes them: {}; "
                    "nothing of it was read or run, take an undamaged copy from where it was "
                    "recorded",
            file.string(), difference)});
}

[[noreturn]] void refuseEntry(
    const fs::path& file, const Schema& expected, const SchemaEntry& entry)
{
    const bool known = std::ranges::any_of(expected, [&](const SchemaEntry& other) {
        return other.type == entry.type && other.name == entry.name;
    });
    const bool kindIsKnown = entry.type == "table" || entry.type == "index" || entry.type == "view"
        || entry.type == "trigger";
    refuse(file,
        fmt::format("its {} \"{}\" {}", kindIsKnown ? entry.type : "entry", shown(entry.name),
            known ? "is another one" : "is none of ours"));
}

/// Tables first: their indexes go with them.
void refuseMissing(const fs::path& file, const Schema& expected, const std::vector<bool>& seen)
{
    const SchemaEntry* missing = nullptr;
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (!seen[i] && (missing == nullptr || expected[i].type == "table"))
            missing = &expected[i];
    if (missing != nullptr)
        refuse(file, fmt::format("its {} {} is missing", missing->type, missing->name));
}

} // namespace

void checkSchemaIsOurs(SQLite::Database& database, const fs::path& file)
{
    const auto version = schemaOf(database);
    assert(version >= 0 && version <= knownSchema());
    const auto& expected = expectedSchema(version);
    std::vector<bool> seen(expected.size());
    std::set<std::int64_t> pages;
    forEachEntry(database, [&](const SchemaEntry& entry, std::int64_t page) {
        const auto found = std::ranges::lower_bound(expected, entry);
        const auto at = static_cast<std::size_t>(found - expected.begin());
        if (found == expected.end() || *found != entry || seen[at])
            refuseEntry(file, expected, entry);
        seen[at] = true;
        if (entry.type != "view" && (page < 2 || !pages.insert(page).second))
            refuse(
                file, fmt::format("its {} \"{}\" has no place of its own", entry.type, entry.name));
    });
    refuseMissing(file, expected, seen);
}

} // namespace storage
