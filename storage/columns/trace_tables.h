// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"
#include "storage/sqlite/row_columns.h"

/// Tables of a trace that hold one value a row.
namespace storage {

inline constexpr auto traceNames = rowColumns("trace_name", "trace_id", "name_id", "name_id, text",
    &profiler::TraceName::id, &profiler::TraceName::text);

inline constexpr auto tracePlaces
    = rowColumns("trace_place", "trace_id", "place_id", "place_id, file, line, function, module",
        &profiler::TracePlace::id, &profiler::TracePlace::file, &profiler::TracePlace::line,
        &profiler::TracePlace::function, &profiler::TracePlace::module);

inline constexpr auto operatorStats = rowColumns("operator_stat", "trace_id", "position",
    "name, kind, count, total_ns, self_ns, self_per_call_ns", &profiler::OperatorStat::name,
    &profiler::OperatorStat::kind, &profiler::OperatorStat::count, &profiler::OperatorStat::totalNs,
    &profiler::OperatorStat::selfNs, &profiler::OperatorStat::selfPerCallNs);

inline constexpr auto kernelStats = rowColumns("kernel_stat", "trace_id", "position",
    "name, count, total_ns, min_ns, max_ns, per_call_ns", &profiler::KernelStat::name,
    &profiler::KernelStat::count, &profiler::KernelStat::totalNs, &profiler::KernelStat::minNs,
    &profiler::KernelStat::maxNs, &profiler::KernelStat::perCallNs);

inline constexpr auto traceCalls = rowColumns("trace_call", "trace_id", "position",
    "start_ns, end_ns", &profiler::TraceCall::startNs, &profiler::TraceCall::endNs);

inline constexpr auto deviceCalls = rowColumns("device_call", "trace_id", "position",
    "kernels, launches, graph_launches", &profiler::DeviceCall::kernels,
    &profiler::DeviceCall::launches, &profiler::DeviceCall::graphLaunches);

inline constexpr auto graphWindows = rowColumns("graph_window", "trace_id", "position",
    "call, compile_id, start_ns, end_ns, input_bytes", &profiler::GraphWindow::call,
    &profiler::GraphWindow::compileId, &profiler::GraphWindow::startNs,
    &profiler::GraphWindow::endNs, &profiler::GraphWindow::inputBytes);

} // namespace storage
