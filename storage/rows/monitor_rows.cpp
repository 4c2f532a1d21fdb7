// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/monitor_rows.h"

#include "profiler/model/counters.h"
#include "storage/columns/chunk_rows.h"
#include "storage/columns/trace_writer.h"
#include "storage/sqlite/migrations.h"

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithMonitors = 3;

std::map<std::string, std::string> readMissing(SQLite::Database& database, RowId monitor)
{
    std::map<std::string, std::string> missing;
    forEachRow(
        database, "SELECT name, reason FROM monitor_missing WHERE monitor_id = ?",
        [&](Row& row) {
            auto name = row.take<std::string>();
            missing.emplace(std::move(name), row.take<std::string>());
        },
        monitor);
    return missing;
}

} // namespace

std::vector<MonitorSummary> readMonitors(SQLite::Database& database, ComparisonId comparison)
{
    std::vector<MonitorSummary> monitors;
    if (schemaOf(database) < schemaWithMonitors)
        return monitors;
    std::vector<RowId> rows;
    forEachRow(
        database,
        "SELECT monitor_index, id, source, device, repetition, started_utc_ns FROM monitor "
        "WHERE comparison_id = ? ORDER BY monitor_index",
        [&](Row& row) {
            row.takeNumber(monitors.size(), "a monitor is missing");
            rows.push_back(row.take<RowId>());
            monitors.push_back({.start = {.source = row.take<MonitorSource>(),
                                    .device = row.take<std::string>(),
                                    .repetition = row.takeOptional<int>(),
                                    .started = row.take<UtcTime>()}});
        },
        comparison.value);
    for (std::size_t i = 0; i < monitors.size(); ++i) {
        for (auto& name : readRows(database, monitorSeries, rows[i]))
            monitors[i].series.push_back(std::move(name.text));
        monitors[i].missing = readMissing(database, rows[i]);
        monitors[i].rows = rowsOfChunks(database, "monitor_chunk", "monitor_id", rows[i]);
    }
    return monitors;
}

MonitorRows readMonitorRows(
    SQLite::Database& database, ComparisonId comparison, MonitorIndex monitor)
{
    const auto row
        = findRow(database, "SELECT id FROM monitor WHERE comparison_id = ? AND monitor_index = ?",
            "those counters are not in the file (any more); the rest of the comparison is what was "
            "shown",
            comparison.value, monitor.value);
    return {.names = readRows(database, monitorSeries, row),
        .rows = readColumns<CounterColumns>(database, "monitor_chunk", "monitor_id", row)};
}

} // namespace storage
