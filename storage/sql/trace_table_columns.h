// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/columns/column_codec.h"
#include "storage/sql/trace_lookup.h"

#include <cstddef>
#include <vector>

/// The columns that rows of traces have in SQL.
namespace storage {

/// What a constraint on a column can spare.
enum class ColumnRole {
    Plain, ///< nothing: SQLite looks at each row
    Fact, ///< traces that it does not hold for
    Call, ///< chunks outside that call
    Start, ///< chunks outside that time
    End,
    Schema, ///< it says which attached file is meant
};

/// One row of one trace.
template <typename Columns>
struct TraceTableRow {
    const std::string& schema;
    const TraceFacts& facts;
    const TraceLookup& lookup;
    const Columns& columns; ///< those that are needed
    std::size_t at = 0;
};

/// How one column of SQL is made.
struct TraceColumn {
    const char* declaration; ///< "start_ns INTEGER"
    ColumnRole role = ColumnRole::Plain;
    const char* fact = nullptr; ///< of ColumnRole::Fact: what it is in readTraceFacts
    ColumnSet needs = 0;
    unsigned lookups = LookNothing;
};

template <typename Columns>
struct TraceTable {
    using Give = void (*)(sqlite3_context*, const TraceTableRow<Columns>&);

    const char* name; ///< "kernel"
    const char* chunks; ///< "kernel_chunk"
    std::vector<TraceColumn> columns;
    std::vector<Give> give; ///< the value of each column
};

/// Made once: `kernel`, `operator`, `api_call`, `copy`, `counter`.
template <typename Columns>
[[nodiscard]] const TraceTable<Columns>& traceTable();

} // namespace storage
