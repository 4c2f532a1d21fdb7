// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/compile_trace.h"
#include "storage/sqlite/statements.h"

#include <vector>

namespace storage {

void insertCompileTrace(Statements& statements, RowId process, const profiler::CompileTrace& trace);

/// Throws where one is damaged or larger than any that is recorded.
[[nodiscard]] std::vector<profiler::CompileTrace> readCompileTraces(
    SQLite::Database& database, RowId process);

} // namespace storage
