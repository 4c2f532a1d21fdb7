// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/model/trace_rows.h"
#include "storage/columns/column_writer.h"
#include "storage/sqlite/row_columns.h"
#include "storage/sqlite/statements.h"

#include <cstdint>

namespace profiler {
struct CounterPiece;
struct MonitorStart;
struct TraceStart;
struct TraceSummary;
} // namespace profiler

namespace storage {

/// A trace of a process.
class TraceWriter {
public:
    explicit TraceWriter(RowId trace);

    [[nodiscard]] static RowId begin(
        Statements& statements, RowId process, int index, const profiler::TraceStart& start);
    void append(Statements& statements, const profiler::TraceChunk& chunk);
    void flush(Statements& statements);
    void end(Statements& statements, const profiler::TraceSummary& summary);

private:
    RowId m_trace;
    ColumnWriter<profiler::OperatorColumns> m_operators;
    ColumnWriter<profiler::KernelColumns> m_kernels;
    ColumnWriter<profiler::ApiColumns> m_apis;
    ColumnWriter<profiler::CopyColumns> m_copies;
    ColumnWriter<profiler::CounterColumns> m_counters;
};

inline constexpr auto monitorSeries = rowColumns("monitor_series", "monitor_id", "series_id",
    "series_id, name", &profiler::TraceName::id, &profiler::TraceName::text);

/// A monitor of a comparison.
class MonitorWriter {
public:
    explicit MonitorWriter(RowId monitor);

    [[nodiscard]] static RowId begin(Statements& statements, profiler::ComparisonId comparison,
        int index, const profiler::MonitorStart& start);
    void append(Statements& statements, const profiler::CounterPiece& piece);
    void flush(Statements& statements);

private:
    RowId m_monitor;
    ColumnWriter<profiler::CounterColumns> m_rows;
};

} // namespace storage
