// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ranks/collectives.h"
#include "profiler/evidence/ranks/device_shares.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/model/trace.h"
#include "profiler/report/ranks/rank_sentences.h"
#include "tests/support/made_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using tests::MadeRows;

namespace {

constexpr const char* allReduce
    = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)";
constexpr const char* gemm = "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n";
constexpr std::int32_t commStream = 20;

void onDevice(MadeRows& made, std::uint8_t device)
{
    made.rows.kernels.device.back() = device;
}

} // namespace

/// Names as the libraries write them.
TEST(CollectiveKind, IsToldByTheNamesOfNcclRcclAndOthers)
{
    const std::vector<std::pair<const char*, CollectiveKind>> names {
        {allReduce, CollectiveKind::AllReduce},
        {"ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", CollectiveKind::AllReduce},
        {"ncclAllReduceRingLLKernel_sum_f32(ncclColl)", CollectiveKind::AllReduce},
        {"ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclWorkElem)", CollectiveKind::SendReceive},
        {"ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", CollectiveKind::SendReceive},
        {"ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
            CollectiveKind::AllGather},
        {"ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
            CollectiveKind::ReduceScatter},
        {"ncclDevKernel_Broadcast_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
            CollectiveKind::Broadcast},
        {"ncclDevKernel_Reduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
            CollectiveKind::Reduce},
        {"rcclGenericKernel<1, false>(ncclDevKernelArgs)", CollectiveKind::Other},
        {"void vllm::cross_device_reduce_1stage<__hip_bfloat16, 8>(void*)",
            CollectiveKind::AllReduce},
        {"void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, "
         "16>(c10::BFloat16*)",
            CollectiveKind::AllReduce},
        {"c10d::symmetric_memory::(anonymous namespace)::barrier_kernel(unsigned int**)",
            CollectiveKind::Barrier},
        {"nvshmemi_alltoall_kernel(int)", CollectiveKind::AllToAll}};
    for (const auto& [name, kind] : names) {
        EXPECT_EQ(kernelClassOf(name), WorkKind::Communication) << name;
        EXPECT_EQ(collectiveKindOf(name), kind) << name;
    }
    EXPECT_EQ(kernelClassOf("triton_poi_fused_all_gather_into_tensor_copy_0"), WorkKind::Fused);
    EXPECT_EQ(collectiveKindOf("gloo:all_reduce"), CollectiveKind::AllReduce);
    EXPECT_EQ(collectiveKindOf("gloo:reduce_scatter"), CollectiveKind::ReduceScatter);
}

TEST(Collectives, AreExposedWhereNoKernelOfTheirDeviceComputes)
{
    MadeRows made;
    made.addKernel(gemm, 0, 60, 1);
    made.addKernel(allReduce, 50, 100, 2, commStream);
    made.addKernel(gemm, 70, 80, 3);
    made.addKernel(gemm, 0, 1000, 4);
    onDevice(made, 1); // computing elsewhere hides nothing
    const auto found = collectivesOf(made.rows);
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].exposedNs, 50 - 10 - 10);
    EXPECT_EQ(found[0].device, 0);
    EXPECT_EQ(found[0].stream, commStream);
}

TEST(Collectives, OfGlooAreSpansOfTheHostWhoseExposureIsNotKnown)
{
    MadeRows made;
    made.addSpan("gloo:all_reduce", 10, 30, SpanKind::Range, 5);
    made.addSpan("aten::add", 0, 50);
    const auto found = collectivesOf(made.rows);
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].device, std::nullopt);
    EXPECT_EQ(found[0].exposedNs, std::nullopt);
    EXPECT_EQ(timesByKind(found).at(CollectiveKind::AllReduce),
        (CommunicationTime {.count = 1, .sumNs = 20, .exposedNs = std::nullopt}));
}

TEST(Collectives, TakeTheGroupThatIsToldAtTheirBegin)
{
    MadeRows made;
    made.addKernel(allReduce, 50, 100, 2, commStream);
    made.addKernel(allReduce, 150, 200, 3, commStream);
    made.rows.counters = {.timeNs = {150},
        .series = {made.nameOf(std::string(collectiveGroupSeries) + "tp [0, 1]")},
        .value = {1}};
    const auto found = collectivesOf(made.rows);
    ASSERT_THAT(found, SizeIs(2));
    EXPECT_EQ(found[0].group, "");
    EXPECT_EQ(found[1].group, "tp [0, 1]");
}

TEST(Collectives, OfTimesThatNoClockHasAreLeftOut)
{
    MadeRows made;
    constexpr auto far = std::numeric_limits<std::int64_t>::max() - 10;
    made.addKernel(allReduce, far, far + 5, 2, commStream);
    made.addKernel(allReduce, -far, -far + 5, 3, commStream);
    EXPECT_THAT(collectivesOf(made.rows), IsEmpty());
}

TEST(DeviceShares, TellEachDeviceOfAProcessApart)
{
    MadeRows made;
    made.addKernel(gemm, 0, 60, 1);
    made.addKernel(allReduce, 50, 90, 2, commStream);
    made.addKernel(gemm, 0, 20, 3);
    onDevice(made, 1);
    made.addCopy(20, 30, 4);
    made.rows.copies.device.back() = 1;
    made.addKernel(gemm, 200, 300, 5); // after the call
    const auto shares = deviceShares({{.startNs = 0, .endNs = 100}}, made.rows);
    ASSERT_THAT(shares, SizeIs(2));
    EXPECT_EQ(shares[0].device, 0);
    EXPECT_EQ(shares[0].kernels, 2);
    EXPECT_DOUBLE_EQ(shares[0].busyRatio(), 0.9);
    EXPECT_EQ(shares[0].communicationNs, 40);
    EXPECT_EQ(shares[0].exposedNs, 30);
    EXPECT_EQ(shares[1].kernels, 1);
    EXPECT_EQ(shares[1].copies, 1);
    EXPECT_DOUBLE_EQ(shares[1].busyRatio(), 0.3);
    EXPECT_THAT(shares[1].collectives, IsEmpty());
    EXPECT_EQ(devicesSentence(shares, "call"),
        "device 0 is busy for 90 % of a call and device 1 for 30 %");
    EXPECT_EQ(devicesSentence({shares[0]}, "call"), "");
}

TEST(DeviceShares, SayWhatOfACallIsExposed)
{
    DeviceShare share;
    share.collectives[CollectiveKind::AllReduce]
        = {.count = 4, .sumNs = 24'200'000, .exposedNs = 16'600'000};
    share.collectives[CollectiveKind::Broadcast] = {.count = 2, .sumNs = 1'000'000, .exposedNs = 0};
    EXPECT_EQ(communicationSentence(share, 2, "step"),
        "AllReduce takes 12.10 ms of a step, 8.300 ms of it exposed and Broadcast takes 500.0 µs "
        "of a "
        "step, all of it behind other kernels");
    EXPECT_EQ(communicationSentence({}, 2, "step"), "");
}

TEST(KernelsByDevice, AreToldOnlyWhereThereAreSeveral)
{
    MadeRows made;
    made.addKernel(gemm, 0, 60, 1);
    EXPECT_THAT(kernelsByDevice(made.rows), IsEmpty());
    made.addKernel(gemm, 0, 20, 2);
    onDevice(made, 3);
    EXPECT_THAT(kernelsByDevice(made.rows).at(gemm),
        ElementsAre(KernelOnDevice {.device = 0, .count = 1, .totalNs = 60},
            KernelOnDevice {.device = 3, .count = 1, .totalNs = 20}));
}
