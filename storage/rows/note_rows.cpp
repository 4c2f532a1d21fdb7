// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/note_rows.h"

#include "storage/sqlite/migrations.h"

#include <set>

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithNotes = 2;

} // namespace

std::string readNote(SQLite::Database& database, ComparisonId comparison)
{
    std::string text;
    if (schemaOf(database) < schemaWithNotes)
        return text;
    forEachRow(
        database, "SELECT text FROM comparison_note WHERE comparison_id = ?",
        [&](Row& row) { text = row.take<std::string>(); }, comparison.value);
    return text;
}

std::vector<std::string> readTags(SQLite::Database& database, ComparisonId comparison)
{
    std::vector<std::string> tags;
    if (schemaOf(database) < schemaWithNotes)
        return tags;
    forEachRow(
        database, "SELECT tag FROM comparison_tag WHERE comparison_id = ? ORDER BY tag",
        [&](Row& row) { tags.push_back(row.take<std::string>()); }, comparison.value);
    return tags;
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
