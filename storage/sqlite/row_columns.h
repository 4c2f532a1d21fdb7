// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/sqlite/late_columns.h"
#include "storage/sqlite/migrations.h"
#include "storage/sqlite/statements.h"

#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

/// Values that are one row of a table each: which member stands in which column is said once, and
/// both writing and reading follow from it.
namespace storage {

template <typename Value, typename... Types>
struct RowColumns {
    const char* table;
    const char* owner; ///< column of what the rows belong to
    const char* order; ///< column that they are read by; given to insertRow unless SQLite counts it
    const char* names; ///< of the columns that the members are, in their order
    std::tuple<Types Value::*...> members;

    /// To bind: valid as long as the value.
    [[nodiscard]] std::tuple<const Types&...> valuesOf(const Value& value) const
    {
        return std::apply(
            [&](auto... each) { return std::tuple<const Types&...>(value.*each...); }, members);
    }

    [[nodiscard]] Value take(Row& row) const
    {
        Value value;
        std::apply([&](auto... each) { (row.takeInto(value.*each), ...); }, members);
        return value;
    }

    /// What an insert of so many keys names.
    [[nodiscard]] std::string insertedNames(std::size_t keys) const
    {
        return std::string(owner) + ", " + (keys > 1 ? std::string(order) + ", " : "") + names;
    }
};

template <typename Value, typename... Types>
[[nodiscard]] constexpr RowColumns<Value, Types...> rowColumns(const char* table, const char* owner,
    const char* order, const char* names, Types Value::*... members)
{
    return {table, owner, order, names, {members...}};
}

/// `keys`: the owner, and what the rows are read by where SQLite does not count it.
template <typename Value, typename... Types, typename... Keys>
RowId insertRow(Statements& statements, const RowColumns<Value, Types...>& columns,
    const Value& value, const Keys&... keys)
{
    return std::apply(
        [&](const auto&... values) {
            return statements.insert(
                columns.table, columns.insertedNames(sizeof...(keys)), keys..., values...);
        },
        columns.valuesOf(value));
}

/// The same for a table that keeps what it was told first: nothing when the row is there already.
template <typename Value, typename... Types>
std::optional<RowId> insertNewRow(Statements& statements,
    const RowColumns<Value, Types...>& columns, const Value& value, RowId owner)
{
    return std::apply(
        [&](const auto&... values) {
            return statements.insertNew(columns.table, columns.insertedNames(1), owner, values...);
        },
        columns.valuesOf(value));
}

/// Each with its place in the list.
template <typename Value, typename... Types>
void insertRows(Statements& statements, const RowColumns<Value, Types...>& columns,
    const std::vector<Value>& rows, RowId owner)
{
    for (std::size_t i = 0; i < rows.size(); ++i)
        insertRow(statements, columns, rows[i], owner, i);
}

template <typename Value, typename... Types>
[[nodiscard]] std::vector<Value> readRows(
    SQLite::Database& database, const RowColumns<Value, Types...>& columns, RowId owner)
{
    std::vector<Value> values;
    forEachRow(
        database,
        "SELECT " + readableNames(columns.names, schemaOf(database)) + " FROM " + columns.table
            + " WHERE " + columns.owner + " = ? ORDER BY " + columns.order,
        [&](Row& row) { values.push_back(columns.take(row)); }, owner);
    return values;
}

/// Values, and which of them each row is: for what refers to the rows.
template <typename Value>
struct NumberedRows {
    std::vector<Value> values;
    std::unordered_map<RowId, std::size_t> byRow;

    [[nodiscard]] Value& takeOwner(Row& row) { return values.at(byRow.at(row.take<RowId>())); }
};

template <typename Value, typename... Types>
[[nodiscard]] NumberedRows<Value> readNumberedRows(
    SQLite::Database& database, const RowColumns<Value, Types...>& columns, RowId owner)
{
    NumberedRows<Value> read;
    forEachRow(
        database,
        "SELECT id, " + readableNames(columns.names, schemaOf(database)) + " FROM " + columns.table
            + " WHERE " + columns.owner + " = ? ORDER BY id",
        [&](Row& row) {
            read.byRow[row.take<RowId>()] = read.values.size();
            read.values.push_back(columns.take(row));
        },
        owner);
    return read;
}

/// The number that `sql` finds; refused with a sentence where it finds none.
template <typename... Keys>
[[nodiscard]] RowId findRow(SQLite::Database& database, const std::string& sql,
    const std::string& sentence, const Keys&... keys)
{
    SQLite::Statement statement(database, sql);
    bindAll(statement, keys...);
    if (!statement.executeStep())
        throw Refusal({.kind = profiler::ErrorKind::NotFound, .message = sentence});
    return Row(statement).take<RowId>();
}

/// Of the first column.
template <typename... Keys>
[[nodiscard]] std::vector<std::string> readTexts(
    SQLite::Database& database, const std::string& sql, const Keys&... keys)
{
    std::vector<std::string> texts;
    forEachRow(
        database, sql, [&](Row& row) { texts.push_back(row.take<std::string>()); }, keys...);
    return texts;
}

} // namespace storage
