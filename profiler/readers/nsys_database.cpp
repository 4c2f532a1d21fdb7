// SPDX-License-Identifier: Apache-2.0
#include "profiler/readers/nsys_database.h"

#include <sqlite3.h>
#include <string_view>
#include <utility>

namespace profiler {

namespace {

/// SQLite reads the file alone, takes no lock and leaves nothing beside it.
std::string immutableUri(const std::filesystem::path& file)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::string_view plain = "/._-~";
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(file).string()) {
        const auto byte = static_cast<unsigned char>(c);
        const bool letterOrDigit
            = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letterOrDigit || plain.find(c) != std::string_view::npos)
            uri += c;
        else
            uri.append("%").append(1, digits[byte >> 4U]).append(1, digits[byte & 15U]);
    }
    return uri + "?immutable=1";
}

void harden(SQLite::Database& database)
{
    constexpr int longestValue = 1 << 20; // bytes; kernel names reach a few thousand
    auto* handle = database.getHandle();
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longestValue);
    sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 100);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_WORKER_THREADS, 0);
    database.exec("PRAGMA trusted_schema = OFF");
    database.exec("PRAGMA cell_size_check = ON");
    database.exec("PRAGMA query_only = ON");
    database.exec("PRAGMA temp_store = MEMORY");
}

/// Names are ours, never the file's.
std::string quotedName(const std::string& name)
{
    return '"' + name + '"';
}

} // namespace

NsysDatabase::NsysDatabase(
    const std::filesystem::path& file, ReadProgress progress, std::int64_t fileBytes)
    : m_database(immutableUri(file), SQLite::OPEN_READONLY | SQLite::OPEN_URI)
    , m_progress(std::move(progress))
    , m_fileBytes(fileBytes)
{
    constexpr int stepsBetween = 200'000; // of SQLite's machine: some milliseconds
    harden(m_database);
    sqlite3_progress_handler(m_database.getHandle(), stepsBetween, &NsysDatabase::tick, this);
}

NsysDatabase::~NsysDatabase()
{
    sqlite3_progress_handler(m_database.getHandle(), 0, nullptr, nullptr);
}

int NsysDatabase::tick(void* self)
{
    auto& database = *static_cast<NsysDatabase*>(self);
    if (database.m_progress && !database.m_progress(database.m_doneBytes, database.m_fileBytes))
        database.m_cancelled = true;
    return database.m_cancelled ? 1 : 0;
}

void NsysDatabase::setPart(int done, int all)
{
    m_doneBytes = m_fileBytes / all * done;
    if (tick(this) != 0)
        throw SQLite::Exception("cancelled", SQLITE_INTERRUPT);
}

std::set<std::string> NsysDatabase::columnsOf(const std::string& table)
{
    SQLite::Statement kind(m_database,
        "SELECT 1 FROM sqlite_schema WHERE name = ? AND type = 'table' AND rootpage > 0");
    kind.bind(1, table);
    std::set<std::string> names;
    if (!kind.executeStep())
        return names;
    SQLite::Statement columns(m_database, "SELECT name FROM pragma_table_info(?)");
    columns.bind(1, table);
    while (columns.executeStep())
        names.insert(columns.getColumn(0).getString());
    return names;
}

std::optional<SQLite::Statement> NsysDatabase::select(
    const std::string& table, const std::vector<const char*>& columns, const char* tail)
{
    const auto there = columnsOf(table);
    if (there.empty())
        return std::nullopt;
    std::string sql = "SELECT ";
    for (const auto* column : columns) {
        sql += sql.size() > 7 ? ", " : "";
        sql += there.contains(column) ? quotedName(column) : "NULL";
        sql += std::string(" AS ") + quotedName(column);
    }
    return SQLite::Statement(m_database, sql + " FROM " + quotedName(table) + " " + tail);
}

} // namespace profiler
