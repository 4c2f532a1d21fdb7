// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_info.h"
#include "profiler/model/counters.h"
#include "storage/columns/column_writer.h"
#include "storage/sqlite/row_columns.h"

namespace storage {

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
