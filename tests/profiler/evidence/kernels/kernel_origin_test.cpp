// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/kernel_origin.h"
#include "tests/support/made_rows.h"

#include <gtest/gtest.h>

using namespace profiler;
using tests::MadeRows;

namespace {

std::string operatorOf(const MadeRows& made, const KernelOrigin& origin)
{
    if (!origin.operatorRow)
        return {};
    for (const auto& name : made.rows.names)
        if (name.id == made.rows.operators.name[*origin.operatorRow])
            return name.text;
    return {};
}

} // namespace

TEST(KernelOrigin, IsTheInnermostOperatorOfTheLaunchingThread)
{
    MadeRows made;
    made.rows.places.push_back({.id = 4, .file = "net.py", .line = 12, .module = "encoder.fc"});
    made.addSpan("encoder.fc", 0, 100, SpanKind::Module);
    made.addSpan("aten::linear", 10, 90, SpanKind::Operator, 1, -1, 4);
    made.addSpan("aten::addmm", 20, 60);
    made.addSpan("aten::relu", 0, 100, SpanKind::Operator, 2);
    made.addApi("cudaLaunchKernel", 30, 35, 9);
    made.addApi("cuLaunchKernel", 31, 34, 9); // the driver's, below it
    made.addApi("cudaLaunchKernel", 65, 70, 10);
    made.addApi("cudaLaunchKernel", 95, 96, 11);
    made.addKernel("gemm", 40, 50, 9);
    made.addKernel("bias", 75, 80, 10);
    made.addKernel("other", 120, 130, 11);
    made.addKernel("lost", 150, 160, 12);
    const auto origins = kernelOrigins(made.rows);
    ASSERT_EQ(origins.size(), 4U);
    EXPECT_EQ(origins[0].api, 0U);
    EXPECT_EQ(operatorOf(made, origins[0]), "aten::addmm");
    EXPECT_EQ(origins[0].module, "encoder.fc");
    EXPECT_EQ(origins[0].place, 4);
    EXPECT_EQ(operatorOf(made, origins[1]), "aten::linear");
    EXPECT_EQ(operatorOf(made, origins[2]), "");
    EXPECT_EQ(origins[2].module, "encoder.fc"); // the module alone was open
    EXPECT_EQ(origins[3], KernelOrigin {});
}

TEST(KernelOrigin, OfBackwardWorkIsItsForwardsModuleAndLine)
{
    MadeRows made;
    made.rows.places.push_back({.id = 1, .file = "net.py", .line = 7, .module = "head"});
    made.addSpan("aten::mm", 10, 20, SpanKind::Operator, 1, 42, 1);
    made.addSpan("MmBackward0", 100, 200, SpanKind::Backward, 2, 42);
    made.addSpan("aten::mm", 110, 150, SpanKind::Operator, 2, 43);
    made.addApi("cudaLaunchKernel", 120, 125, 5, 2);
    made.addKernel("gemm", 130, 140, 5);
    const auto origin = kernelOrigins(made.rows).at(0);
    EXPECT_EQ(operatorOf(made, origin), "aten::mm");
    EXPECT_EQ(origin.module, "head");
    EXPECT_EQ(origin.place, 1);
}

TEST(KernelOrigin, OfEveryNodeOfAGraphIsTheGraphsLaunch)
{
    MadeRows made;
    made.addSpan("CompiledFunction", 0, 50, SpanKind::CompiledFunction);
    made.addApi("cudaGraphLaunch", 10, 20, 3);
    made.addKernel("triton_poi_fused_0", 30, 40, 3, 7, 8);
    made.addKernel("triton_poi_fused_1", 41, 50, 3, 7, 8);
    const auto origins = kernelOrigins(made.rows);
    EXPECT_EQ(origins[0], origins[1]);
    EXPECT_EQ(operatorOf(made, origins[0]), "CompiledFunction");
}
