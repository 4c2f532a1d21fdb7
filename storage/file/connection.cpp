// SPDX-License-Identifier: Apache-2.0
#include "storage/file/connection.h"

#include "storage/file/schema_check.h"
#include "storage/sql/trace_table.h"
#include "storage/sqlite/migrations.h"
#include "storage/sqlite/sqlite_error.h"
#include "storage/sqlite/statement_guard.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <ios>
#include <sqlite3.h>
#include <string>
#include <string_view>
#include <thread>

namespace storage {

namespace fs = std::filesystem;
using profiler::ErrorKind;

namespace {

constexpr int busyTimeoutMs = 10'000; ///< a flush or a change of another process takes its turn

[[noreturn]] void refuse(ErrorKind kind, std::string sentence)
{
    throw Refusal({kind, std::move(sentence)});
}

/// At the end of a rollback journal stands the name of the journal of several files, where there
/// was one; this program never changes two files at once (sqlite.org/fileformat.html).
bool namesAnotherFile(const fs::path& journal)
{
    constexpr std::array<unsigned char, 8> magic {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    std::array<char, magic.size()> end {};
    std::ifstream stream(journal, std::ios::binary);
    stream.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
    if (stream.tellg() <= 0) // a header begins with the same bytes
        return false;
    stream.read(end.data(), end.size());
    return stream
        && std::ranges::equal(end, magic, {}, [](char c) { return static_cast<unsigned char>(c); });
}

/// What lies beside a file may come from the same stranger, and SQLite follows it before the first
/// statement. Throws a Refusal where a journal names another file, which SQLite would delete once
/// it has rolled back, and where a companion is a link, whose target SQLite would write.
void checkCompanions(const fs::path& file)
{
    for (const auto* suffix : {"-journal", "-wal", "-shm"}) {
        const auto companion = fs::path(file) += suffix;
        std::error_code error;
        if (fs::is_symlink(fs::symlink_status(companion, error)))
            refuse(ErrorKind::BadData,
                fmt::format("{} is a link, and writing {} would write what it points to; remove it",
                    companion.string(), file.string()));
    }
    const auto journal = fs::path(file) += "-journal";
    std::error_code error;
    if (fs::is_regular_file(journal, error) && namesAnotherFile(journal))
        refuse(ErrorKind::BadData,
            fmt::format("{} names another file, which opening {} would delete; remove the journal "
                        "if you do not know where it is from",
                journal.string(), file.string()));
}

bool hasContent(const fs::path& file)
{
    std::error_code ignored;
    const auto size = fs::file_size(file, ignored);
    return !ignored && size > 0;
}

fs::path beside(const fs::path& file, const char* suffix)
{
    return fs::path(file) += suffix;
}

/// SQLite reads the main file alone, takes no lock and leaves nothing beside it.
std::string immutableUri(const fs::path& file)
{
    constexpr std::string_view plain = "/._-~";
    std::string uri = "file:";
    for (const char c : fs::absolute(file).string()) {
        const bool letterOrDigit
            = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (letterOrDigit || plain.find(c) != std::string_view::npos)
            uri += c;
        else
            uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri + "?immutable=1";
}

SQLite::Database openImmutable(const fs::path& file)
{
    return {immutableUri(file), SQLite::OPEN_READONLY | SQLite::OPEN_URI};
}

[[noreturn]] void refuseEmpty(const fs::path& file)
{
    refuse(ErrorKind::NotFound,
        fmt::format("{} is empty: nothing was recorded into it", file.string()));
}

void checkMark(SQLite::Database& database, const fs::path& file)
{
    if (database.execAndGet("PRAGMA application_id").getInt64() == applicationId)
        return;
    // A recorder was killed while it made the tables, and this connection has rolled that back.
    if (!hasContent(file))
        refuseEmpty(file);
    refuse(ErrorKind::BadData,
        fmt::format("{} is not a run database of Fusescope; choose another file", file.string()));
}

void checkSchema(SQLite::Database& database, const fs::path& file)
{
    // Another program may migrate it meanwhile: number and tables of one moment.
    const SQLite::Transaction snapshot(database, SQLite::TransactionBehavior::DEFERRED);
    const auto schema = schemaOf(database);
    if (schema > knownSchema())
        refuse(ErrorKind::BadData,
            fmt::format("{} needs Fusescope with schema {}, this one knows {}; install a newer "
                        "Fusescope",
                file.string(), schema, knownSchema()));
    if (schema < 1)
        refuse(ErrorKind::BadData,
            fmt::format("{} holds no tables of Fusescope; choose another file", file.string()));
    checkSchemaIsOurs(database, file);
}

/// Before any connection that could write, lock or recover: a file of others stays untouched.
void checkUntouched(const fs::path& file)
{
    try {
        auto database = openImmutable(file);
        checkMark(database, file);
    } catch (const SQLite::Exception& exception) {
        // The main file alone is half written while a recorder moves its journal into it, and when
        // it was cut off there. The connection that knows the journal decides.
        if (exception.getErrorCode() != SQLITE_CORRUPT)
            throw;
    }
}

void checkReadable(const fs::path& file)
{
    std::error_code error;
    const auto status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found)
        refuse(ErrorKind::NotFound, fmt::format("there is no file {}", file.string()));
    if (fs::is_directory(status))
        refuse(
            ErrorKind::BadInput, fmt::format("{} is a folder, not a run database", file.string()));
    if (error)
        refuse(ErrorKind::Unavailable,
            fmt::format("{} cannot be read ({})", file.string(), error.message()));
    if (!fs::is_regular_file(status))
        refuse(ErrorKind::BadData, fmt::format("{} is not a regular file", file.string()));
}

void checkRecorded(const fs::path& file)
{
    checkReadable(file);
    if (!hasContent(file))
        refuseEmpty(file);
    checkCompanions(file);
    checkUntouched(file);
}

SQLite::Database openChecked(const fs::path& file)
{
    SQLite::Database database(fs::absolute(file).string(), SQLite::OPEN_READWRITE, busyTimeoutMs);
    harden(database);
    checkMark(database, file);
    checkSchema(database, file);
    return database;
}

bool cannotBeWritten(const SQLite::Exception& exception)
{
    const auto code = exception.getErrorCode();
    return code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_IOERR
        || code == SQLITE_FULL;
}

} // namespace

/// Files come from other people. Our own views are for people alone (sql_query.cpp).
void harden(SQLite::Database& database)
{
    constexpr int longestValue = 64
        << 20; // bytes; the largest that is written is a chunk of 16 MiB
    constexpr int longestStatement = 1 << 20;
    auto* handle = database.getHandle();
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longestValue);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, longestStatement);
    guardStatements(database);
    database.exec("PRAGMA trusted_schema = OFF");
    database.exec("PRAGMA cell_size_check = ON");
    database.exec("PRAGMA foreign_keys = ON");
    database.exec("PRAGMA temp_store = MEMORY");
    if (const int code = addTraceTables(handle); code != SQLITE_OK)
        throw SQLite::Exception(handle, code);
}

TemporaryCopy::TemporaryCopy(const fs::path& file)
{
    if (m_folder.path().empty())
        refuse(ErrorKind::Unavailable, "no temporary folder can be made");
    std::error_code error;
    for (const auto* suffix : {"", "-wal", "-journal"})
        if (hasContent(beside(file, suffix)) && !error)
            fs::copy_file(beside(file, suffix), beside(this->file(), suffix), error);
    if (error)
        refuse(ErrorKind::Unavailable,
            fmt::format("{} was not closed and cannot be copied to be read ({})", file.string(),
                error.message()));
}

Connection openToRead(const fs::path& file)
{
    checkRecorded(file);
    const auto readOnly = [](SQLite::Database database) {
        database.exec("PRAGMA query_only = ON");
        return database;
    };
    try {
        return {.copy = nullptr, .database = readOnly(openChecked(file))};
    } catch (const SQLite::Exception& exception) {
        if (!cannotBeWritten(exception))
            throw;
    }
    if (!hasContent(beside(file, "-wal")) && !hasContent(beside(file, "-journal"))) {
        auto database = openImmutable(file);
        harden(database);
        checkSchema(database, file);
        return {.copy = nullptr, .database = std::move(database)};
    }
    auto copy = std::make_unique<TemporaryCopy>(file);
    auto database = readOnly(openChecked(copy->file()));
    return {.copy = std::move(copy), .database = std::move(database)};
}

Connection openToGlance(const fs::path& file)
{
    checkReadable(file);
    if (!hasContent(file))
        refuseEmpty(file);
    checkCompanions(file);
    std::error_code ignored;
    for (const auto* suffix : {"-wal", "-journal"})
        if (fs::exists(beside(file, suffix), ignored))
            return openToRead(file);
    auto database = openImmutable(file);
    harden(database);
    checkMark(database, file);
    checkSchema(database, file);
    return {.copy = nullptr, .database = std::move(database)};
}

SQLite::Database openToChange(const fs::path& file)
{
    checkRecorded(file);
    auto database = openChecked(file);
    migrate(database);
    return database;
}

void checkPlace(const fs::path& file)
{
    const auto folder = fs::absolute(file).parent_path();
    if (!fs::is_directory(folder))
        refuse(ErrorKind::BadInput,
            fmt::format("there is no folder {} for {}; create it or choose another place",
                folder.string(), file.filename().string()));
    checkCompanions(file);
    if (!fs::exists(fs::status(file)))
        return;
    checkReadable(file);
    if (!hasContent(file))
        return;
    checkUntouched(file);
}

SQLite::Database openToRecord(const fs::path& file, JournalMode mode)
{
    SQLite::Database database(
        fs::absolute(file).string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, busyTimeoutMs);
    harden(database);
    // Fresh files get their tables under the rollback journal, so that the main file alone tells
    // whose it is from the start.
    if (schemaOf(database) != 0) {
        checkMark(database, file);
        checkSchema(database, file);
    } else if (SQLite::Statement(database, "SELECT 1 FROM sqlite_schema LIMIT 1").executeStep()) {
        checkMark(database, file);
        checkSchemaIsOurs(database, file); // with no migration there is nothing of ours
    }
    migrate(database);
    database.exec("PRAGMA synchronous = NORMAL");
    if (mode == JournalMode::Wal) {
        database.exec("PRAGMA journal_mode = WAL");
        database.exec("PRAGMA wal_autocheckpoint = 4000"); // 16 MiB: seldom, they wait for the disk
    } else {
        database.exec("PRAGMA journal_mode = DELETE");
    }
    return database;
}

void closeCleanly(SQLite::Database database)
{
    using std::chrono::milliseconds;
    constexpr int tries = 40;
    database.exec("PRAGMA busy_timeout = 50");
    for (int i = 0; i < tries; ++i) {
        // Only while no reader has the file open; they are short.
        try {
            database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
            if (database.execAndGet("PRAGMA journal_mode = DELETE").getString() == "delete")
                return;
        } catch (const SQLite::Exception& exception) {
            if (exception.getErrorCode() != SQLITE_BUSY
                && exception.getErrorCode() != SQLITE_LOCKED)
                return; // a full disk: the journal stays beside the file, and both are readable
        }
        std::this_thread::sleep_for(milliseconds(50));
    }
}

} // namespace storage
