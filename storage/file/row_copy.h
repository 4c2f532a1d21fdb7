// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"

#include <SQLiteCpp/Database.h>

#include <optional>
#include <string>
#include <vector>

/// A comparison as rows, from one file to another: every row of every table that belongs to it, as
/// it is, under new numbers.
namespace storage {

/// A table whose rows belong to rows of another one.
struct OwnedTable {
    std::string name;
    std::string owner; ///< its column with the number of the row that it belongs to
    std::string of; ///< the table of that row
    bool numbered = false; ///< has numbers of its own, by which further rows may name its rows
    std::vector<std::string> columns; ///< all, in their order
};

/// All tables that hold something of a comparison, each behind the one that it belongs to.
[[nodiscard]] std::vector<OwnedTable> ownedTables(SQLite::Database& database);

/// Both of the newest schema. In a transaction of the caller's; `as` nullopt gives it the next
/// number. Throws SQLite::Exception.
profiler::ComparisonId copyRows(SQLite::Database& from, profiler::ComparisonId comparison,
    SQLite::Database& into, const std::vector<OwnedTable>& tables,
    std::optional<profiler::ComparisonId> as = std::nullopt);

} // namespace storage
