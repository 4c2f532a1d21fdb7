// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/note_rows.h"

#include "storage/sqlite/migrations.h"
#include "storage/sqlite/row_columns.h"

#include <set>

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithNotes = 2;

} // namespace

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
    if (schemaOf(database) < schemaWithNotes)
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

} // namespace storage
