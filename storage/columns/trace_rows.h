// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "storage/sqlite/statements.h"

#include <vector>

namespace profiler {
struct TraceRows;
struct TraceSummary;
} // namespace profiler

namespace storage {

/// The traces of a process, by index, without their rows.
[[nodiscard]] std::vector<profiler::TraceSummary> readTraces(
    SQLite::Database& database, RowId process);

/// The rows of one trace. What is damaged throws.
[[nodiscard]] profiler::TraceRows readTraceRows(
    SQLite::Database& database, profiler::ComparisonId comparison, profiler::TraceIndex trace);

} // namespace storage
