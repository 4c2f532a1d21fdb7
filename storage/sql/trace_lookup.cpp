// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/trace_lookup.h"

#include <algorithm>
#include <utility>

namespace storage {

using namespace profiler;

namespace {

/// Ids and sizes of a foreign file: what does not fit is some other number, never undefined.
template <typename T>
T narrow(std::int64_t value)
{
    return static_cast<T>(value);
}

RawStatement ofTrace(sqlite3* database, const std::string& sql, std::int64_t trace)
{
    RawStatement statement(database, sql);
    statement.bind(1, trace);
    return statement;
}

void readNames(sqlite3* database, const std::string& schema, std::int64_t trace, TraceLookup& found)
{
    auto rows = ofTrace(
        database, "SELECT name_id, text FROM " + schema + ".trace_name WHERE trace_id = ?", trace);
    while (rows.step())
        found.names.emplace(narrow<std::int32_t>(rows.number(0)), rows.text(1));
}

void readPlaces(
    sqlite3* database, const std::string& schema, std::int64_t trace, TraceLookup& found)
{
    auto rows = ofTrace(database,
        "SELECT place_id, file, line, function, module FROM " + schema
            + ".trace_place WHERE trace_id = ?",
        trace);
    while (rows.step()) {
        const auto id = narrow<std::int32_t>(rows.number(0));
        found.places.emplace(id,
            TracePlace {.id = id,
                .file = rows.text(1),
                .line = narrow<int>(rows.number(2)),
                .function = rows.text(3),
                .module = rows.text(4)});
    }
}

void readShapes(
    sqlite3* database, const std::string& schema, std::int64_t trace, TraceLookup& found)
{
    auto rows = ofTrace(database,
        "SELECT shape_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, "
        "cluster_z, registers, static_shared_bytes, dynamic_shared_bytes, local_bytes FROM "
            + schema + ".launch_shape WHERE trace_id = ?",
        trace);
    while (rows.step()) {
        LaunchShape shape {.id = narrow<std::int32_t>(rows.number(0))};
        for (int axis = 0; axis < 3; ++axis) {
            const auto at = static_cast<std::size_t>(axis);
            shape.grid[at] = rows.number(1 + axis);
            shape.block[at] = narrow<std::int32_t>(rows.number(4 + axis));
            shape.cluster[at] = narrow<std::uint8_t>(rows.number(7 + axis));
        }
        shape.registers = narrow<std::int32_t>(rows.number(10));
        shape.staticSharedBytes = rows.number(11);
        shape.dynamicSharedBytes = rows.number(12);
        shape.localBytes = rows.number(13);
        found.shapes.emplace(shape.id, shape);
    }
}

void readCalls(sqlite3* database, const std::string& schema, std::int64_t trace, TraceLookup& found)
{
    auto rows = ofTrace(database,
        "SELECT start_ns, end_ns FROM " + schema
            + ".trace_call WHERE trace_id = ? ORDER BY position",
        trace);
    while (rows.step())
        found.calls.push_back({.startNs = rows.number(0), .endNs = rows.number(1)});
}

} // namespace

std::string schemaName(const std::string& schema)
{
    std::string text = "\"";
    for (const char c : schema)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

std::vector<TraceFacts> readTraceFacts(
    sqlite3* database, const std::string& schema, const std::vector<TraceCondition>& conditions)
{
    const auto in = schemaName(schema) + '.';
    std::string sql
        = "SELECT trace.id, process.comparison_id, process.process_index, plan_variant.name, "
          "plan_case.name, trace.pass FROM "
        + in + "trace JOIN " + in + "process ON process.id = trace.process_id JOIN " + in
        + "comparison ON comparison.id = process.comparison_id LEFT JOIN " + in
        + "plan_variant ON plan_variant.comparison_id = process.comparison_id "
          "AND plan_variant.variant_index = process.variant_index LEFT JOIN "
        + in
        + "plan_case ON plan_case.comparison_id = process.comparison_id "
          "AND plan_case.case_index = trace.case_index WHERE comparison.deleted_utc_ns IS NULL";
    for (const auto& condition : conditions)
        sql += " AND " + condition.sql;
    RawStatement rows(database, sql + " ORDER BY trace.id");
    int index = 0;
    for (const auto& condition : conditions)
        rows.bind(++index, condition.value);
    std::vector<TraceFacts> traces;
    while (rows.step())
        traces.push_back({.id = rows.number(0),
            .comparison = rows.number(1),
            .process = rows.number(2),
            .variant = rows.text(3),
            .caseName = rows.text(4),
            .pass = rows.text(5)});
    return traces;
}

std::optional<std::int64_t> TraceLookup::callAt(std::int64_t startNs) const
{
    const auto after = std::upper_bound(calls.begin(), calls.end(), startNs,
        [](std::int64_t time, const TraceCall& call) { return time < call.startNs; });
    if (after == calls.begin() || startNs < std::prev(after)->startNs
        || startNs >= std::prev(after)->endNs)
        return std::nullopt;
    return std::prev(after) - calls.begin();
}

TraceLookup readLookup(
    sqlite3* database, const std::string& schema, std::int64_t trace, unsigned lookups)
{
    const auto in = schemaName(schema);
    TraceLookup found;
    if ((lookups & LookNames) != 0)
        readNames(database, in, trace, found);
    if ((lookups & LookPlaces) != 0)
        readPlaces(database, in, trace, found);
    if ((lookups & LookShapes) != 0)
        readShapes(database, in, trace, found);
    if ((lookups & LookCalls) != 0)
        readCalls(database, in, trace, found);
    return found;
}

} // namespace storage
