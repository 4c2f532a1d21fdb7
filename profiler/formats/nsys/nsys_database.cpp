// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/nsys/nsys_database.h"

#include "profiler/formats/json/json_fields.h"

#include <algorithm>
#include <array>
#include <limits>
#include <sqlite3.h>
#include <string_view>

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

constexpr int stepsBetween = 200'000; ///< of SQLite's machine: some milliseconds

/// A row of a kernel has over 50 bytes, and its reading and sorting take some 100 steps.
constexpr std::int64_t stepsForAByte = 64;
constexpr std::int64_t stepsForAnyFile = 100'000'000; ///< a second or two

void harden(SQLite::Database& database)
{
    constexpr int longestValue = 1 << 20; // bytes; kernel names reach a few thousand
    auto* handle = database.getHandle();
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
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
    , m_stepsLeft(stepsForAnyFile + stepsForAByte * fileBytes)
{
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
    database.m_stepsLeft -= stepsBetween;
    if (database.m_progress && !database.m_progress(database.m_doneBytes, database.m_fileBytes))
        database.m_cancelled = true;
    return database.m_cancelled || database.endless() ? 1 : 0;
}

void NsysDatabase::setPart(int done, int all)
{
    m_doneBytes = m_fileBytes / all * done;
    if (tick(this) != 0)
        throw SQLite::Exception("cancelled", SQLITE_INTERRUPT);
}

bool NsysDatabase::hasTable(const std::string& name)
{
    // SQL takes names of any case for the same.
    SQLite::Statement entries(m_database,
        "SELECT type = 'table' AND rootpage > 0 FROM sqlite_schema "
        "WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')");
    entries.bind(1, name);
    if (!entries.executeStep())
        return false;
    if (entries.getColumn(0).getInt() == 0)
        throw NoTableOfNsys("a view or a virtual table stands in the place of its table " + name);
    return true;
}

std::set<std::string> NsysDatabase::columnsOf(const std::string& table)
{
    std::set<std::string> names;
    if (!hasTable(table))
        return names;
    SQLite::Statement columns(m_database, "SELECT name, hidden FROM pragma_table_xinfo(?)");
    columns.bind(1, table);
    while (columns.executeStep()) {
        if (columns.getColumn(1).getInt() != 0)
            throw NoTableOfNsys("its table " + table + " computes a column");
        names.insert(columns.getColumn(0).getString());
    }
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

NsysNames::NsysNames(NsysDatabase& database, TraceNames& names)
    : m_lookup(database.select("StringIds", {"value"}, "WHERE id = ?"))
    , m_names(names)
{
}

const std::string& NsysNames::text(std::int64_t stringId)
{
    const auto [entry, isNew] = m_texts.try_emplace(stringId);
    if (isNew && m_lookup) {
        m_lookup->bind(1, stringId);
        if (m_lookup->executeStep())
            entry->second = json_text::readable(m_lookup->getColumn(0).getString());
        m_lookup->reset();
    }
    return entry->second;
}

std::int32_t NsysNames::idOf(const std::string& text)
{
    const auto next = static_cast<std::int32_t>(m_ids.size()) + 1;
    const auto [entry, isNew] = m_ids.try_emplace(text, next);
    if (isNew)
        m_names.push_back({.id = next, .text = text});
    return entry->second;
}

std::int32_t NsysCorrelations::idOf(std::int64_t globalPid, std::int64_t correlation)
{
    constexpr std::int64_t firstOther = std::int64_t {1} << 31U; // processes launch from 1 upwards
    if (!m_firstProcess)
        m_firstProcess = globalPid;
    if (globalPid == *m_firstProcess && correlation >= 0 && correlation < firstOther)
        return static_cast<std::int32_t>(correlation);
    const auto next = static_cast<std::int64_t>(m_others.size()) + firstOther;
    const auto bits = static_cast<std::int32_t>(static_cast<std::uint32_t>(next));
    return m_others.try_emplace({globalPid, correlation}, bits).first->second;
}

std::string withoutVersion(const std::string& name)
{
    const auto end = name.rfind("_v");
    if (end == std::string::npos || end + 2 == name.size()
        || name.find_first_not_of("0123456789", end + 2) != std::string::npos)
        return name;
    return name.substr(0, end);
}

bool isStepName(const std::string& name)
{
    constexpr std::array<std::string_view, 3> words {"step", "iteration", "iter"};
    constexpr std::string_view numbering = "0123456789#_:-. ()[]";
    const auto end = name.find_last_not_of(numbering);
    if (end == std::string::npos)
        return false;
    std::string word = name.substr(0, end + 1);
    std::ranges::transform(word, word.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return std::ranges::any_of(words, [&](auto ending) { return word.ends_with(ending); });
}

} // namespace profiler
