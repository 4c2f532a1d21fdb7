// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts.h"
#include "storage/sqlite/statements.h"

#include <vector>

/// What the compiler of a process did: compiles, graph breaks, recompiles.
namespace storage {

void insertFact(Statements& statements, RowId process, const profiler::CompileFact& fact);
void insertFact(Statements& statements, RowId process, const profiler::GraphBreakFact& fact);
void insertFact(Statements& statements, RowId process, const profiler::RecompileFact& fact);

[[nodiscard]] std::vector<profiler::CompileFact> readCompiles(
    SQLite::Database& database, RowId process);
[[nodiscard]] std::vector<profiler::GraphBreakFact> readBreaks(
    SQLite::Database& database, RowId process);
[[nodiscard]] std::vector<profiler::RecompileFact> readRecompiles(
    SQLite::Database& database, RowId process);

} // namespace storage
