// SPDX-License-Identifier: Apache-2.0
#include "storage/file/sql_query.h"

#include "storage/file/connection.h"
#include "storage/sqlite/raw_statement.h"
#include "storage/sqlite/sqlite_error.h"
#include "storage/sqlite/statement_guard.h"

#include <string_view>

namespace storage {

using namespace profiler;

namespace {

struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

using Prepared = std::unique_ptr<sqlite3_stmt, Finalize>;

[[noreturn]] void refuse(std::string message)
{
    throw Refusal({.kind = ErrorKind::BadInput, .message = std::move(message)});
}

bool isBlank(std::string_view text)
{
    return text.find_first_not_of(" \t\r\n;") == std::string_view::npos;
}

Prepared prepared(sqlite3* database, const std::string& query)
{
    sqlite3_stmt* raw = nullptr;
    const char* rest = nullptr;
    const int code
        = sqlite3_prepare_v2(database, query.c_str(), static_cast<int>(query.size()), &raw, &rest);
    Prepared statement(raw);
    if (code != SQLITE_OK)
        refuse(std::string("the query cannot be read (") + sqlite3_errmsg(database)
            + "); `fusescope sql --help` names the tables");
    if (!statement)
        refuse("the query is empty; write one SELECT");
    if (!isBlank(rest))
        refuse("there is more than one query; write one SELECT, with WITH where it needs steps");
    if (sqlite3_stmt_readonly(raw) == 0 || sqlite3_column_count(raw) == 0)
        refuse("only queries are answered, nothing in the file is changed; write one SELECT");
    return statement;
}

SqlValue valueOf(sqlite3_stmt* statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
        return std::monostate {};
    case SQLITE_INTEGER:
        return std::int64_t {sqlite3_column_int64(statement, column)};
    case SQLITE_FLOAT:
        return sqlite3_column_double(statement, column);
    case SQLITE_BLOB:
        return SqlBytes {sqlite3_column_bytes(statement, column)};
    default:
        break;
    }
    const auto* text = sqlite3_column_text(statement, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
    return text == nullptr ? std::string() : std::string(text, text + size);
}

void answerWith(sqlite3* database, sqlite3_stmt* statement, const SqlAnswer& answer)
{
    const int count = sqlite3_column_count(statement);
    std::vector<std::string> columns;
    columns.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        columns.emplace_back(sqlite3_column_name(statement, i));
    answer.begin(columns);
    int code = sqlite3_step(statement);
    for (; code == SQLITE_ROW; code = sqlite3_step(statement)) {
        std::vector<SqlValue> row;
        row.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i)
            row.push_back(valueOf(statement, i));
        answer.row(row);
    }
    if (code == SQLITE_DONE)
        return;
    if (code == SQLITE_ERROR || (code & 0xff) == SQLITE_CORRUPT) // our tables' own sentences too
        throw Refusal({.kind = code == SQLITE_ERROR ? ErrorKind::BadInput : ErrorKind::BadData,
            .message = std::string("the query ended early: ") + sqlite3_errmsg(database)});
    throw SQLite::Exception(database, code);
}

} // namespace

Result<void> readSql(
    const std::filesystem::path& file, const std::string& query, const SqlAnswer& answer)
{
    return guarded(file, [&] {
        auto connection = openToRead(file);
        auto* database = connection.database.getHandle();
        // A file that a query attaches would be created where it is not there.
        sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
        // The views are those of our migrations, and how long a question may take is its asker's.
        sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 1, nullptr);
        liftWorkLimit(connection.database);
        const auto statement = prepared(database, query);
        answerWith(database, statement.get(), answer);
    });
}

} // namespace storage
