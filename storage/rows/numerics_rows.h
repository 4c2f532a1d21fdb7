// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/deep_numerics.h"
#include "storage/sqlite/statements.h"

#include <vector>

/// Errors of modules and histograms of distances; none of them are in files of an older schema.
namespace storage {

void insert(Statements& statements, RowId process, const profiler::ModuleErrors& fact);
void insert(Statements& statements, RowId process, const profiler::UlpHistogram& fact);

/// Each throws where more is held than any recording does.
void read(SQLite::Database& database, RowId process, std::vector<profiler::ModuleErrors>& facts);
void read(SQLite::Database& database, RowId process, std::vector<profiler::UlpHistogram>& facts);

} // namespace storage
