// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/generated_calls.h"
#include "profiler/evidence/ledger/hidden_work.h"
#include "profiler/evidence/ledger/matched_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace profiler {
namespace {

using testing::ElementsAre;
using testing::Eq;
using testing::Optional;

/// As torch 2.11 writes it.
constexpr const char* code = R"(# AOT ID: ['0_inference']
from ctypes import c_void_p

class Runner:
    def call(self, args):
        arg0_1, arg1_1, arg2_1 = args
        args.clear()
        assert_size_stride(arg0_1, (64, 3, 7, 7), (147, 49, 7, 1))
        buf1 = empty_strided_cpu((64, 3, 7, 7), (147, 1, 21, 3), torch.float32)
        buf0 = empty_strided_cpu((8, 3, 64, 64), (12288, 1, 192, 3), torch.float32)
        # [Provenance debug handles] cpp_fused_convolution_0:1
        cpp_fused_convolution_0(arg0_1, arg1_1, buf1, buf0)
        del arg0_1
        # Topologically Sorted Source Nodes: [x], Original ATen: [aten.convolution]
        # [Provenance debug handles] extern_kernels.convolution:2
        buf2 = extern_kernels.convolution(buf0, buf1, stride=(2, 2), groups=1, bias=None)
        del buf0
        buf3 = buf2; del buf2  # reuse
        # [Provenance debug handles] cpp_fused_relu_1:3
        cpp_fused_relu_1(buf3, arg2_1)
        # [Provenance debug handles] extern_kernels.mm:4
        extern_kernels.mm(reinterpret_tensor(buf3, (34, 128), (128, 1), 0), arg2_1, out=buf10)
        # [Provenance debug handles] triton_poi_fused_add_2:5
        triton_poi_fused_add_2.run(buf10, arg2_1, 1024, stream=stream0)
)";

GeneratedNode argument(const char* name, const char* target, const char* type)
{
    return {.name = name, .target = target, .type = type};
}

GeneratedCode madeCode()
{
    return {.compileId = "0/0",
        .code = code,
        .kernels = {{"cpp_fused_convolution_0", 1, {3}}, {"extern_kernels.convolution", 2, {3}},
            {"cpp_fused_relu_1", 3, {4}}},
        .nodes = {argument("arg0_1", "parameter", "f32[64, 3, 7, 7]"),
            argument("arg1_1", "input", "f32[8, 3, 64, 64]"),
            argument("arg2_1", "parameter", "f32[64]"),
            {.name = "convolution",
                .target = "aten.convolution.default",
                .type = "f32[8, 64, 32, 32]"},
            {.name = "relu", .target = "aten.relu.default", .type = "f32[8, 64, 32, 32]"}}};
}

TEST(GeneratedCalls, ComeInTheOrderTheyRunWithTheirTensors)
{
    const auto calls = generatedCalls(code);
    ASSERT_EQ(calls.size(), 5U);
    EXPECT_EQ(calls[0].kernel, "cpp_fused_convolution_0");
    EXPECT_EQ(calls[0].handle, 1);
    EXPECT_EQ(calls[0].line, 12);
    EXPECT_THAT(calls[0].tensors, ElementsAre("arg0_1", "arg1_1", "buf1", "buf0"));
    EXPECT_EQ(calls[3].kernel, "extern_kernels.mm");
    EXPECT_THAT(calls[3].tensors, testing::IsSupersetOf({"buf3", "arg2_1", "buf10"}));
    EXPECT_EQ(calls[4].kernel, "triton_poi_fused_add_2");
}

TEST(GeneratedCalls, HaveNoneWithoutComments)
{
    EXPECT_TRUE(generatedCalls("def call(args):\n    extern_kernels.mm(a, b, out=c)\n").empty());
    EXPECT_TRUE(
        generatedCalls("# [Provenance debug handles] :\n# [Provenance debug handles] x:y").empty());
    EXPECT_TRUE(generatedCalls("").empty());
}

TEST(GeneratedCalls, ReadAndWriteEachTensorOnce)
{
    const auto made = madeCode();
    const auto calls = generatedCalls(made.code);
    const auto sizes = sizesOfCalls(made, calls);
    ASSERT_EQ(sizes.size(), 5U);
    constexpr std::int64_t weight = 64 * 3 * 7 * 7 * 4;
    constexpr std::int64_t input = 8 * 3 * 64 * 64 * 4;
    constexpr std::int64_t output = 8 * 64 * 32 * 32 * 4;
    EXPECT_THAT(bytesOf(sizes[0]), Optional(2 * weight + 2 * input));
    EXPECT_THAT(bytesOf(sizes[1]), Optional(weight + input + output));
    EXPECT_THAT(bytesOf(sizes[2]), Optional(output + 64 * 4)); // under the name it was reused by
    const auto copied = copiedShares(made, calls, sizes);
    EXPECT_DOUBLE_EQ(copied[0].parameters, static_cast<double>(weight) / (weight + input));
    EXPECT_DOUBLE_EQ(copied[0].all(), 1) << "it does nothing else";
    EXPECT_EQ(copied[2].all(), 0) << "what it works on is its own";
}

TEST(BytesOfType, KnowsEveryTypeAndNoUnknownSize)
{
    EXPECT_THAT(bytesOfType("f32[16, 64]"), Optional(16 * 64 * 4));
    EXPECT_THAT(bytesOfType("bf16[3]"), Optional(6));
    EXPECT_THAT(bytesOfType("f8e4m3fn[5]"), Optional(5));
    EXPECT_THAT(bytesOfType("b8[]"), Optional(1));
    EXPECT_THAT(bytesOfType("f32[s0, 64]"), Eq(std::nullopt));
    EXPECT_THAT(bytesOfType("f32[9223372036854775807, 2]"), Eq(std::nullopt));
    EXPECT_THAT(bytesOfType(""), Eq(std::nullopt));
    EXPECT_THAT(bytesOfType("]["), Eq(std::nullopt));
}

TEST(OperatorOf, NamesWhatATraceShows)
{
    EXPECT_EQ(operatorOf("extern_kernels.addmm"), "aten::addmm");
    EXPECT_EQ(
        operatorOf("torch.ops.mkldnn._linear_pointwise.default"), "mkldnn::_linear_pointwise");
    EXPECT_EQ(operatorOf("torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default"),
        "aten::_scaled_dot_product_flash_attention_for_cpu");
    EXPECT_EQ(operatorOf("cpp_fused_relu_1"), "");
}

TEST(HiddenWork, ReadsNotAllOfAnEmbeddingsTable)
{
    auto made = madeCode();
    const auto calls = generatedCalls(made.code);
    EXPECT_TRUE(takesWholeTensors(made, calls[2]));
    made.nodes[4].target = "aten.embedding.default";
    EXPECT_FALSE(takesWholeTensors(made, calls[2]));
}

TEST(HiddenWork, SharesAKernelThatAlsoComputesByBytes)
{
    auto made = madeCode();
    made.kernels[0].nodes = {3, 4};
    const auto calls = generatedCalls(made.code);
    const auto sizes = sizesOfCalls(made, calls);
    const auto copied = copiedShares(made, calls, sizes);
    EXPECT_DOUBLE_EQ(copied[0].all(), 1) << "all of its tensors are copied";
    made.nodes[1].target = "saved"; // no argument of the graph: what it computes on
    const auto half = copiedShares(made, calls, sizes);
    EXPECT_GT(half[0].parameters, 0);
    EXPECT_LT(half[0].all(), 1);
    EXPECT_EQ(half[0].inputs, 0);
}

TEST(HiddenWork, KnowsCastsPadsAndFills)
{
    auto made = madeCode();
    const auto calls = generatedCalls(made.code);
    made.nodes[4].target = "prims.convert_element_type.default";
    EXPECT_EQ(hiddenWork(made, calls[2]), LedgerKind::Cast);
    made.nodes[4].target = "aten.constant_pad_nd.default";
    EXPECT_EQ(hiddenWork(made, calls[2]), LedgerKind::Pad);
    made.nodes[4].target = "aten.full.default";
    EXPECT_EQ(hiddenWork(made, calls[2]), LedgerKind::Fill);
}

} // namespace
} // namespace profiler
