// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/ids.h"
#include "profiler/model/facts/utc_time.h"
#include "storage/sqlite/statements.h"

#include <string>
#include <vector>

/// What a user writes beside a comparison. Files of a schema without it have none.
namespace storage {

/// Of its schema.
[[nodiscard]] bool hasTags(SQLite::Database& database);

[[nodiscard]] std::string readNote(SQLite::Database& database, profiler::ComparisonId comparison);
/// Sorted.
[[nodiscard]] std::vector<std::string> readTags(
    SQLite::Database& database, profiler::ComparisonId comparison);

/// An empty text takes the note away.
void replaceNote(Statements& statements, profiler::ComparisonId comparison, const std::string& text,
    profiler::UtcTime now);
void replaceTags(Statements& statements, profiler::ComparisonId comparison,
    const std::vector<std::string>& tags);

/// The source around the places that a comparison names.

/// A place that is there already stays as it is.
void insertSource(
    Statements& statements, profiler::ComparisonId comparison, const profiler::SourceFact& fact);

/// None in a file of a schema that had none. A text beyond the bounds of an excerpt is damage.
[[nodiscard]] std::vector<profiler::SourceFact> readSources(
    SQLite::Database& database, profiler::ComparisonId comparison);

} // namespace storage
