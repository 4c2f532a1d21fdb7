// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/source_rows.h"

#include "storage/rows/fact_columns.h"
#include "storage/sqlite/migrations.h"

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithSources = 2;

} // namespace

void insertSource(Statements& statements, ComparisonId comparison, const SourceFact& fact)
{
    if (const auto source = insertNewRow(statements, sourceColumns, fact, comparison.value))
        insertRows(statements, frameColumns, fact.frames, *source);
}

std::vector<SourceFact> readSources(SQLite::Database& database, ComparisonId comparison)
{
    if (schemaOf(database) < schemaWithSources)
        return {};
    auto read = readNumberedRows(database, sourceColumns, comparison.value);
    forEachRow(
        database,
        "SELECT source_id, source_frame.file, source_frame.line, function, source_frame.text, "
        "library FROM source_frame JOIN source_excerpt ON source_excerpt.id = source_id "
        "WHERE comparison_id = ? ORDER BY source_id, position",
        [&](Row& row) {
            auto& source = read.takeOwner(row);
            source.frames.push_back(frameColumns.take(row));
        },
        comparison.value);
    for (const auto& source : read.values)
        if (!isBounded(source))
            throw damaged("an excerpt of source is larger than any that is recorded");
    return std::move(read.values);
}

} // namespace storage
