// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/load_fact.h"
#include "storage/sqlite/statements.h"

#include <vector>

namespace storage {

void insert(Statements& statements, RowId process, const profiler::LoadFact& fact);

/// Throws where one is damaged or larger than any that is recorded.
void read(SQLite::Database& database, RowId process, std::vector<profiler::LoadFact>& facts);

} // namespace storage
