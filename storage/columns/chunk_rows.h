// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/columns/column_codec.h"
#include "storage/columns/large_pages.h"
#include "storage/sqlite/statements.h"

#include <algorithm>
#include <fmt/format.h>

/// Rows of chunks, of whatever owns them.
namespace storage {

/// How many rows an owner's chunks claim to hold.
[[nodiscard]] inline std::int64_t rowsOfChunks(
    SQLite::Database& database, const char* table, const char* ownerColumn, RowId owner)
{
    SQLite::Statement statement(database,
        fmt::format("SELECT coalesce(sum(count), 0) FROM {} WHERE {} = ?", table, ownerColumn));
    bindAll(statement, owner);
    statement.executeStep();
    return Row(statement).take<std::int64_t>();
}

/// A small file that claims to hold very many rows would fill the memory of the process that opens
/// it. Short tables written by older versions may have fewer bytes than encodeColumns writes now.
[[nodiscard]] inline std::int64_t mostRowsOf(
    SQLite::Database& database, const char* table, const char* ownerColumn, RowId owner)
{
    constexpr std::int64_t mostOfAnyFile = 100'000'000;
    constexpr std::int64_t always = 2'000'000;
    SQLite::Statement statement(database,
        fmt::format(
            "SELECT coalesce(sum(length(data)), 0) FROM {} WHERE {} = ?", table, ownerColumn));
    bindAll(statement, owner);
    statement.executeStep();
    const auto bytes = std::min(Row(statement).take<std::int64_t>(), mostOfAnyFile);
    return std::min(always + std::int64_t {rowsForAByte} * bytes, mostOfAnyFile);
}

/// All of them in their order. What is damaged throws.
template <typename Columns>
[[nodiscard]] Columns readColumns(
    SQLite::Database& database, const char* table, const char* ownerColumn, RowId owner)
{
    const auto mostRows = mostRowsOf(database, table, ownerColumn, owner);
    Columns columns;
    const auto rows
        = std::clamp<std::int64_t>(rowsOfChunks(database, table, ownerColumn, owner), 0, mostRows);
    profiler::reserveRows(columns, static_cast<std::size_t>(rows));
    preferLargePages(columns);
    forEachRow(
        database,
        fmt::format(
            "SELECT first, count, data FROM {} WHERE {} = ? ORDER BY first", table, ownerColumn),
        [&](Row& row) {
            const auto first = row.take<std::int64_t>();
            const auto count = row.take<std::int64_t>();
            const auto data = row.takeBytes();
            if (first != static_cast<std::int64_t>(columns.size()) || count < 0)
                throw damaged(fmt::format("rows {} of {} are missing", columns.size(), table));
            if (count > mostRows - first)
                throw damaged(
                    fmt::format("{} holds more than {} rows in too few bytes", table, mostRows));
            if (const auto decoded = decodeColumns(data, static_cast<std::size_t>(count), columns);
                !decoded)
                throw damaged(fmt::format("row {} of {}: {}", first, table, decoded.error()));
        },
        owner);
    return columns;
}

} // namespace storage
