// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"
#include "storage/statements.h"

#include <cstdint>

namespace storage {

/// One table of a trace on its way into chunks: a full one is written at once, what a flush finds
/// becomes a smaller one.
template <typename Columns>
class ColumnWriter {
public:
    ColumnWriter(RowId trace, const char* table)
        : m_trace(trace)
        , m_table(table)
    {
    }

    void append(Statements& statements, const Columns& columns);
    void flush(Statements& statements);

private:
    void write(
        Statements& statements, const Columns& columns, std::size_t first, std::size_t count);

    RowId m_trace;
    const char* m_table;
    Columns m_open; ///< less than a chunk
    std::int64_t m_written = 0;
};

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

} // namespace storage
