// SPDX-License-Identifier: Apache-2.0
#include "storage/columns/trace_rows.h"

#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/device/usual_work.h"
#include "storage/columns/chunk_rows.h"
#include "storage/columns/trace_tables.h"
#include "storage/sqlite/migrations.h"

#include <algorithm>
#include <fmt/format.h>

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithTraces = 3;
constexpr int schemaWithUsualWork = 20;

/// `calls` tells how long each took.
std::vector<DeviceCall> readDeviceCalls(
    SQLite::Database& database, RowId trace, const std::vector<TraceCall>& calls)
{
    auto device = readRows(database, storage::deviceCalls, trace);
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

UsualWork readUsualWork(SQLite::Database& database, RowId trace)
{
    UsualWork work;
    if (schemaOf(database) >= schemaWithUsualWork)
        forEachRow(
            database, "SELECT part, ns, low_ns, high_ns FROM usual_work WHERE trace_id = ?",
            [&](Row& row) {
                const auto kind = row.take<WorkKind>();
                work[kind] = {row.take<double>(), row.take<double>(), row.take<double>()};
            },
            trace);
    return work;
}

/// What an older program called launch latency was whatever came between a launch and its kernel.
void forgetOldCauses(std::vector<DeviceCall>& calls)
{
    for (auto& call : calls)
        if (const auto launch = call.idleNs.extract(IdleCause::Launch))
            call.idleNs[IdleCause::Other] += launch.mapped();
}

/// Of a trace that an older program stored: made anew of its kernels, as far as they can be read.
void renewDeviceCalls(SQLite::Database& database, RowId trace, TraceSummary& summary)
{
    try {
        const TraceRows rows {.names = readRows(database, traceNames, trace),
            .kernels = readColumns<KernelColumns>(database, "kernel_chunk", "trace_id", trace),
            .apis = readColumns<ApiColumns>(database, "api_chunk", "trace_id", trace),
            .copies = readColumns<CopyColumns>(database, "copy_chunk", "trace_id", trace)};
        auto calls = profiler::deviceCalls(summary.calls, rows);
        if (calls.empty())
            return forgetOldCauses(summary.deviceCalls);
        summary.usualWork = usualWork(summary.calls, rows, calls);
        summary.deviceCalls = std::move(calls);
    } catch (const Refusal&) { // damaged rows are said where they are shown
        forgetOldCauses(summary.deviceCalls);
    }
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
    summary.calls = readRows(database, traceCalls, trace);
    summary.operators = readRows(database, operatorStats, trace);
    summary.kernels = readRows(database, kernelStats, trace);
    summary.deviceCalls = readDeviceCalls(database, trace, summary.calls);
    summary.operatorRows = rowsOfChunks(database, "operator_chunk", "trace_id", trace);
    summary.kernelRows = rowsOfChunks(database, "kernel_chunk", "trace_id", trace);
    summary.apiRows = rowsOfChunks(database, "api_chunk", "trace_id", trace);
    summary.copyRows = rowsOfChunks(database, "copy_chunk", "trace_id", trace);
    summary.graphs = readRows(database, graphWindows, trace);
    summary.usualWork = readUsualWork(database, trace);
    if (summary.usualWork.empty() && !summary.deviceCalls.empty())
        renewDeviceCalls(database, trace, summary);
    summary.losses.reasons = readTexts(
        database, "SELECT reason FROM trace_loss WHERE trace_id = ? ORDER BY position", trace);
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
            row.takeNumber(traces.size(), "a trace is missing");
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
    const auto row = findRow(database,
        "SELECT trace.id FROM trace JOIN process ON process.id = process_id "
        "WHERE comparison_id = ? AND process_index = ? AND trace_index = ?",
        "that trace is not in the file (any more); its summary is what was shown", comparison.value,
        trace.process.value, trace.value);
    return {.names = readRows(database, traceNames, row),
        .places = readRows(database, tracePlaces, row),
        .shapes = readShapes(database, row),
        .operators = readColumns<OperatorColumns>(database, "operator_chunk", "trace_id", row),
        .kernels = readColumns<KernelColumns>(database, "kernel_chunk", "trace_id", row),
        .apis = readColumns<ApiColumns>(database, "api_chunk", "trace_id", row),
        .copies = readColumns<CopyColumns>(database, "copy_chunk", "trace_id", row),
        .counters = readColumns<CounterColumns>(database, "counter_chunk", "trace_id", row)};
}

} // namespace storage
