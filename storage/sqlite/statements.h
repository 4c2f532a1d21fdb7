// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/enum_text.h"
#include "profiler/model/facts/utc_time.h"
#include "storage/sqlite/sqlite_error.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

/// Values into statements and out of rows, with the types of profiler/model.
namespace storage {

using RowId = std::int64_t;
using ByteSpan = std::span<const std::uint8_t>;

/// Binds one value; text and bytes are not copied and must outlive the statement's run.
template <typename T>
void bindValue(SQLite::Statement& statement, int index, const T& value)
{
    if constexpr (std::is_same_v<T, std::string>)
        statement.bindNoCopy(index, value);
    else if constexpr (std::is_same_v<T, ByteSpan>)
        statement.bindNoCopy(index, value.data(), static_cast<int>(value.size()));
    else if constexpr (std::is_same_v<T, profiler::nanoseconds>)
        statement.bind(index, static_cast<std::int64_t>(value.count()));
    else if constexpr (std::is_same_v<T, profiler::UtcTime>)
        statement.bind(index, value.ns);
    else if constexpr (std::is_enum_v<T>)
        statement.bind(index, profiler::keyOf(value));
    else if constexpr (std::is_floating_point_v<T>)
        statement.bind(index, value);
    else
        statement.bind(index, static_cast<std::int64_t>(value));
}

template <typename T>
void bindValue(SQLite::Statement& statement, int index, const std::optional<T>& value)
{
    if (value)
        bindValue(statement, index, *value);
    else
        statement.bind(index);
}

template <typename... Values>
void bindAll(SQLite::Statement& statement, const Values&... values)
{
    int index = 0;
    (bindValue(statement, ++index, values), ...);
}

/// Statements prepared once and run often.
class Statements {
public:
    explicit Statements(SQLite::Database& database)
        : m_database(&database)
    {
    }

    /// Runs `sql`, a text that lives as long as this, with its parameters.
    template <typename... Values>
    void run(const char* sql, const Values&... values)
    {
        auto& statement = prepared(sql, [&] { return std::string(sql); });
        bindAll(statement, values...);
        finish(statement);
    }

    /// Adds a row to `table`; `columns` is its list of names.
    template <typename... Values>
    RowId insert(const char* table, const std::string& columns, const Values&... values)
    {
        auto& statement = prepared(table, [&] { return insertText(table, columns); });
        bindAll(statement, values...);
        finish(statement);
        return m_database->getLastInsertRowid();
    }

    /// As `insert`, into a table that only this adds to: nothing when such a row is there already.
    template <typename... Values>
    std::optional<RowId> insertNew(
        const char* table, const std::string& columns, const Values&... values)
    {
        auto& statement = prepared(
            table, [&] { return "INSERT OR IGNORE" + insertText(table, columns).substr(6); });
        bindAll(statement, values...);
        if (finish(statement) == 0)
            return std::nullopt;
        return m_database->getLastInsertRowid();
    }

private:
    template <typename MakeText>
    SQLite::Statement& prepared(const char* key, MakeText&& makeText)
    {
        auto& statement = m_statements[key];
        if (!statement)
            statement = std::make_unique<SQLite::Statement>(*m_database, makeText());
        return *statement;
    }

    static std::string insertText(const std::string& table, const std::string& columns)
    {
        std::string parameters = "?";
        for (auto left = std::count(columns.begin(), columns.end(), ','); left > 0; --left)
            parameters += ", ?";
        return "INSERT INTO " + table + " (" + columns + ") VALUES (" + parameters + ")";
    }

    /// How many rows it changed.
    static int finish(SQLite::Statement& statement)
    {
        int changed = 0;
        try {
            changed = statement.exec();
        } catch (const SQLite::Exception&) {
            statement.tryReset(); // an unfinished statement blocks the next commit
            throw;
        }
        statement.tryReset();
        return changed;
    }

    SQLite::Database* m_database;
    std::unordered_map<std::string_view, std::unique_ptr<SQLite::Statement>> m_statements;
};

/// How many bytes of texts one statement may read: what a file holds once cannot be more than the
/// file, however its pages name each other.
class TextBudget {
public:
    explicit TextBudget(SQLite::Database& database)
        : m_database(&database)
    {
    }

    void take(std::size_t bytes)
    {
        m_taken += static_cast<std::int64_t>(bytes);
        if (m_taken > m_most)
            look();
    }

private:
    /// Asked where it matters: most statements read little.
    void look()
    {
        const auto pages = m_database->execAndGet("PRAGMA page_count").getInt64();
        const auto size = m_database->execAndGet("PRAGMA page_size").getInt64();
        m_most = std::max(m_most, 2 * pages * size); // a writer may add meanwhile
        if (m_taken > m_most)
            throw damaged("a table of it holds more than the whole file");
    }

    SQLite::Database* m_database;
    std::int64_t m_taken = 0;
    std::int64_t m_most = std::int64_t {16} << 20;
};

/// Takes the columns of the current row one after the other. A value that the type cannot hold
/// throws: a file is not to be trusted.
class Row {
public:
    explicit Row(SQLite::Statement& statement, TextBudget* budget = nullptr)
        : m_statement(&statement)
        , m_budget(budget)
    {
    }

    template <typename T>
    [[nodiscard]] T take()
    {
        const SQLite::Column column = m_statement->getColumn(m_next++);
        return convert<T>(column);
    }

    template <typename T>
    [[nodiscard]] std::optional<T> takeOptional()
    {
        const SQLite::Column column = m_statement->getColumn(m_next++);
        if (column.isNull())
            return std::nullopt;
        return convert<T>(column);
    }

    template <typename T>
    void takeInto(T& value)
    {
        value = take<T>();
    }

    template <typename T>
    void takeInto(std::optional<T>& value)
    {
        value = takeOptional<T>();
    }

    /// Of rows that are numbered from 0 without a gap; throws `missing` where this is another.
    void takeNumber(std::size_t number, const char* missing)
    {
        if (take<std::int64_t>() != static_cast<std::int64_t>(number))
            throw damaged(missing);
    }

    /// Valid until the statement steps on.
    [[nodiscard]] ByteSpan takeBytes()
    {
        const SQLite::Column column = m_statement->getColumn(m_next++);
        const auto* data = static_cast<const std::uint8_t*>(column.getBlob());
        return {data, counted(column)};
    }

private:
    std::size_t counted(const SQLite::Column& column)
    {
        const auto bytes = static_cast<std::size_t>(column.getBytes());
        if (m_budget != nullptr)
            m_budget->take(bytes);
        return bytes;
    }

    template <typename T>
    T convert(const SQLite::Column& column)
    {
        if constexpr (std::is_same_v<T, std::string>) {
            static_cast<void>(counted(column));
            return column.getString();
        } else if constexpr (std::is_same_v<T, bool>)
            return column.getInt64() != 0;
        else if constexpr (std::is_same_v<T, profiler::nanoseconds>)
            return profiler::nanoseconds(column.getInt64());
        else if constexpr (std::is_same_v<T, profiler::UtcTime>)
            return profiler::UtcTime {column.getInt64()};
        else if constexpr (std::is_enum_v<T>)
            return enumerator<T>(column.getString());
        else if constexpr (std::is_floating_point_v<T>)
            return column.getDouble();
        else
            return narrowed<T>(column.getInt64());
    }

    template <typename Enum>
    static Enum enumerator(const std::string& key)
    {
        if (const auto value = profiler::fromKey<Enum>(key))
            return *value;
        throw damaged("unknown word '" + key + "'");
    }

    template <typename T>
    static T narrowed(std::int64_t value)
    {
        if (!std::in_range<T>(value))
            throw damaged("number " + std::to_string(value) + " is out of range");
        return static_cast<T>(value);
    }

    SQLite::Statement* m_statement;
    TextBudget* m_budget;
    int m_next = 0;
};

/// Calls `each(row)` for every row of `sql` run with `values`.
template <typename Function, typename... Values>
void forEachRow(
    SQLite::Database& database, const std::string& sql, Function&& each, const Values&... values)
{
    SQLite::Statement statement(database, sql);
    bindAll(statement, values...);
    TextBudget budget(database);
    while (statement.executeStep()) {
        Row row(statement, &budget);
        each(row);
    }
}

} // namespace storage
