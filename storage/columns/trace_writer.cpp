// SPDX-License-Identifier: Apache-2.0
#include "storage/columns/trace_writer.h"

#include "profiler/model/counters.h"
#include "profiler/model/trace_columns.h"
#include "storage/columns/column_codec.h"
#include "storage/columns/trace_tables.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>

namespace storage {

using namespace profiler;

namespace {

// A worker is foreign code: what it tells twice is kept as it was told first.
void insert(Statements& statements, RowId trace, const TraceNames& names)
{
    for (const auto& name : names)
        insertNewRow(statements, traceNames, name, trace);
}

void insert(Statements& statements, RowId trace, const TracePlaces& places)
{
    for (const auto& place : places)
        insertNewRow(statements, tracePlaces, place, trace);
}

void insert(Statements& statements, RowId trace, const LaunchShapes& shapes)
{
    for (const auto& shape : shapes)
        statements.insertNew("launch_shape",
            "trace_id, shape_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, cluster_x, "
            "cluster_y, cluster_z, registers, static_shared_bytes, dynamic_shared_bytes, "
            "local_bytes",
            trace, shape.id, shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0],
            shape.block[1], shape.block[2], shape.cluster[0], shape.cluster[1], shape.cluster[2],
            shape.registers, shape.staticSharedBytes, shape.dynamicSharedBytes, shape.localBytes);
}

void insertDeviceCalls(Statements& statements, RowId trace, const TraceSummary& summary)
{
    constexpr auto part = "trace_id, position, busy, part, ns";
    for (std::size_t i = 0; i < summary.deviceCalls.size(); ++i) {
        const auto& call = summary.deviceCalls[i];
        statements.insert("device_call",
            "trace_id, position, host_bound_ns, kernels, launches, graph_launches", trace, i,
            hostBoundOf(call.idleNs), call.kernels, call.launches, call.graphLaunches);
        for (const auto& [kind, ns] : call.busyNs)
            statements.insert("device_part", part, trace, i, true, kind, ns);
        for (const auto& [cause, ns] : call.idleNs)
            statements.insert("device_part", part, trace, i, false, cause, ns);
    }
    for (const auto& [kind, ns] : summary.usualWork)
        statements.insert("usual_work", "trace_id, part, ns, low_ns, high_ns", trace, kind,
            ns.estimate, ns.low, ns.high);
}

} // namespace

TraceWriter::TraceWriter(RowId trace)
    : m_trace(trace)
    , m_operators(trace, chunksOfTrace("operator_chunk"))
    , m_kernels(trace, chunksOfTrace("kernel_chunk"))
    , m_apis(trace, chunksOfTrace("api_chunk"))
    , m_copies(trace, chunksOfTrace("copy_chunk"))
    , m_counters(trace, chunksOfTrace("counter_chunk"))
{
}

RowId TraceWriter::begin(Statements& statements, RowId process, int index, const TraceStart& start)
{
    return statements.insert("trace",
        "process_id, trace_index, case_index, pass, started_utc_ns, ended, device_reason, dropped, "
        "refused, zero_timestamps, negative_durations, launches_without_kernel, "
        "kernels_without_launch, spans_lost, clock_step_ns",
        process, index, start.caseIndex, start.pass, start.started, false, std::string(), 0, 0, 0,
        0, 0, 0, 0, 0);
}

void TraceWriter::append(Statements& statements, const TraceChunk& chunk)
{
    std::visit(
        [&](const auto& table) {
            using Table = std::decay_t<decltype(table)>;
            if constexpr (std::is_same_v<Table, OperatorColumns>)
                m_operators.append(statements, table);
            else if constexpr (std::is_same_v<Table, KernelColumns>)
                m_kernels.append(statements, table);
            else if constexpr (std::is_same_v<Table, ApiColumns>)
                m_apis.append(statements, table);
            else if constexpr (std::is_same_v<Table, CopyColumns>)
                m_copies.append(statements, table);
            else if constexpr (std::is_same_v<Table, CounterColumns>)
                m_counters.append(statements, table);
            else
                insert(statements, m_trace, table);
        },
        chunk);
}

void TraceWriter::flush(Statements& statements)
{
    m_operators.flush(statements);
    m_kernels.flush(statements);
    m_apis.flush(statements);
    m_copies.flush(statements);
    m_counters.flush(statements);
}

void TraceWriter::end(Statements& statements, const TraceSummary& summary)
{
    flush(statements);
    insertRows(statements, operatorStats, summary.operators, m_trace);
    insertRows(statements, kernelStats, summary.kernels, m_trace);
    insertRows(statements, traceCalls, summary.calls, m_trace);
    insertRows(statements, graphWindows, summary.graphs, m_trace);
    insertDeviceCalls(statements, m_trace, summary);
    for (std::size_t i = 0; i < summary.losses.reasons.size(); ++i)
        statements.insert(
            "trace_loss", "trace_id, position, reason", m_trace, i, summary.losses.reasons[i]);
    const auto& losses = summary.losses;
    const auto& constants = summary.constants;
    statements.run("UPDATE trace SET ended = ?, device_reason = ?, null_graph_ns = ?, "
                   "wrapper_ns = ?, bytes_per_second = ?, dropped = ?, refused = ?, "
                   "zero_timestamps = ?, negative_durations = ?, launches_without_kernel = ?, "
                   "kernels_without_launch = ?, spans_lost = ?, clock_step_ns = ? WHERE id = ?",
        summary.ended, summary.deviceReason, constants.nullGraphNs, constants.wrapperNs,
        constants.bytesPerSecond, losses.dropped, losses.refused, losses.zeroTimestamps,
        losses.negativeDurations, losses.launchesWithoutKernel, losses.kernelsWithoutLaunch,
        losses.spansLost, losses.clockStepNs, m_trace);
}

MonitorWriter::MonitorWriter(RowId monitor)
    : m_monitor(monitor)
    , m_rows(monitor, chunksOfMonitor)
{
}

RowId MonitorWriter::begin(
    Statements& statements, ComparisonId comparison, int index, const MonitorStart& start)
{
    return statements.insert("monitor",
        "comparison_id, monitor_index, source, device, repetition, started_utc_ns",
        comparison.value, index, start.source, start.device, start.repetition, start.started);
}

void MonitorWriter::append(Statements& statements, const CounterPiece& piece)
{
    for (const auto& name : piece.names)
        insertNewRow(statements, monitorSeries, name, m_monitor);
    for (const auto& [name, reason] : piece.missing)
        statements.insertNew(
            "monitor_missing", "monitor_id, name, reason", m_monitor, name, reason);
    m_rows.append(statements, piece.rows);
}

void MonitorWriter::flush(Statements& statements)
{
    m_rows.flush(statements);
}

} // namespace storage
