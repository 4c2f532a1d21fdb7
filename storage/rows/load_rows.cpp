// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/load_rows.h"

#include "storage/rows/fact_columns.h"
#include "storage/rows/packed/load_codec.h"
#include "storage/rows/packed/packed_content.h"
#include "storage/sqlite/migrations.h"

#include <string>
#include <tuple>

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithLoad = 13;

std::string columns()
{
    return std::string(loadColumns.names) + ", " + machineColumns.names;
}

} // namespace

void insert(Statements& statements, RowId process, const LoadFact& fact)
{
    static const auto names = "process_id, requests, content_bytes, content, " + columns();
    const auto content = encodeRequests(fact.requests);
    const auto packed = compressed(content);
    const auto requests = fact.requests.size();
    const auto size = content.size();
    const ByteSpan bytes(packed);
    std::apply([&](const auto&... values) { statements.insert("load_run", names, values...); },
        std::tuple_cat(std::tie(process, requests, size, bytes), loadColumns.valuesOf(fact),
            machineColumns.valuesOf(fact.machine)));
}

void read(SQLite::Database& database, RowId process, std::vector<LoadFact>& facts)
{
    if (schemaOf(database) < schemaWithLoad)
        return;
    forEachRow(
        database,
        "SELECT content_bytes, content, " + columns()
            + " FROM load_run WHERE process_id = ? ORDER BY id",
        [&](Row& row) {
            const auto size = row.take<std::size_t>();
            auto requests
                = unpackedContent(row.takeBytes(), size, longestLoad, "a load run", decodeRequests);
            auto& fact = facts.emplace_back(loadColumns.take(row));
            fact.machine = machineColumns.take(row);
            fact.requests = std::move(requests);
        },
        process);
}

} // namespace storage
