// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/memory_history.h"
#include "storage/sqlite/statements.h"

#include <vector>

/// Memory over a call; none are in files of an older schema.
namespace storage {

void insert(Statements& statements, RowId process, const profiler::MemoryHistoryFact& fact);

/// Throws where one is damaged or larger than any that is recorded.
void read(
    SQLite::Database& database, RowId process, std::vector<profiler::MemoryHistoryFact>& facts);

} // namespace storage
