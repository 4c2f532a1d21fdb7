// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/sqlite/statements.h"

#include <cstddef>
#include <cstdint>

namespace storage {

/// Where chunks go, and the columns of such a table: the owner's, then the same for all.
struct ChunkTable {
    const char* table;
    const char* columns;
};

[[nodiscard]] constexpr ChunkTable chunksOfTrace(const char* table)
{
    return {.table = table, .columns = "trace_id, first, count, start_ns, end_ns, data"};
}

inline constexpr ChunkTable chunksOfMonitor {
    .table = "monitor_chunk", .columns = "monitor_id, first, count, start_ns, end_ns, data"};

/// One table on its way into chunks: a full one is written at once, what a flush finds
/// becomes a smaller one.
template <typename Columns>
class ColumnWriter {
public:
    ColumnWriter(RowId owner, ChunkTable table)
        : m_owner(owner)
        , m_table(table)
    {
    }

    void append(Statements& statements, const Columns& columns);
    void flush(Statements& statements);

private:
    void write(
        Statements& statements, const Columns& columns, std::size_t first, std::size_t count);

    RowId m_owner;
    ChunkTable m_table;
    Columns m_open; ///< less than a chunk
    std::int64_t m_written = 0;
};

} // namespace storage
