// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/ledger/kernel_source.h"
#include "profiler/evidence/ledger/ledger.h"
#include "profiler/evidence/ledger/lit_events.h"
#include "profiler/model/trace.h"
#include "tests/support/made_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace profiler {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tests::MadeRows;

constexpr auto launch = "cudaLaunchKernel";
constexpr auto library = "extern_kernels.convolution";
const std::vector<TraceCall> oneCall {{0, 10'000}};

/// conv (line 1) and relu (line 2) of a model; the first kernel copies the input and one weight for
/// the convolution, the last one computes relu and copies the weight of the next convolution.
GeneratedCode madeCode(const std::string& first, const std::string& last)
{
    const std::string mark = "# [Provenance debug handles] ";
    GeneratedCode code {.compileId = "0/0"};
    code.code = "# AOT ID: ['0_inference']\n" + mark + first + ":1\n" + first
        + "(arg0_1, arg1_1, buf0, buf1)\n" + mark + library
        + ":2\nbuf2 = extern_kernels.convolution(buf1, buf0)\n" + mark + last + ":3\n" + last
        + "(buf2, arg2_1, buf3)\n" + mark + library
        + ":4\nbuf4 = extern_kernels.convolution(buf2, buf3)\n";
    code.nodes = {{.name = "arg0_1", .target = "parameter", .type = "f32[4, 4]"},
        {.name = "arg1_1", .target = "input", .type = "f32[8, 4]"},
        {.name = "arg2_1", .target = "parameter", .type = "f32[16, 2]"},
        {.name = "convolution",
            .target = "aten.convolution.default",
            .type = "f32[8, 4]",
            .module = "conv1",
            .file = "net.py",
            .line = 1,
            .flops = 1000},
        {.name = "relu",
            .target = "aten.relu.default",
            .type = "f32[8, 4]",
            .module = "act",
            .file = "net.py",
            .line = 2},
        {.name = "convolution_1",
            .target = "aten.convolution.default",
            .type = "f32[8, 4]",
            .module = "conv2",
            .file = "net.py",
            .line = 3}};
    code.kernels = {{first, 1, {3}}, {library, 2, {3}}, {last, 3, {4, 5}}, {library, 4, {5}}};
    code.code.insert(code.code.find('\n') + 1,
        "buf0 = empty_strided_cpu((4, 4), (4, 1), torch.float32)\n"
        "buf1 = empty_strided_cpu((8, 4), (4, 1), torch.float32)\n"
        "buf3 = empty_strided_cpu((16, 2), (2, 1), torch.float32)\n");
    return code;
}

MadeRows eagerRows()
{
    MadeRows made;
    made.rows.places = {{.id = 1, .file = "net.py", .line = 1, .module = "conv1"},
        {.id = 2, .file = "net.py", .line = 2, .module = "act"},
        {.id = 3, .file = "net.py", .line = 3, .module = "conv2"},
        {.id = 4, .file = "net.py", .line = 9, .module = "tail"}};
    made.addSpan("aten::conv2d", 100, 600, SpanKind::Operator, 1, -1, 1);
    made.addSpan("aten::mkldnn_convolution", 150, 550);
    made.addSpan("aten::relu", 700, 800, SpanKind::Operator, 1, -1, 2);
    made.addSpan("aten::conv2d", 900, 1'300, SpanKind::Operator, 1, -1, 3);
    made.addSpan("aten::sort", 1'400, 1'500, SpanKind::Operator, 1, -1, 4);
    return made;
}

Ledger ledgerOfRows(
    const MadeRows& eager, const MadeRows& compiled, const std::vector<GeneratedCode>& codes)
{
    const auto eagerTrace = summaryOf(eager.rows, oneCall);
    const auto compiledTrace = summaryOf(compiled.rows, oneCall);
    return makeLedger({eager.rows, eagerTrace}, {compiled.rows, compiledTrace}, codes,
        missing(ReasonKind::NotRecorded));
}

const LedgerRow& rowOf(const Ledger& ledger, LedgerKind kind, const std::string& module)
{
    static const LedgerRow none;
    for (const auto& row : ledger.rows)
        if (row.kind == kind && (row.modules == std::vector {module} || module.empty()))
            return row;
    ADD_FAILURE() << "no row of " << keyOf(kind) << " in " << module;
    return none;
}

TEST(Ledger, PutsEachKernelBesideTheEagerWorkOfItsLines)
{
    MadeRows compiled;
    compiled.rows.places = {{.id = 4, .file = "net.py", .line = 9, .module = "tail"}};
    compiled.addSpan("0/0", 0, 2'000, SpanKind::Region);
    compiled.addSpan("graph_0_cpp_fused_convolution_0", 10, 110, SpanKind::Kernel);
    compiled.addSpan("aten::convolution", 200, 500);
    compiled.addSpan("aten::mkldnn_convolution", 250, 450);
    compiled.addSpan("graph_0_cpp_fused_convolution_relu_1", 600, 1'000, SpanKind::Kernel);
    compiled.addSpan("aten::convolution", 1'100, 1'200);
    compiled.addSpan("aten::sort", 3'000, 3'090, SpanKind::Operator, 1, -1, 4); // after a break
    const auto ledger = ledgerOfRows(eagerRows(), compiled,
        {madeCode("cpp_fused_convolution_0", "cpp_fused_convolution_relu_1")});

    EXPECT_EQ(ledger.eager.traceNs, 500 + 100 + 400 + 100);
    EXPECT_EQ(ledger.compiled.traceNs, 100 + 300 + 400 + 100 + 90);
    EXPECT_DOUBLE_EQ(ledger.matchedRatio, 1);

    const auto& first = rowOf(ledger, LedgerKind::Replaced, "conv1");
    EXPECT_EQ(first.eager->traceNs, 500);
    EXPECT_EQ(first.compiled->traceNs, 300);
    EXPECT_THAT(first.eagerOperators, ElementsAre("aten::conv2d"));
    EXPECT_THAT(first.operators, ElementsAre("aten.convolution"));
    EXPECT_EQ(first.kernels.front().name, library);
    EXPECT_EQ(first.kernels.front().handle, 2);
    EXPECT_EQ(first.flops, 1000);
    EXPECT_EQ(rowOf(ledger, LedgerKind::Replaced, "conv2").compiled->traceNs, 100);

    const auto& ran = rowOf(ledger, LedgerKind::RanEager, "tail");
    EXPECT_EQ(ran.eager->traceNs, 100);
    EXPECT_EQ(ran.compiled->traceNs, 90);
}

/// Each copied for by the kernel before it.
Ledger ledgerOfTwoConvolutions()
{
    MadeRows compiled;
    compiled.addSpan("0/0", 0, 2'000, SpanKind::Region);
    compiled.addSpan("graph_0_cpp_fused_convolution_0", 10, 106, SpanKind::Kernel);
    compiled.addSpan("aten::convolution", 200, 500);
    compiled.addSpan("graph_0_cpp_fused_convolution_relu_1", 600, 1'000, SpanKind::Kernel);
    compiled.addSpan("aten::convolution", 1'100, 1'200);
    return ledgerOfRows(eagerRows(), compiled,
        {madeCode("cpp_fused_convolution_0", "cpp_fused_convolution_relu_1")});
}

TEST(Ledger, TellsCopiesForLibrariesApart)
{
    const auto ledger = ledgerOfTwoConvolutions();

    // Weights of 64 bytes beside an input of 128: a third of a kernel that does nothing else.
    std::int64_t weights = 0;
    for (const auto& row : ledger.rows)
        if (row.kind == LedgerKind::WeightLayout)
            weights += row.compiled->traceNs;
    const auto& inputs = rowOf(ledger, LedgerKind::InputLayout, "");
    EXPECT_EQ(inputs.compiled->traceNs, 64);
    // The other kernel takes 128 bytes of activations, 128 of weights and writes 128 of them.
    const auto& relu = rowOf(ledger, LedgerKind::Replaced, "act");
    EXPECT_TRUE(relu.sharedByBytes);
    EXPECT_NEAR(static_cast<double>(relu.compiled->traceNs), 400.0 / 3, 1);
    EXPECT_EQ(weights, 32 + 400 - relu.compiled->traceNs);
    EXPECT_EQ(relu.eager->traceNs, 100);
}

TEST(Ledger, OfADeviceJoinsThroughLaunchesAndTheOrderOfACudaGraph)
{
    MadeRows eager = eagerRows();
    eager.addApi(launch, 160, 170, 1);
    eager.addApi(launch, 710, 720, 2);
    eager.addApi(launch, 910, 920, 3);
    eager.addKernel("cudnn_conv", 200, 300, 1);
    eager.addKernel("relu_kernel", 800, 840, 2);
    eager.addKernel("cudnn_conv", 1'000, 1'100, 3);
    for (const bool replayed : {false, true}) {
        MadeRows compiled;
        compiled.addSpan("0/0", 0, 2'000, SpanKind::Region);
        const std::int32_t graph = replayed ? 5 : 0;
        if (replayed) {
            compiled.addApi("cudaGraphLaunch", 10, 20, 1);
        } else {
            compiled.addApi(launch, 10, 20, 1);
            compiled.addSpan("aten::convolution", 100, 200);
            compiled.addApi(launch, 110, 120, 2);
            compiled.addApi(launch, 210, 220, 3);
            compiled.addSpan("aten::convolution", 300, 400);
            compiled.addApi(launch, 310, 320, 4);
        }
        const auto correlation = [&](std::int32_t own) { return replayed ? 1 : own; };
        compiled.addKernel("triton_poi_0", 500, 530, correlation(1), 7, graph);
        compiled.addKernel("cudnn_conv", 600, 690, correlation(2), 7, graph);
        compiled.addKernel("triton_poi_1", 700, 730, correlation(3), 7, graph);
        compiled.addKernel("cudnn_conv", 800, 880, correlation(4), 7, graph);
        const auto ledger
            = ledgerOfRows(eager, compiled, {madeCode("triton_poi_0", "triton_poi_1")});
        EXPECT_EQ(ledger.eager.traceNs, 240) << replayed;
        EXPECT_EQ(ledger.compiled.traceNs, 230) << replayed;
        EXPECT_DOUBLE_EQ(ledger.matchedRatio, 1) << replayed;
        EXPECT_EQ(rowOf(ledger, LedgerKind::Replaced, "conv1").compiled->traceNs, 90) << replayed;
        EXPECT_EQ(rowOf(ledger, LedgerKind::Replaced, "conv2").compiled->traceNs, 80) << replayed;
    }
}

TEST(Ledger, OfADeviceJoinsByLaunchWhicheverStreamRunsIt)
{
    MadeRows eager = eagerRows();
    eager.addApi(launch, 160, 170, 1);
    eager.addKernel("cudnn_conv", 200, 300, 1);
    eager.addApi(launch, 710, 720, 3);
    eager.addKernel("relu_kernel", 800, 840, 3);
    eager.addApi(launch, 950, 960, 2);
    eager.addKernel("cudnn_conv", 970, 1'050, 2);
    MadeRows compiled;
    compiled.addSpan("0/0", 0, 2'000, SpanKind::Region);
    compiled.addApi(launch, 10, 20, 1);
    compiled.addSpan("aten::convolution", 100, 200);
    compiled.addApi(launch, 110, 120, 2);
    compiled.addApi(launch, 210, 220, 3);
    compiled.addKernel("cudnn_conv", 400, 490, 2, 7);
    compiled.addKernel("triton_poi_0_0d1d2de3", 500, 530, 1, 9); // Triton's form of it, ran later
    compiled.addKernel("triton_poi_1_0d1d2", 410, 440, 3, 11);
    compiled.addSpan("aten::convolution", 300, 350);
    compiled.addApi(launch, 310, 320, 4);
    compiled.addKernel("cudnn_conv", 600, 680, 4, 7);
    const auto ledger = ledgerOfRows(eager, compiled, {madeCode("triton_poi_0", "triton_poi_1")});
    EXPECT_DOUBLE_EQ(ledger.matchedRatio, 1);
    EXPECT_EQ(rowOf(ledger, LedgerKind::Replaced, "conv1").compiled->traceNs, 90);
    EXPECT_EQ(ledger.compiled.traceNs, 230);
}

TEST(Ledger, OfAReplayLeavesKernelsAloneThatTheCodeDoesNotHold)
{
    MadeRows eager = eagerRows();
    eager.addApi(launch, 160, 170, 1);
    eager.addKernel("cudnn_conv", 200, 300, 1);
    MadeRows compiled;
    compiled.addSpan("0/0", 0, 2'000, SpanKind::Region);
    compiled.addApi("cudaGraphLaunch", 10, 20, 1);
    compiled.addKernel("triton_poi_0", 500, 530, 1, 7, 5);
    compiled.addKernel("triton_poi_8", 540, 550, 1, 7, 5);
    compiled.addKernel("cudnn_conv", 600, 660, 1, 7, 5);
    const auto ledger = ledgerOfRows(eager, compiled, {madeCode("triton_poi_0", "triton_poi_1")});
    EXPECT_DOUBLE_EQ(ledger.matchedRatio, 0.9);
    EXPECT_EQ(rowOf(ledger, LedgerKind::CompiledAlone, "").compiled->traceNs, 10);
}

TEST(Ledger, TellsOfEachEventOfBothTracesToWhichRowsItBelongs)
{
    MadeRows compiled;
    compiled.addSpan("0/0", 0, 2'000, SpanKind::Region); // row 0
    compiled.addSpan("graph_0_cpp_fused_convolution_0", 10, 110, SpanKind::Kernel);
    compiled.addSpan("aten::convolution", 200, 500);
    compiled.addSpan("aten::mkldnn_convolution", 250, 450);
    compiled.addSpan("graph_0_cpp_fused_convolution_relu_1", 600, 1'000, SpanKind::Kernel);
    const auto ledger = ledgerOfRows(eagerRows(), compiled,
        {madeCode("cpp_fused_convolution_0", "cpp_fused_convolution_relu_1")});
    const auto kindsOf = [&](std::span<const std::uint32_t> rows) {
        std::set<LedgerKind> kinds;
        for (const auto row : rows)
            kinds.insert(ledger.rows.at(row).kind);
        return kinds;
    };
    EXPECT_THAT(ledger.compiledTrace.ofOperator(0), IsEmpty()) << "a graph is no work of its own";
    EXPECT_THAT(kindsOf(ledger.compiledTrace.ofOperator(4)),
        testing::UnorderedElementsAre(LedgerKind::Replaced, LedgerKind::WeightLayout));
    const auto called = ledger.compiledTrace.ofOperator(3);
    ASSERT_EQ(called.size(), 1U);
    EXPECT_EQ(ledger.compiledTrace.ofOperator(2).front(), called.front());
    EXPECT_EQ(ledger.eagerTrace.ofOperator(0).front(), called.front()) << "aten::conv2d";
    EXPECT_EQ(ledger.eagerTrace.ofOperator(1).front(), called.front());
    EXPECT_NE(ledger.eagerTrace.ofOperator(2).front(), called.front());
    EXPECT_THAT(ledger.eagerTrace.ofOperator(99), IsEmpty());
}

std::vector<std::string> litNames(
    const MadeRows& made, const LedgerTrace& trace, std::span<const std::size_t> rows)
{
    const auto tracks = timelineTracks(made.rows, oneCall);
    std::vector<std::string> names;
    for (const auto& [lane, events] : litEvents(tracks, trace, rows).ofLane)
        for (const auto event : events)
            names.push_back(tracks.names.text(lane->event(event).name));
    std::ranges::sort(names);
    return names;
}

TEST(LitEvents, AreThoseOfTheSameWorkOnEachSide)
{
    MadeRows compiled;
    compiled.addSpan("0/0", 0, 2'000, SpanKind::Region);
    compiled.addSpan("graph_0_cpp_fused_convolution_0", 10, 110, SpanKind::Kernel);
    compiled.addSpan("aten::convolution", 200, 500);
    compiled.addSpan("aten::mkldnn_convolution", 250, 450);
    const auto eager = eagerRows();
    const auto ledger = ledgerOfRows(
        eager, compiled, {madeCode("cpp_fused_convolution_0", "cpp_fused_convolution_relu_1")});
    std::size_t first = 0;
    while (ledger.rows.at(first).kind != LedgerKind::Replaced
        || ledger.rows.at(first).modules != std::vector<std::string> {"conv1"})
        ++first;
    const std::vector<std::size_t> rows {first};
    EXPECT_THAT(litNames(eager, ledger.eagerTrace, rows),
        ElementsAre("aten::conv2d", "aten::mkldnn_convolution"))
        << "not the other convolution";
    EXPECT_THAT(litNames(compiled, ledger.compiledTrace, rows),
        ElementsAre("aten::convolution", "aten::mkldnn_convolution"));
    EXPECT_THAT(litNames(compiled, ledger.compiledTrace, {}), IsEmpty());
}

TEST(Ledger, KnowsWhereEachRowWasCalled)
{
    const auto ledger = ledgerOfTwoConvolutions();
    EXPECT_THAT(rowOf(ledger, LedgerKind::Replaced, "act").sites,
        ElementsAre(LedgerSite {"act", "net.py", 2, 1}));
    for (const auto& row : ledger.rows)
        if (row.kind == LedgerKind::InputLayout) {
            EXPECT_THAT(row.sites, ElementsAre(LedgerSite {"conv1", "net.py", 1, 1}))
                << "copied for the convolution of that line";
        }
}

TEST(Ledger, SaysWithoutCodeThatNothingIsMatched)
{
    MadeRows compiled;
    compiled.addSpan("0/0", 0, 2'000, SpanKind::Region);
    compiled.addSpan("graph_0_cpp_fused_relu_0", 10, 110, SpanKind::Kernel);
    const auto ledger = ledgerOfRows(eagerRows(), compiled, {});
    EXPECT_DOUBLE_EQ(ledger.matchedRatio, 0);
    EXPECT_EQ(rowOf(ledger, LedgerKind::CompiledAlone, "").compiled->traceNs, 100);
}

TEST(KernelSource, IsTheTextOfItsDefinition)
{
    const std::string code = "cpp_fused_relu_0 = async_compile.cpp_pybinding(['float*'], r'''\n"
                             "int one;\n''')\n\n"
                             "triton_relu_0 = async_compile.triton('triton_relu_0', '''\nimport "
                             "triton\n''', device_str='cuda')\n";
    EXPECT_EQ(kernelSource(code, "cpp_fused_relu_0"), "int one;\n");
    EXPECT_EQ(kernelSource(code, "triton_relu_0"), "import triton\n");
    EXPECT_EQ(kernelSource(code, "relu_0"), "") << "others end alike";
    EXPECT_EQ(kernelSource(code, "extern_kernels.mm"), "");
    EXPECT_EQ(kernelSource("x = async_compile.triton('x', '''no end", "x"), "no end");
}

} // namespace
} // namespace profiler
