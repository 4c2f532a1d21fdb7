// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/note_rows.h"

#include "storage/rows/fact_columns.h"
#include "storage/sqlite/migrations.h"
#include "storage/sqlite/row_columns.h"

#include <set>

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithNotes = 2;

constexpr int schemaWithSources = 2;

} // namespace

bool hasTags(SQLite::Database& database)
{
    return schemaOf(database) >= schemaWithNotes;
}

std::string readNote(SQLite::Database& database, ComparisonId comparison)
{
    if (schemaOf(database) < schemaWithNotes)
        return {};
    const auto texts = readTexts(
        database, "SELECT text FROM comparison_note WHERE comparison_id = ?", comparison.value);
    return texts.empty() ? std::string() : texts.back();
}

std::vector<std::string> readTags(SQLite::Database& database, ComparisonId comparison)
{
    if (!hasTags(database))
        return {};
    return readTexts(database,
        "SELECT tag FROM comparison_tag WHERE comparison_id = ? ORDER BY tag", comparison.value);
}

void replaceNote(
    Statements& statements, ComparisonId comparison, const std::string& text, UtcTime now)
{
    statements.run("DELETE FROM comparison_note WHERE comparison_id = ?", comparison.value);
    if (!text.empty())
        statements.insert(
            "comparison_note", "comparison_id, text, changed_utc_ns", comparison.value, text, now);
}

void replaceTags(
    Statements& statements, ComparisonId comparison, const std::vector<std::string>& tags)
{
    statements.run("DELETE FROM comparison_tag WHERE comparison_id = ?", comparison.value);
    for (const auto& tag : std::set(tags.begin(), tags.end()))
        statements.insert("comparison_tag", "comparison_id, tag", comparison.value, tag);
}

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
