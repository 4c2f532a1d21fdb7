// SPDX-License-Identifier: Apache-2.0
#include "tests/tools/trace_text.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace_columns.h"
#include "profiler/model/variant.h"
#include "storage/file/run_database.h"
#include "tests/tools/text_lines.h"

namespace tests {

using namespace profiler;

namespace {

void add(Text& text, const DeviceCall& call)
{
    text.line(3, "device_call").with("duration_ns", call.durationNs);
    for (const auto& [kind, ns] : call.busyNs)
        text.with(keyOf(kind), ns);
    for (const auto& [cause, ns] : call.idleNs)
        text.with(fmt::format("idle_{}", keyOf(cause)), ns);
    text.with("host_bound_ns", hostBoundOf(call.idleNs))
        .with("kernels", call.kernels)
        .with("launches", call.launches)
        .with("graph_launches", call.graphLaunches);
}

void add(Text& text, const UsualWork& work)
{
    if (work.empty())
        return;
    text.line(3, "usual_work");
    for (const auto& [kind, ns] : work)
        text.with(keyOf(kind), fmt::format("{} ({} to {})", ns.estimate, ns.low, ns.high));
}

void add(Text& text, const OperatorStat& stat)
{
    text.line(3, "operator")
        .with("name", stat.name)
        .with("kind", stat.kind)
        .with("count", stat.count)
        .with("total_ns", stat.totalNs)
        .with("self_ns", stat.selfNs)
        .with("self_per_call_ns", stat.selfPerCallNs);
}

void add(Text& text, const KernelStat& stat)
{
    text.line(3, "kernel")
        .with("name", stat.name)
        .with("count", stat.count)
        .with("total_ns", stat.totalNs)
        .with("min_ns", stat.minNs)
        .with("max_ns", stat.maxNs)
        .with("per_call_ns", stat.perCallNs);
}

void add(Text& text, const GraphWindow& window)
{
    text.line(3, "graph")
        .with("call", window.call)
        .with("compile_id", window.compileId)
        .with("start_ns", window.startNs)
        .with("end_ns", window.endNs)
        .with("input_bytes", window.inputBytes);
}

void add(Text& text, const GraphConstants& constants)
{
    text.line(3, "constants")
        .with("null_graph_ns", constants.nullGraphNs)
        .with("wrapper_ns", constants.wrapperNs)
        .with("bytes_per_second", constants.bytesPerSecond);
}

void add(Text& text, const TraceLosses& losses)
{
    text.line(3, "losses")
        .with("dropped", losses.dropped)
        .with("refused", losses.refused)
        .with("zero_timestamps", losses.zeroTimestamps)
        .with("negative_durations", losses.negativeDurations)
        .with("launches_without_kernel", losses.launchesWithoutKernel)
        .with("kernels_without_launch", losses.kernelsWithoutLaunch)
        .with("spans_lost", losses.spansLost)
        .with("clock_step_ns", losses.clockStepNs)
        .with("reasons", losses.reasons);
}

template <typename Columns>
void addColumns(Text& text, const char* table, const Columns& columns)
{
    text.line(2, table).with("rows", columns.size());
    forEachColumn(
        columns, [&](const char* name, const auto& column) { text.column(name, column); });
}

void addNames(Text& text, const TraceNames& names)
{
    for (const auto& name : names)
        text.line(2, "name").with("id", name.id).with("text", name.text);
}

template <std::size_t Size, typename T>
std::string sizes(const std::array<T, Size>& values)
{
    return fmt::format("{}", fmt::join(values, "x"));
}

void add(Text& text, const TraceRows& rows)
{
    text.line(1, "rows");
    addNames(text, rows.names);
    for (const auto& place : rows.places)
        text.line(2, "place")
            .with("id", place.id)
            .with("file", place.file)
            .with("line", place.line)
            .with("function", place.function)
            .with("module", place.module);
    for (const auto& shape : rows.shapes)
        text.line(2, "shape")
            .with("id", shape.id)
            .with("grid", sizes(shape.grid))
            .with("block", sizes(shape.block))
            .with("cluster", sizes(shape.cluster))
            .with("registers", shape.registers)
            .with("static_shared", shape.staticSharedBytes)
            .with("dynamic_shared", shape.dynamicSharedBytes)
            .with("local", shape.localBytes);
    addColumns(text, "operators", rows.operators);
    addColumns(text, "kernels", rows.kernels);
    addColumns(text, "apis", rows.apis);
    addColumns(text, "copies", rows.copies);
    addColumns(text, "counters", rows.counters);
}

void add(Text& text, const MonitorRows& readings)
{
    text.line(1, "readings");
    addNames(text, readings.names);
    addColumns(text, "rows", readings.rows);
}

} // namespace

void addTrace(Text& text, const TraceSummary& trace)
{
    text.line(2, "trace")
        .with("case", trace.start.caseIndex)
        .with("pass", trace.start.pass)
        .with("started", trace.start.started)
        .with("ended", trace.ended)
        .with("device_reason", trace.deviceReason)
        .with("operator_rows", trace.operatorRows)
        .with("kernel_rows", trace.kernelRows)
        .with("api_rows", trace.apiRows)
        .with("copy_rows", trace.copyRows);
    for (const auto& call : trace.calls)
        text.line(3, "call").with("start_ns", call.startNs).with("end_ns", call.endNs);
    const auto addAll = [&](const auto& facts) {
        for (const auto& fact : facts)
            add(text, fact);
    };
    addAll(trace.deviceCalls);
    add(text, trace.usualWork);
    addAll(trace.operators);
    addAll(trace.kernels);
    addAll(trace.graphs);
    add(text, trace.constants);
    add(text, trace.losses);
}

Result<std::string> bulkText(
    const std::filesystem::path& file, const ComparisonData& data, std::size_t mostRows)
{
    Text text(mostRows);
    const auto [id, started] = std::pair(data.info.id, data.info.started);
    for (std::size_t process = 0; process < data.processes.size(); ++process)
        for (std::size_t i = 0; i < data.processes[process].traces.size(); ++i) {
            const TraceIndex index {
                .process = {static_cast<int>(process)}, .value = static_cast<int>(i)};
            const auto rows = storage::loadTraceRows(file, id, index, started);
            if (!rows)
                return tl::unexpected(rows.error());
            add(text, *rows);
        }
    for (std::size_t i = 0; i < data.monitors.size(); ++i) {
        const auto readings = storage::loadMonitorRows(file, id, {static_cast<int>(i)}, started);
        if (!readings)
            return tl::unexpected(readings.error());
        add(text, *readings);
    }
    return text.text();
}

} // namespace tests
