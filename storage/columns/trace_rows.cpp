// SPDX-License-Identifier: Apache-2.0
#include "storage/columns/trace_rows.h"

#include "storage/columns/chunk_rows.h"
#include "storage/sqlite/migrations.h"

#include <algorithm>
#include <fmt/format.h>

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithTraces = 3;

std::vector<OperatorStat> readOperatorStats(SQLite::Database& database, RowId trace)
{
    std::vector<OperatorStat> stats;
    forEachRow(
        database,
        "SELECT name, kind, count, total_ns, self_ns, self_per_call_ns FROM operator_stat "
        "WHERE trace_id = ? ORDER BY position",
        [&](Row& row) {
            stats.push_back({.name = row.take<std::string>(),
                .kind = row.take<SpanKind>(),
                .count = row.take<std::int64_t>(),
                .totalNs = row.take<std::int64_t>(),
                .selfNs = row.take<std::int64_t>(),
                .selfPerCallNs = row.take<double>()});
        },
        trace);
    return stats;
}

std::vector<KernelStat> readKernelStats(SQLite::Database& database, RowId trace)
{
    std::vector<KernelStat> stats;
    forEachRow(
        database,
        "SELECT name, count, total_ns, min_ns, max_ns, per_call_ns FROM kernel_stat "
        "WHERE trace_id = ? ORDER BY position",
        [&](Row& row) {
            stats.push_back({.name = row.take<std::string>(),
                .count = row.take<std::int64_t>(),
                .totalNs = row.take<std::int64_t>(),
                .minNs = row.take<std::int64_t>(),
                .maxNs = row.take<std::int64_t>(),
                .perCallNs = row.take<double>()});
        },
        trace);
    return stats;
}

std::vector<TraceCall> readCalls(SQLite::Database& database, RowId trace)
{
    std::vector<TraceCall> calls;
    forEachRow(
        database, "SELECT start_ns, end_ns FROM trace_call WHERE trace_id = ? ORDER BY position",
        [&](Row& row) {
            calls.push_back(
                {.startNs = row.take<std::int64_t>(), .endNs = row.take<std::int64_t>()});
        },
        trace);
    return calls;
}

/// `calls` tells how long each took.
std::vector<DeviceCall> readDeviceCalls(
    SQLite::Database& database, RowId trace, const std::vector<TraceCall>& calls)
{
    std::vector<DeviceCall> device;
    forEachRow(
        database,
        "SELECT host_bound_ns, kernels, launches, graph_launches FROM device_call "
        "WHERE trace_id = ? ORDER BY position",
        [&](Row& row) {
            device.push_back({.hostBoundNs = row.take<std::int64_t>(),
                .kernels = row.take<std::int64_t>(),
                .launches = row.take<std::int64_t>(),
                .graphLaunches = row.take<std::int64_t>()});
        },
        trace);
    if (!device.empty() && device.size() != calls.size())
        throw damaged("what a device did in a call is missing");
    for (std::size_t i = 0; i < device.size(); ++i)
        device[i].durationNs = durationOf(calls[i]);
    forEachRow(
        database, "SELECT position, busy, part, ns FROM device_part WHERE trace_id = ?",
        [&](Row& row) {
            const auto position = row.take<std::int64_t>();
            if (position < 0 || position >= static_cast<std::int64_t>(device.size()))
                throw damaged("a part of a call is of no call");
            auto& call = device[static_cast<std::size_t>(position)];
            if (row.take<bool>()) {
                const auto kind = row.take<WorkKind>();
                call.busyNs[kind] = row.take<std::int64_t>();
            } else {
                const auto cause = row.take<IdleCause>();
                call.idleNs[cause] = row.take<std::int64_t>();
            }
        },
        trace);
    return device;
}

std::vector<GraphWindow> readGraphs(SQLite::Database& database, RowId trace)
{
    std::vector<GraphWindow> graphs;
    forEachRow(
        database,
        "SELECT call, compile_id, start_ns, end_ns, input_bytes FROM graph_window "
        "WHERE trace_id = ? ORDER BY position",
        [&](Row& row) {
            graphs.push_back({.call = row.take<int>(),
                .compileId = row.take<std::string>(),
                .startNs = row.take<std::int64_t>(),
                .endNs = row.take<std::int64_t>(),
                .inputBytes = row.take<std::int64_t>()});
        },
        trace);
    return graphs;
}

std::vector<std::string> readLossReasons(SQLite::Database& database, RowId trace)
{
    std::vector<std::string> reasons;
    forEachRow(
        database, "SELECT reason FROM trace_loss WHERE trace_id = ? ORDER BY position",
        [&](Row& row) { reasons.push_back(row.take<std::string>()); }, trace);
    return reasons;
}

TraceSummary takeSummary(Row& row)
{
    return {.start = {.caseIndex = row.take<int>(),
                .pass = row.take<TracePass>(),
                .started = row.take<UtcTime>()},
        .constants = {.nullGraphNs = row.takeOptional<double>(),
            .wrapperNs = row.takeOptional<double>(),
            .bytesPerSecond = row.takeOptional<double>()},
        .losses = {.dropped = row.take<std::int64_t>(),
            .refused = row.take<std::int64_t>(),
            .zeroTimestamps = row.take<std::int64_t>(),
            .negativeDurations = row.take<std::int64_t>(),
            .launchesWithoutKernel = row.take<std::int64_t>(),
            .kernelsWithoutLaunch = row.take<std::int64_t>(),
            .spansLost = row.take<std::int64_t>(),
            .clockStepNs = row.take<std::int64_t>()},
        .ended = row.take<bool>(),
        .deviceReason = row.take<std::string>()};
}

void readParts(SQLite::Database& database, RowId trace, TraceSummary& summary)
{
    summary.calls = readCalls(database, trace);
    summary.operators = readOperatorStats(database, trace);
    summary.kernels = readKernelStats(database, trace);
    summary.deviceCalls = readDeviceCalls(database, trace, summary.calls);
    summary.operatorRows = rowsOfChunks(database, "operator_chunk", "trace_id", trace);
    summary.kernelRows = rowsOfChunks(database, "kernel_chunk", "trace_id", trace);
    summary.apiRows = rowsOfChunks(database, "api_chunk", "trace_id", trace);
    summary.copyRows = rowsOfChunks(database, "copy_chunk", "trace_id", trace);
    summary.graphs = readGraphs(database, trace);
    summary.losses.reasons = readLossReasons(database, trace);
}

TraceNames readNames(SQLite::Database& database, RowId trace)
{
    TraceNames names;
    forEachRow(
        database, "SELECT name_id, text FROM trace_name WHERE trace_id = ? ORDER BY name_id",
        [&](Row& row) {
            names.push_back({.id = row.take<std::int32_t>(), .text = row.take<std::string>()});
        },
        trace);
    return names;
}

TracePlaces readPlaces(SQLite::Database& database, RowId trace)
{
    TracePlaces places;
    forEachRow(
        database,
        "SELECT place_id, file, line, function, module FROM trace_place WHERE trace_id = ? "
        "ORDER BY place_id",
        [&](Row& row) {
            places.push_back({.id = row.take<std::int32_t>(),
                .file = row.take<std::string>(),
                .line = row.take<int>(),
                .function = row.take<std::string>(),
                .module = row.take<std::string>()});
        },
        trace);
    return places;
}

LaunchShapes readShapes(SQLite::Database& database, RowId trace)
{
    LaunchShapes shapes;
    forEachRow(
        database,
        "SELECT shape_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, cluster_y, "
        "cluster_z, registers, static_shared_bytes, dynamic_shared_bytes, local_bytes "
        "FROM launch_shape WHERE trace_id = ? ORDER BY shape_id",
        [&](Row& row) {
            auto& shape = shapes.emplace_back();
            shape.id = row.take<std::int32_t>();
            for (auto& size : shape.grid)
                size = row.take<std::int64_t>();
            for (auto& size : shape.block)
                size = row.take<std::int32_t>();
            for (auto& size : shape.cluster)
                size = static_cast<std::uint8_t>(row.take<int>());
            shape.registers = row.take<std::int32_t>();
            shape.staticSharedBytes = row.take<std::int64_t>();
            shape.dynamicSharedBytes = row.take<std::int64_t>();
            shape.localBytes = row.take<std::int64_t>();
        },
        trace);
    return shapes;
}

RowId findTrace(SQLite::Database& database, ComparisonId comparison, TraceIndex trace)
{
    SQLite::Statement statement(database,
        "SELECT trace.id FROM trace JOIN process ON process.id = process_id "
        "WHERE comparison_id = ? AND process_index = ? AND trace_index = ?");
    bindAll(statement, comparison.value, trace.process.value, trace.value);
    if (!statement.executeStep())
        throw Refusal({.kind = ErrorKind::NotFound,
            .message = "that trace is not in the file (any more); its summary is what was shown"});
    return Row(statement).take<RowId>();
}

} // namespace

std::vector<TraceSummary> readTraces(SQLite::Database& database, RowId process)
{
    std::vector<TraceSummary> traces;
    if (schemaOf(database) < schemaWithTraces)
        return traces;
    std::vector<RowId> rows;
    forEachRow(
        database,
        "SELECT trace_index, id, case_index, pass, started_utc_ns, null_graph_ns, wrapper_ns, "
        "bytes_per_second, dropped, refused, zero_timestamps, negative_durations, "
        "launches_without_kernel, kernels_without_launch, spans_lost, clock_step_ns, ended, "
        "device_reason FROM trace WHERE process_id = ? ORDER BY trace_index",
        [&](Row& row) {
            if (row.take<std::int64_t>() != static_cast<std::int64_t>(traces.size()))
                throw damaged("a trace is missing");
            rows.push_back(row.take<RowId>());
            traces.push_back(takeSummary(row));
        },
        process);
    for (std::size_t i = 0; i < traces.size(); ++i)
        readParts(database, rows[i], traces[i]);
    return traces;
}

TraceRows readTraceRows(SQLite::Database& database, ComparisonId comparison, TraceIndex trace)
{
    const auto row = findTrace(database, comparison, trace);
    return {.names = readNames(database, row),
        .places = readPlaces(database, row),
        .shapes = readShapes(database, row),
        .operators = readColumns<OperatorColumns>(database, "operator_chunk", "trace_id", row),
        .kernels = readColumns<KernelColumns>(database, "kernel_chunk", "trace_id", row),
        .apis = readColumns<ApiColumns>(database, "api_chunk", "trace_id", row),
        .copies = readColumns<CopyColumns>(database, "copy_chunk", "trace_id", row),
        .counters = readColumns<CounterColumns>(database, "counter_chunk", "trace_id", row)};
}

} // namespace storage
