// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/memory_history_rows.h"

#include "storage/rows/fact_columns.h"
#include "storage/rows/packed/memory_history_codec.h"
#include "storage/rows/packed/packed_content.h"
#include "storage/sqlite/migrations.h"

#include <string>
#include <tuple>

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithMemoryHistory = 14;

} // namespace

void insert(Statements& statements, RowId process, const MemoryHistoryFact& fact)
{
    static const auto names
        = std::string("process_id, content_bytes, content, ") + memoryHistoryColumns.names;
    const auto content = encodeMemoryHistory(fact);
    const auto packed = compressed(content);
    const auto size = content.size();
    const ByteSpan bytes(packed);
    std::apply(
        [&](const auto&... values) { statements.insert("memory_history", names, values...); },
        std::tuple_cat(std::tie(process, size, bytes), memoryHistoryColumns.valuesOf(fact)));
}

void read(SQLite::Database& database, RowId process, std::vector<MemoryHistoryFact>& facts)
{
    if (schemaOf(database) < schemaWithMemoryHistory)
        return;
    forEachRow(
        database,
        std::string("SELECT content_bytes, content, ") + memoryHistoryColumns.names
            + " FROM memory_history WHERE process_id = ? ORDER BY id",
        [&](Row& row) {
            const auto size = row.take<std::size_t>();
            auto content = unpackedContent(row.takeBytes(), size, longestMemoryHistory,
                "a memory history", decodeMemoryHistory);
            auto& fact = facts.emplace_back(memoryHistoryColumns.take(row));
            fact.parts = std::move(content.parts);
            fact.blocks = std::move(content.blocks);
            fact.timesNs = std::move(content.timesNs);
            fact.bytes = std::move(content.bytes);
        },
        process);
}

} // namespace storage
