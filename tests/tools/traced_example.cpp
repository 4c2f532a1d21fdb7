// SPDX-License-Identifier: Apache-2.0
#include "tests/tools/traced_example.h"

#include "profiler/evidence/device/device_calls.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "tests/support/made_losses.h"
#include "tests/support/made_rows.h"

#include <string>
#include <utility>

namespace tests {

using namespace profiler;

namespace {

constexpr std::int64_t begin = 1'764'000'100'000'000'000;
constexpr std::int64_t callNs = 100'000;

/// One operator with its launch, its kernel, a copy before it and the kernel of a graph after it.
void addCall(MadeRows& made, std::int64_t from, std::int32_t correlation, bool compiled)
{
    made.addSpan("encoder.layers.0", from + 1000, from + 60'000, SpanKind::Module, 41);
    made.addSpan("aten::linear", from + 2000, from + 30'000, SpanKind::Operator, 41, 3, 1);
    made.addApi("cudaMemcpyAsync", from + 3000, from + 5000, correlation, 41);
    made.addCopy(from + 6000, from + 9000, correlation);
    made.addApi("cudaLaunchKernel", from + 10'000, from + 14'000, correlation + 1, 41);
    made.addKernel(compiled ? "triton_poi_fused_gelu_1" : "void at::native::gelu<float>(int)",
        from + 16'000, from + 40'000, correlation + 1);
    made.addApi("cudaGraphLaunch", from + 41'000, from + 43'000, correlation + 2, 41);
    made.addKernel("gemm", from + 50'000, from + 80'000, correlation + 2, 9, 12);
    made.rows.kernels.shape.back() = 1;
    made.addApi("cudaDeviceSynchronize", from + 62'000, from + 90'000, correlation + 3, 41);
}

TraceRows rowsOf(bool compiled)
{
    MadeRows made;
    made.rows.places = {{.id = 1,
        .file = "net.py",
        .line = 12,
        .function = "forward",
        .module = "encoder.layers.0"}};
    made.rows.shapes = {{.id = 1,
        .grid = {4096, 2, 1},
        .block = {128, 1, 1},
        .cluster = {2, 1, 1},
        .registers = 168,
        .staticSharedBytes = 1024,
        .dynamicSharedBytes = 98'304,
        .localBytes = 16}};
    for (int call = 0; call < 2; ++call)
        addCall(made, begin + call * 2 * callNs, 4 * call + 1, compiled);
    made.rows.kernels.flags.back() = kernel_flags::noLaunch;
    const auto series = made.nameOf("graph_memory_bytes");
    made.rows.counters = {{begin, begin + callNs}, {series, series}, {1 << 20, 3.5e6}};
    return std::move(made.rows);
}

std::vector<TraceCall> calls()
{
    return {{begin, begin + callNs}, {begin + 2 * callNs, begin + 3 * callNs}};
}

/// Of the pass that takes the time of graphs, on the other clock reading.
TraceSummary graphPass()
{
    TraceSummary trace {
        .start = {.pass = TracePass::Graphs, .started = {begin}}, .calls = calls(), .ended = true};
    for (int call = 0; call < 2; ++call) {
        const auto from = begin + call * 2 * callNs;
        trace.graphs.push_back({.call = call,
            .compileId = "0/0",
            .startNs = from + 1000,
            .endNs = from + 20'000,
            .inputBytes = 0});
        trace.graphs.push_back({.call = call,
            .compileId = "1/0",
            .startNs = from + 35'000,
            .endNs = from + 70'000,
            .inputBytes = 65'536});
    }
    trace.constants = {.nullGraphNs = 7012.5, .wrapperNs = 180, .bytesPerSecond = 1.2e10};
    return trace;
}

/// A pass that ended early: rows were lost, and its process told no more.
TraceSummary lossyPass()
{
    return {.start = {.caseIndex = 1, .pass = TracePass::Lines, .started = {begin + callNs}},
        .losses = madeLosses(),
        .deviceReason = "no kernels were collected: the NVIDIA driver sees no GPU"};
}

MonitorRows readings()
{
    return {.names = {{.id = 1, .text = "sm_clock_mhz"}, {.id = 2, .text = "power_watts"}},
        .rows = {{begin, begin, begin + 50'000'000}, {1, 2, 2}, {1980, 412.25, 539.5}}};
}

} // namespace

TraceRowsOf Bulk::rowsOf() const
{
    return rowsFrom(traces);
}

MonitorRowsOf Bulk::countersOf() const
{
    return countersFrom(monitors);
}

Bulk addTraces(ComparisonData& data)
{
    Bulk bulk;
    for (int variant = 0; variant < 2; ++variant) {
        auto rows = rowsOf(variant == 1);
        ProcessRecord process {
            .start = {.kind = ProcessKind::Trace, .variant = variant, .started = {begin}},
            .end = ProcessEnd {.ended = {begin + 3 * callNs}},
            .traces = {summaryOf(rows, calls())}};
        process.traces.front().start.started = {begin};
        if (variant == 1) {
            process.traces.push_back(graphPass());
            process.traces.push_back(lossyPass());
        }
        bulk.traces.emplace(
            TraceIndex {.process = {static_cast<int>(data.processes.size())}}, std::move(rows));
        data.processes.push_back(std::move(process));
    }
    data.monitors.push_back({.start = {.source = MonitorSource::Device,
                                 .device = "GPU-5c3d1a7e-0000-4242-8888-cafe00c0ffee",
                                 .started = {begin}},
        .series = {"sm_clock_mhz", "power_watts"},
        .missing = {{"sm_active_ratio", "GPM was refused"}},
        .rows = 3});
    bulk.monitors.push_back(readings());
    return bulk;
}

} // namespace tests
