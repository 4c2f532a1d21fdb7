// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "tests/profiler/findings/traced_example.h"
#include "tests/support/units.h"

namespace {

using profiler::millisecond;

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
    example.addProcess(ProcessKind::Trace, 0).traces = {
        traceOnDevice({kernel("cudnn_generated_fort_native_sdpa_sm90_flash_fprop", 1 * millisecond),
                          kernel("nvjet_sm90_tst_96x64", 2 * millisecond)},
            {stat("aten::_scaled_dot_product_cudnn_attention", 1 * millisecond)})};
    auto& process = example.addProcess(ProcessKind::Trace);
    process.code = {attention("forward")};
    kernels.push_back(kernel("nvjet_sm90_tst_96x64", 2 * millisecond));
    process.traces = {traceOnDevice(std::move(kernels), std::move(operators))};
    return example;
}

} // namespace

TEST(AttentionByHandRule, IsASoftmaxBetweenTwoProductsOfOneFunction)
{
    const std::vector<OperatorStat> kernels {
        stat("graph_0_triton_per_fused__softmax_0", 4 * millisecond, SpanKind::Kernel)};
    auto example = withCode(attention("forward"), kernels);
    const auto findings = example.ask(attentionRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("attention_by_hand"));
    EXPECT_THAT(example.code(findings[0]), HasSubstr("scaled_dot_product_attention"));
    EXPECT_THAT(withCode(attention("classify"), kernels).ask(attentionRules), IsEmpty());
    EXPECT_THAT(
        withCode(attention("forward"), {stat("aten::bmm", 4 * millisecond)}).ask(attentionRules),
        IsEmpty())
        << "its kernels take no time that could be told";
}

TEST(AttentionDecomposedRule, IsWhatItsPiecesTakeMoreThanTheKernelOfTheLibrary)
{
    const std::vector<KernelStat> pieces {kernel("triton_per_fused__softmax_0", 1.5 * millisecond),
        kernel("sm80_xmma_gemm_f32f32_f32f32_f32", 2.5 * millisecond)};
    auto example = decomposed(pieces);
    const auto findings = example.ask(attentionRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("attention_decomposed"));
    EXPECT_EQ(example.sentence(findings[0]),
        "default computes attention in pieces: they take 3 ms of each call (30 %) more than "
        "aten::_scaled_dot_product_cudnn_attention, the one kernel that eager runs");
    EXPECT_NEAR(findings[0].recoverable.at(0).cost.highNs, 3 * millisecond, 1)
        << "of products those that eager has, too, are no pieces of it";
    EXPECT_EQ(findings[0].place->line, 12);
}

TEST(AttentionDecomposedRule, IsSilentWhereOneKernelIsLeftOrThePiecesAreAsFast)
{
    EXPECT_THAT(decomposed({kernel("fmha_cutlassF_f32", 3 * millisecond)},
                    {stat("aten::_scaled_dot_product_efficient_attention", 3 * millisecond)})
                    .ask(attentionRules),
        IsEmpty());
    EXPECT_THAT(
        decomposed({kernel("triton_per_fused__softmax_0", 1.2 * millisecond)}).ask(attentionRules),
        IsEmpty());
}
