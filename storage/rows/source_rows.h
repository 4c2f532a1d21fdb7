// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_info.h"
#include "profiler/model/facts/compile_facts.h"
#include "storage/sqlite/statements.h"

#include <vector>

/// The source around the places that a comparison names.
namespace storage {

/// A place that is there already stays as it is.
void insertSource(
    Statements& statements, profiler::ComparisonId comparison, const profiler::SourceFact& fact);

/// None in a file of a schema that had none. A text beyond the bounds of an excerpt is damage.
[[nodiscard]] std::vector<profiler::SourceFact> readSources(
    SQLite::Database& database, profiler::ComparisonId comparison);

} // namespace storage
