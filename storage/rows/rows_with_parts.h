// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/sqlite/row_columns.h"

#include <cstddef>
#include <vector>

namespace storage {

/// A fact and, in a table of their own, its parts.
struct PartsLimit {
    int schema = 1; ///< the first with the tables
    std::size_t most = 0; ///< parts of a fact that any recording has
    const char* damage = ""; ///< what a file with more of them holds
};

/// None in files of an older schema.
template <typename Fact, typename Part, typename Columns, typename PartColumns>
std::vector<Fact> readWithParts(SQLite::Database& database, RowId process, const Columns& columns,
    std::vector<Part> Fact::*parts, const PartColumns& partColumns, const PartsLimit& limit)
{
    if (schemaOf(database) < limit.schema)
        return {};
    auto read = readNumberedRows(database, columns, process);
    for (const auto& [id, place] : read.byRow) {
        auto& here = read.values[place].*parts;
        here = readRows(database, partColumns, id);
        if (here.size() > limit.most)
            throw damaged(limit.damage);
    }
    return std::move(read.values);
}

} // namespace storage
