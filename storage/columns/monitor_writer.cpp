// SPDX-License-Identifier: Apache-2.0
#include "storage/columns/monitor_writer.h"

namespace storage {

using namespace profiler;

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
