// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/kernel_details.h"
#include "tests/support/made_rows.h"

#include <gtest/gtest.h>

using namespace profiler;
using tests::MadeRows;

TEST(KernelDetails, WeighTheOccupancyByTimeAndTakeTheMedianDelay)
{
    MadeRows made;
    made.rows.shapes = {{.id = 1, .grid = {10'000, 1, 1}, .block = {1024, 1, 1}, .registers = 32},
        {.id = 2, .grid = {10'000, 1, 1}, .block = {1024, 1, 1}, .registers = 64}};
    made.addApi("cudaLaunchKernel", 0, 5, 1);
    made.addApi("cudaLaunchKernel", 100, 105, 2);
    made.addKernel("gemm", 10, 40, 1);
    made.addKernel("gemm", 120, 130, 2);
    made.addKernel("lost", 200, 210, 3);
    made.rows.kernels.shape = {1, 2, 0};
    const auto device = kernelDevice({{"compute_capability", "9.0"}, {"multiprocessors", "132"}});
    const auto details = kernelDetails(made.rows, device);
    ASSERT_EQ(details.size(), 2U);
    EXPECT_DOUBLE_EQ(*details.at("gemm").occupancyRatio, (30 * 1.0 + 10 * 0.5) / 40);
    EXPECT_EQ(details.at("gemm").launchDelayNs, 15);
    EXPECT_EQ(details.at("lost").occupancyRatio, std::nullopt);
    EXPECT_EQ(details.at("lost").launchDelayNs, std::nullopt);
    EXPECT_EQ(kernelDetails(made.rows, {}).at("gemm").occupancyRatio, std::nullopt);
}

TEST(KernelDetails, NameWhereKernelsWereLaunchedTheMostFrequentFirst)
{
    MadeRows made;
    made.rows.places = {{.id = 4, .file = "net.py", .line = 12, .module = "encoder.fc"}};
    made.addSpan("aten::add", 0, 10, SpanKind::Operator);
    made.addSpan("aten::linear", 20, 60, SpanKind::Operator, 1, -1, 4);
    made.addApi("cudaLaunchKernel", 2, 3, 1);
    made.addApi("cudaLaunchKernel", 25, 26, 2);
    made.addApi("cudaLaunchKernel", 35, 36, 3);
    for (int correlation = 1; correlation <= 4; ++correlation) // nobody launched the last
        made.addKernel("gemm", 100 * correlation, 100 * correlation + 10, correlation);
    const auto details = kernelDetails(made.rows, {});
    EXPECT_EQ(details.at("gemm").sources,
        (std::vector<KernelSource> {{.operatorName = "aten::linear",
                                        .module = "encoder.fc",
                                        .file = "net.py",
                                        .line = 12,
                                        .count = 2},
            {.operatorName = "aten::add", .count = 1}}));
}

TEST(KernelDevice, IsUnknownWhereItsFieldsAreNot)
{
    EXPECT_FALSE(kernelDevice({}).limits);
    EXPECT_FALSE(kernelDevice({{"compute_capability", "x"}, {"multiprocessors", "-3"}}).limits);
    EXPECT_FALSE(kernelDevice({{"multiprocessors", "-3"}}).multiprocessors);
}
