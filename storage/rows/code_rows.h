// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/generated_code.h"
#include "storage/sqlite/statements.h"

#include <vector>

namespace storage {

void insert(Statements& statements, RowId process, const profiler::GeneratedCode& code);

/// Throws where a part is damaged or larger than any that is recorded.
void read(SQLite::Database& database, RowId process, std::vector<profiler::GeneratedCode>& codes);

} // namespace storage
