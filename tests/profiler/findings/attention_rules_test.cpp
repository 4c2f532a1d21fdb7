// SPDX-License-Identifier: Apache-2.0
#include "tests/profiler/findings/traced_example.h"

namespace {

constexpr double ms = 1e6;

GeneratedCode attention(const char* secondFunction)
{
    GeneratedCode code {
        .compileId = "0/0", .kernels = {{.name = "triton_per_fused__softmax_0", .nodes = {1}}}};
    code.nodes = {node("scores", "aten.bmm.default"), node("exp", "aten.exp.default"),
        node("values", "aten.bmm.default")};
    code.nodes[2].function = secondFunction;
    return code;
}

/// Eager runs the library's kernel for 1 ms; compiled code these instead.
RuleExample decomposed(std::vector<KernelStat> kernels, std::vector<OperatorStat> operators = {})
{
    RuleExample example;
    example.data.plan.numeric.device = "cuda:0";
    example.addProcess(ProcessKind::Trace, 0).traces
        = {traceOnDevice({kernel("cudnn_generated_fort_native_sdpa_sm90_flash_fprop", 1 * ms),
                             kernel("nvjet_sm90_tst_96x64", 2 * ms)},
            {stat("aten::_scaled_dot_product_cudnn_attention", 1 * ms)})};
    auto& process = example.addProcess(ProcessKind::Trace);
    process.code = {attention("forward")};
    kernels.push_back(kernel("nvjet_sm90_tst_96x64", 2 * ms));
    process.traces = {traceOnDevice(std::move(kernels), std::move(operators))};
    return example;
}

} // namespace

TEST(AttentionByHandRule, IsASoftmaxBetweenTwoProductsOfOneFunction)
{
    const std::vector<OperatorStat> kernels {
        stat("graph_0_triton_per_fused__softmax_0", 4 * ms, SpanKind::Kernel)};
    auto example = withCode(attention("forward"), kernels);
    const auto findings = example.ask(attentionRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("attention_by_hand"));
    EXPECT_THAT(example.code(findings[0]), HasSubstr("scaled_dot_product_attention"));
    EXPECT_THAT(withCode(attention("classify"), kernels).ask(attentionRules), IsEmpty());
    EXPECT_THAT(
        withCode(attention("forward"), {stat("aten::bmm", 4 * ms)}).ask(attentionRules), IsEmpty())
        << "its kernels take no time that could be told";
}

TEST(AttentionDecomposedRule, IsWhatItsPiecesTakeMoreThanTheKernelOfTheLibrary)
{
    const std::vector<KernelStat> pieces {kernel("triton_per_fused__softmax_0", 1.5 * ms),
        kernel("sm80_xmma_gemm_f32f32_f32f32_f32", 2.5 * ms)};
    auto example = decomposed(pieces);
    const auto findings = example.ask(attentionRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("attention_decomposed"));
    EXPECT_EQ(example.sentence(findings[0]),
        "default computes attention in pieces: they take 3 ms of each call (30 %) more than "
        "aten::_scaled_dot_product_cudnn_attention, the one kernel that eager runs");
    EXPECT_NEAR(findings[0].recoverable.at(0).cost.highNs, 3 * ms, 1)
        << "of products those that eager has, too, are no pieces of it";
    EXPECT_EQ(findings[0].place->line, 12);
}

TEST(AttentionDecomposedRule, IsSilentWhereOneKernelIsLeftOrThePiecesAreAsFast)
{
    EXPECT_THAT(decomposed({kernel("fmha_cutlassF_f32", 3 * ms)},
                    {stat("aten::_scaled_dot_product_efficient_attention", 3 * ms)})
                    .ask(attentionRules),
        IsEmpty());
    EXPECT_THAT(decomposed({kernel("triton_per_fused__softmax_0", 1.2 * ms)}).ask(attentionRules),
        IsEmpty());
}
