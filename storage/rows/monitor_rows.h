// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "storage/sqlite/statements.h"

#include <vector>

namespace profiler {
struct MonitorRows;
struct MonitorSummary;
} // namespace profiler

namespace storage {

/// The monitors of a comparison, by index, without their rows.
[[nodiscard]] std::vector<profiler::MonitorSummary> readMonitors(
    SQLite::Database& database, profiler::ComparisonId comparison);

/// The rows of one monitor. What is damaged throws.
[[nodiscard]] profiler::MonitorRows readMonitorRows(
    SQLite::Database& database, profiler::ComparisonId comparison, profiler::MonitorIndex monitor);

} // namespace storage
