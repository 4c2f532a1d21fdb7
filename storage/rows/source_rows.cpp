// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/source_rows.h"

#include "storage/sqlite/migrations.h"

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithSources = 2;

void insertFrames(Statements& statements, RowId source, const SourceFact& fact)
{
    for (std::size_t i = 0; i < fact.frames.size(); ++i) {
        const auto& frame = fact.frames[i];
        statements.insert("source_frame",
            "source_id, position, file, line, function, text, library", source, i, frame.file,
            frame.line, frame.function, frame.text, frame.library);
    }
}

void readFrames(SQLite::Database& database, ComparisonId comparison,
    std::vector<SourceFact>& sources, const std::unordered_map<RowId, std::size_t>& byRow)
{
    forEachRow(
        database,
        "SELECT source_id, source_frame.file, source_frame.line, function, source_frame.text, "
        "library FROM source_frame JOIN source_excerpt ON source_excerpt.id = source_id "
        "WHERE comparison_id = ? ORDER BY source_id, position",
        [&](Row& row) {
            auto& source = sources.at(byRow.at(row.take<RowId>()));
            source.frames.push_back({.file = row.take<std::string>(),
                .line = row.take<int>(),
                .function = row.take<std::string>(),
                .text = row.take<std::string>(),
                .library = row.take<bool>()});
        },
        comparison.value);
}

} // namespace

void insertSource(Statements& statements, ComparisonId comparison, const SourceFact& fact)
{
    const auto source
        = statements.insertNew("source_excerpt", "comparison_id, file, line, first_line, text",
            comparison.value, fact.file, fact.line, fact.firstLine, fact.text);
    if (source)
        insertFrames(statements, *source, fact);
}

std::vector<SourceFact> readSources(SQLite::Database& database, ComparisonId comparison)
{
    std::vector<SourceFact> sources;
    if (schemaOf(database) < schemaWithSources)
        return sources;
    std::unordered_map<RowId, std::size_t> byRow;
    forEachRow(
        database,
        "SELECT id, file, line, first_line, text FROM source_excerpt WHERE comparison_id = ? "
        "ORDER BY id",
        [&](Row& row) {
            byRow[row.take<RowId>()] = sources.size();
            sources.push_back({.file = row.take<std::string>(),
                .line = row.take<int>(),
                .firstLine = row.take<int>(),
                .text = row.take<std::string>()});
        },
        comparison.value);
    readFrames(database, comparison, sources, byRow);
    for (const auto& source : sources)
        if (!isBounded(source))
            throw damaged("an excerpt of source is larger than any that is recorded");
    return sources;
}

} // namespace storage
