// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_columns.h"
#include "storage/column_codec.h"
#include "storage/statements.h"

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

/// All of them in their order. What is damaged throws.
template <typename Columns>
[[nodiscard]] Columns readColumns(
    SQLite::Database& database, const char* table, const char* ownerColumn, RowId owner)
{
    constexpr std::int64_t mostRows = 50'000'000; // a small file can claim endlessly many
    constexpr std::int64_t mostReserved = 10'000'000; // on the word of the file alone
    Columns columns;
    const auto rows = std::clamp<std::int64_t>(
        rowsOfChunks(database, table, ownerColumn, owner), 0, mostReserved);
    profiler::reserveRows(columns, static_cast<std::size_t>(rows));
    forEachRow(
        database,
        fmt::format(
            "SELECT first, count, data FROM {} WHERE {} = ? ORDER BY first", table, ownerColumn),
        [&](Row& row) {
            const auto first = row.take<std::int64_t>();
            const auto count = row.take<std::int64_t>();
            const auto data = row.takeBytes();
            if (first != static_cast<std::int64_t>(columns.size()) || count < 0
                || first + count > mostRows)
                throw damaged(fmt::format("rows {} of {} are missing", columns.size(), table));
            if (const auto decoded = decodeColumns(data, static_cast<std::size_t>(count), columns);
                !decoded)
                throw damaged(fmt::format("row {} of {}: {}", first, table, decoded.error()));
        },
        owner);
    return columns;
}

} // namespace storage
