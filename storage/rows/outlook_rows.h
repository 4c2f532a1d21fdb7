// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/outlook_facts.h"
#include "storage/sqlite/statements.h"

#include <vector>

/// What tells how far compiling can go; none of it is in files of an older schema.
namespace storage {

void insertRoof(Statements& statements, RowId process, const profiler::RoofFact& fact);
void insertWork(Statements& statements, RowId process, const profiler::CallWorkFact& fact);
void insertTrial(Statements& statements, RowId process, const profiler::TrialFact& fact);

/// Each throws where more is held than any recording does.
[[nodiscard]] std::vector<profiler::RoofFact> readRoofs(SQLite::Database& database, RowId process);
[[nodiscard]] std::vector<profiler::CallWorkFact> readWork(
    SQLite::Database& database, RowId process);
[[nodiscard]] std::vector<profiler::TrialFact> readTrials(
    SQLite::Database& database, RowId process);

} // namespace storage
