// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "tests/profiler/findings/traced_example.h"
#include "tests/support/units.h"

namespace {

/// A call of 10 ms of eager in which the device runs this kernel for so long.
RuleExample eagerRunning(const char* name, std::int64_t ns)
{
    RuleExample example;
    example.data.plan.numeric.device = "cuda:0";
    example.addProcess(ProcessKind::Trace, 0).traces
        = {traceOnDevice({kernel(name, static_cast<double>(ns))})};
    return example;
}

constexpr auto conversion = "void cudnn::engines_precompiled::nchwToNhwcKernel<float, float>(P)";
constexpr auto batchNorm = "void cudnn::bn_fw_inf_1C11_kernel_NCHW<float, float, true, 1>(float)";

} // namespace

TEST(LayoutConversionsRule, OffersChannelsLast)
{
    auto example = eagerRunning(conversion, 1 * ms);
    const auto findings = example.ask(layoutRules, 0);
    ASSERT_THAT(rulesIn(findings), ElementsAre("layout_conversions"));
    EXPECT_EQ(example.sentence(findings[0]),
        "eager converts tensors between NCHW and NHWC for 1 ms of a call (10 %)");
    EXPECT_EQ(findings[0].remedy.value, "channels_last");
    EXPECT_THAT(eagerRunning(conversion, ms / 10).ask(layoutRules, 0), IsEmpty());
    example.data.plan.numeric.channelsLast = true;
    EXPECT_EQ(example.ask(layoutRules, 0).at(0).remedy.kind, RemedyKind::None);
}

TEST(BatchNormRule, IsALibrarysKernelAndNoFusedOne)
{
    auto example = eagerRunning(batchNorm, 4 * ms);
    const auto findings = example.ask(layoutRules, 0);
    ASSERT_THAT(rulesIn(findings), ElementsAre("batch_norm_unfused"));
    EXPECT_THAT(example.sentence(findings[0]),
        HasSubstr("spends 4 ms of a call (40 %) in batch norm kernels"));
    EXPECT_NEAR(findings[0].recoverable.at(0).cost.estimateNs, 2 * ms, 1);
    EXPECT_THAT(findingRemedy(findings[0]), HasSubstr("Inductor fuses batch norm"));
    EXPECT_THAT(
        eagerRunning("triton_poi_fused_batch_norm_relu_7", 4 * ms).ask(layoutRules, 0), IsEmpty());
}
