// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts.h"
#include "storage/sqlite/statements.h"

/// Facts of a process that are one row each (and their maps).
namespace storage {

/// Of any kind but blocks, which block_rows.h stores.
void insertFact(Statements& statements, RowId process, const profiler::Fact& fact);

/// All kinds but blocks, each in the order handed over.
void readFacts(SQLite::Database& database, RowId process, profiler::ProcessRecord& record);

/// What is read of a process where its whole record is not needed.
struct FactChoice {
    bool environment = false;
    bool calls = false; ///< what judges them: phases and when they were steady
    bool compiles = false; ///< with breaks, recompiles and what an observed call ran
    bool memory = false;
};

void readFacts(SQLite::Database& database, RowId process, const FactChoice& choice,
    profiler::ProcessRecord& record);

} // namespace storage
