// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/outlook_facts.h"
#include "storage/sqlite/statements.h"

#include <vector>

/// What tells how far compiling can go; none of it is in files of an older schema.
namespace storage {

inline constexpr int schemaWithOutlook = 6;

void insert(Statements& statements, RowId process, const profiler::CallWorkFact& fact);
void insert(Statements& statements, RowId process, const profiler::TrialFact& fact);

/// Each throws where more is held than any recording does.
void read(SQLite::Database& database, RowId process, std::vector<profiler::CallWorkFact>& facts);
void read(SQLite::Database& database, RowId process, std::vector<profiler::TrialFact>& facts);

} // namespace storage
