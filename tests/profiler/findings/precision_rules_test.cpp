// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "tests/profiler/findings/traced_example.h"
#include "tests/support/units.h"

namespace {

/// A compiled call of 10 ms in which the device runs this kernel for 4 ms.
RuleExample running(const char* name)
{
    RuleExample example;
    example.data.plan.numeric.device = "cuda:0";
    example.addProcess(ProcessKind::Trace).traces = {traceOnDevice({kernel(name, 4 * ms)})};
    return example;
}

} // namespace

TEST(Float32ProductsRule, OffersTf32ForProductsOutsideOfTheTensorCores)
{
    auto example = running("sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize64x64x8_stage3");
    const auto findings = example.ask(precisionRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("float32_products"));
    EXPECT_EQ(findings[0].severity, Finding::Severity::Warning);
    EXPECT_EQ(example.sentence(findings[0]),
        "default multiplies float32 matrices without tensor cores for 4 ms of a call (40 %)");
    EXPECT_NEAR(findings[0].recoverable.at(0).cost.estimateNs, 2 * ms, 1);
    EXPECT_EQ(example.code(findings[0]), "torch.set_float32_matmul_precision(\"high\")");
    EXPECT_THAT(running("void cutlass::Kernel2<cutlass_80_simt_sgemm_128x32_8x5_nn_align1>(P)")
                    .ask(precisionRules),
        testing::SizeIs(1));
}

TEST(Float32ProductsRule, IsSilentWhereTensorCoresWorkOrKnowNoTf32)
{
    for (const char* name : {"void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_128x128>(P)",
             "sm90_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x32", "volta_sgemm_128x64_tn",
             "nvjet_sm90_tst_96x64_64x10_1x2_h_bz_bias_TNN", "triton_poi_fused_sgemm_0"})
        EXPECT_THAT(running(name).ask(precisionRules), IsEmpty()) << name;
}
