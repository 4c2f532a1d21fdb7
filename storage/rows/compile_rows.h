// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/compile_facts.h"
#include "storage/sqlite/statements.h"

#include <vector>

/// What the compiler of a process did: compiles, graph breaks, recompiles.
namespace storage {

void insert(Statements& statements, RowId process, const profiler::CompileFact& fact);
void insert(Statements& statements, RowId process, const profiler::GraphBreakFact& fact);
void insert(Statements& statements, RowId process, const profiler::RecompileFact& fact);

void read(SQLite::Database& database, RowId process, std::vector<profiler::CompileFact>& facts);
void read(SQLite::Database& database, RowId process, std::vector<profiler::GraphBreakFact>& facts);
void read(SQLite::Database& database, RowId process, std::vector<profiler::RecompileFact>& facts);

} // namespace storage
