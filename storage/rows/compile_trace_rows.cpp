// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/compile_trace_rows.h"

#include "storage/rows/packed/compile_trace_codec.h"
#include "storage/rows/packed/packed_content.h"
#include "storage/sqlite/migrations.h"

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithCompileTraces = 9;

} // namespace

void insert(Statements& statements, RowId process, const CompileTrace& trace)
{
    const auto content = encodeCompileTrace(trace);
    const auto packed = compressed(content);
    statements.insert("compile_trace",
        "process_id, spans, lookups, autotunes, spans_left_out, content_bytes, content", process,
        trace.spans.size(), trace.lookups.size(), trace.autotunes.size(), trace.spansLeftOut,
        content.size(), ByteSpan(packed));
}

void read(SQLite::Database& database, RowId process, std::vector<CompileTrace>& traces)
{
    if (schemaOf(database) < schemaWithCompileTraces)
        return;
    forEachRow(
        database,
        "SELECT content_bytes, content FROM compile_trace WHERE process_id = ? ORDER BY id",
        [&](Row& row) {
            const auto size = row.take<std::size_t>();
            traces.push_back(unpackedContent(
                row.takeBytes(), size, longestCompileTrace, "a compile trace", decodeCompileTrace));
        },
        process);
}

} // namespace storage
