// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/kernel_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace profiler {
namespace {

using testing::HasSubstr;
using testing::Not;

Plan planOn(const std::string& device)
{
    Plan plan;
    plan.workload.spec = "builtin:mlp";
    plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled},
        {.name = "max-autotune", .kind = VariantKind::Compiled}};
    plan.numeric.device = device;
    return plan;
}

LedgerRow rowOf(std::vector<std::string> kernels)
{
    LedgerRow row;
    row.compiled.emplace();
    for (auto& name : kernels)
        row.compiled->work[{WorkKind::Elementwise, std::move(name)}] = {.count = 1, .ns = 1};
    return row;
}

TEST(KernelProfilerCommand, NamesTheKernelsAndRecordsTheVariantAlone)
{
    const auto text
        = kernelProfilerCommand(planOn("cuda:0"), 2, rowOf({"triton_poi_fused_relu_0"}));
    EXPECT_THAT(text, HasSubstr("--kernel-name 'regex:^(triton_poi_fused_relu_0)$'"));
    EXPECT_THAT(text, HasSubstr("--model builtin:mlp"));
    EXPECT_THAT(text, HasSubstr("--variant max-autotune"));
    EXPECT_THAT(text, Not(HasSubstr("--variant default")));
    EXPECT_THAT(text, HasSubstr("trace")) << "CUPTI has but one user: " << text;
}

TEST(KernelProfilerCommand, IsNoneWithoutADeviceOrAKernel)
{
    EXPECT_EQ(kernelProfilerCommand(planOn("cpu"), 1, rowOf({"cpp_fused_relu_0"})), "");
    EXPECT_EQ(kernelProfilerCommand(planOn("cuda:0"), 1, LedgerRow {}), "");
}

TEST(FunctionName, IsWhatNsightComputeKnowsAKernelBy)
{
    EXPECT_EQ(functionName("void at::native::vectorized_kernel<4, float>(int, float*)"),
        "vectorized_kernel");
    EXPECT_EQ(functionName("void at::native::(anonymous namespace)::f<int>(int)"), "f");
    EXPECT_EQ(functionName("triton_poi_fused_0"), "triton_poi_fused_0");
    EXPECT_EQ(functionName(""), "");
}

} // namespace
} // namespace profiler
