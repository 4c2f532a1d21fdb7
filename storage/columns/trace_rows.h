// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_info.h"
#include "profiler/model/trace.h"
#include "storage/sqlite/statements.h"

#include <vector>

namespace storage {

/// The traces of a process, by index, without their rows.
[[nodiscard]] std::vector<profiler::TraceSummary> readTraces(
    SQLite::Database& database, RowId process);

/// The rows of one trace. What is damaged throws.
[[nodiscard]] profiler::TraceRows readTraceRows(
    SQLite::Database& database, profiler::ComparisonId comparison, profiler::TraceIndex trace);

} // namespace storage
