// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/device/device_use.h"
#include "profiler/evidence/device/idle_cause.h"
#include "profiler/model/trace.h"
#include "tests/support/made_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

using namespace profiler;
using ::testing::ContainerEq;
using ::testing::ElementsAre;
using ::testing::Pair;
using tests::MadeRows;

namespace {

constexpr const char* launch = "cudaLaunchKernel";
constexpr const char* synchronise = "cudaStreamSynchronize";
constexpr const char* addName = "vectorized_elementwise_kernel";

DeviceCall onlyCall(const MadeRows& made, std::int64_t end)
{
    return deviceCalls({{.startNs = 0, .endNs = end}}, made.rows).at(0);
}

void expectIdle(const MadeRows& made, std::int64_t end, const decltype(DeviceCall::idleNs)& idleNs)
{
    EXPECT_THAT(onlyCall(made, end).idleNs, ContainerEq(idleNs));
}

} // namespace

/// Its launch begins at 150, the kernel at 170.
void addLaunchedKernel(MadeRows& made)
{
    made.addApi(launch, 150, 160, 2);
    made.addKernel(addName, 170, 200, 2);
}

TEST(IdleCause, IsTheLaunchOnceItHasBegun)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    addLaunchedKernel(made);
    const auto call = onlyCall(made, 200);
    EXPECT_THAT(call.idleNs, ElementsAre(Pair(IdleCause::Launch, 20), Pair(IdleCause::Host, 50)));
    EXPECT_EQ(call.hostBoundNs, 60); // until the launch had returned
}

TEST(IdleCause, IsTheLaunchWhileAnOperatorIsOnItsWayToIt)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    made.addSpan("aten::add", 120, 165);
    made.addSpan("aten::add", 100, 150, SpanKind::Operator, 2); // on another thread
    addLaunchedKernel(made);
    expectIdle(made, 200, {{IdleCause::Launch, 50}, {IdleCause::Host, 20}});
}

TEST(IdleCause, IsTheLaunchForAQueueThatWasFull)
{
    MadeRows made;
    made.addApi(launch, 10, 20, 1);
    made.addKernel(addName, 0, 100, 1, 7, 5);
    made.addKernel(addName, 102, 150, 1, 7, 5); // the next node of a graph
    const auto call = onlyCall(made, 150);
    EXPECT_THAT(call.idleNs, ElementsAre(Pair(IdleCause::Launch, 2)));
    EXPECT_EQ(call.hostBoundNs, 0);
    EXPECT_EQ(call.kernels, 2);
    EXPECT_EQ(call.launches, 1);
    EXPECT_EQ(call.graphLaunches, 1);
}

TEST(IdleCause, IsTheSyncThatLetTheQueueRunDry)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    made.addApi(synchronise, 40, 110, 90);
    made.addSpan("aten::add", 130, 165);
    addLaunchedKernel(made);
    expectIdle(made, 200, {{IdleCause::Launch, 20}, {IdleCause::Sync, 50}});
}

TEST(IdleCause, IsTheCopyThatHeldTheHostOrIsOnItsWay)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    made.addApi("cudaMemcpyAsync", 120, 150, 2);
    made.addCopy(140, 160, 2);
    expectIdle(made, 160, {{IdleCause::Copy, 20}, {IdleCause::Host, 20}});
}

TEST(IdleCause, BeforeAShortCopyIsNoWaitForIt)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    made.addApi("cudaMemcpyAsync", 110, 900, 2); // the host sits in the call
    made.addCopy(897, 900, 2);
    expectIdle(made, 900, {{IdleCause::Launch, 784}, {IdleCause::Copy, 3}, {IdleCause::Host, 10}});
}

TEST(IdleCause, AfterACopyThatHeldTheHostIsTheHostThatWentOn)
{
    MadeRows made;
    made.addApi("cudaMemcpy", 0, 12, 1);
    made.addCopy(5, 10, 1);
    made.addApi(launch, 300, 310, 2);
    made.addKernel(addName, 310, 400, 2);
    const auto idle = onlyCall(made, 400).idleNs;
    EXPECT_EQ(idle.at(IdleCause::Copy), 5 + 2) << "before the copy, and until its call returned";
    EXPECT_EQ(idle.at(IdleCause::Host), 288);
}

TEST(IdleCause, IsTheGraphThatTheHostBuilt)
{
    MadeRows made;
    made.addApi("cudaGraphInstantiate", 10, 60, 90);
    made.addApi("cudaGraphLaunch", 70, 80, 1);
    made.addKernel(addName, 90, 100, 1, 7, 5);
    expectIdle(
        made, 100, {{IdleCause::Launch, 20}, {IdleCause::Host, 20}, {IdleCause::Compile, 50}});
}

TEST(IdleCause, IsUnknownWithoutARecordOfTheLaunch)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    made.addKernel(addName, 130, 200, 2);
    const auto call = onlyCall(made, 200);
    EXPECT_THAT(call.idleNs, ElementsAre(Pair(IdleCause::Other, 30)));
    EXPECT_EQ(call.hostBoundNs, 0);
}

TEST(IdleCause, OfTheEndOfACallIsItsSyncAndThenTheHost)
{
    MadeRows made;
    made.addApi(launch, 0, 1, 1);
    made.addKernel(addName, 1, 100, 1);
    made.addApi(synchronise, 20, 108, 90);
    expectIdle(made, 120, {{IdleCause::Launch, 1}, {IdleCause::Sync, 8}, {IdleCause::Host, 12}});
}

TEST(DeviceCalls, GiveWorkOnTwoStreamsToTheHeavierClass)
{
    MadeRows made;
    made.addKernel("sm90_xmma_gemm_bf16", 0, 100, 1);
    made.addKernel(addName, 50, 150, 2, 13);
    made.addCopy(140, 200, 3);
    const auto call = onlyCall(made, 200);
    EXPECT_THAT(call.busyNs,
        ElementsAre(Pair(WorkKind::Matmul, 100), Pair(WorkKind::Elementwise, 50),
            Pair(WorkKind::Copy, 50)));
    EXPECT_EQ(busyInAllNs(call), 200);
    EXPECT_EQ(call.kernels, 2);
}

TEST(DeviceCalls, CountCommunicationThatComputingDoesNotHide)
{
    MadeRows made;
    made.addKernel("sm90_xmma_gemm_bf16", 0, 100, 1);
    made.addKernel("ncclDevKernel_AllReduce_Sum", 60, 130, 2, 13);
    made.addKernel("ncclDevKernel_AllReduce_Sum", 10, 20, 3, 13);
    EXPECT_THAT(onlyCall(made, 130).busyNs,
        ElementsAre(Pair(WorkKind::Matmul, 100), Pair(WorkKind::Communication, 30)));
    EXPECT_THAT(onlyCall(made, 100).busyNs,
        ElementsAre(Pair(WorkKind::Matmul, 100), Pair(WorkKind::Communication, 0)))
        << "hidden wholly, and yet it is there";
}

TEST(DeviceCalls, SplitWorkThatReachesOverTheirEdges)
{
    MadeRows made;
    made.addKernel(addName, -50, 30, 1);
    made.addKernel(addName, 90, 130, 2);
    const auto calls
        = deviceCalls({{.startNs = 0, .endNs = 100}, {.startNs = 100, .endNs = 120}}, made.rows);
    EXPECT_EQ(busyInAllNs(calls[0]), 40);
    EXPECT_EQ(calls[0].kernels, 1); // the other began before
    EXPECT_EQ(busyInAllNs(calls[1]), 20);
    EXPECT_TRUE(calls[1].idleNs.empty());
}

/// Any rows at all: overlaps, launches after their work, odd names, empty spans.
TEST(DeviceCalls, AddUpToTheCallWhateverWasRecorded)
{
    std::mt19937_64 random(20);
    const auto below = [&](std::int64_t limit) {
        return std::uniform_int_distribution<std::int64_t>(0, limit - 1)(random);
    };
    const std::array apis {
        launch, synchronise, "cudaMemcpyAsync", "cudaGraphInstantiate", "cudaMalloc"};
    const std::array kernels {addName, "sgemm", "triton_poi_fused_0", "softmax", "copy"};
    for (int trial = 0; trial < 300; ++trial) {
        MadeRows made;
        for (auto i = below(30); i > 0; --i) {
            const auto start = below(1000);
            made.addKernel(kernels.at(static_cast<std::size_t>(below(5))), start, start + below(80),
                static_cast<std::int32_t>(below(12)), static_cast<std::int32_t>(below(3)));
        }
        for (auto i = below(30); i > 0; --i) {
            const auto start = below(1000);
            made.addApi(apis.at(static_cast<std::size_t>(below(5))), start, start + below(120),
                static_cast<std::int32_t>(below(12)), static_cast<std::int32_t>(below(2)));
        }
        for (auto i = below(20); i > 0; --i) {
            const auto start = below(1000);
            made.addSpan("aten::add", start, start + below(200), SpanKind::Operator,
                static_cast<std::int32_t>(below(2)));
        }
        const TraceCall window {.startNs = below(500), .endNs = 500 + below(600)};
        const IdleParts idle(made.rows);
        const auto parts = idle.of({window.startNs, window.endNs});
        for (std::size_t i = 1; i < parts.size(); ++i)
            ASSERT_LE(parts[i - 1].span.end, parts[i].span.begin);
        for (const auto& part : parts)
            ASSERT_LT(part.span.begin, part.span.end);
        const auto calls = deviceCalls({window}, made.rows);
        if (calls.empty())
            continue; // nothing ran on the device
        const auto& call = calls.at(0);
        std::int64_t idleNs = 0;
        for (const auto& [cause, ns] : call.idleNs)
            idleNs += ns;
        ASSERT_EQ(busyInAllNs(call) + idleNs, call.durationNs) << trial;
        ASSERT_LE(call.hostBoundNs, idleNs);
    }
}

TEST(DeviceUse, IsTheShareOfAllTracedCallsTogether)
{
    MadeRows made;
    made.addKernel(addName, 0, 60, 1);
    made.addKernel(addName, 100, 200, 2);
    const auto use = deviceUse(
        deviceCalls({{.startNs = 0, .endNs = 100}, {.startNs = 100, .endNs = 400}}, made.rows),
        std::nullopt);
    ASSERT_TRUE(use);
    EXPECT_DOUBLE_EQ(use->busyInAllRatio, 0.4);
    EXPECT_DOUBLE_EQ(use->busyRatio.at(WorkKind::Elementwise), 0.4);
    EXPECT_DOUBLE_EQ(use->idleRatio.at(IdleCause::Host), 0.6);
    EXPECT_DOUBLE_EQ(use->kernels, 1);
    ASSERT_TRUE(use->busyInterval);
    EXPECT_GE(use->busyInterval->low, 0);
    EXPECT_LE(use->busyInterval->high, 1);
}

TEST(DeviceUse, IsUnknownWhereNothingRanOnADevice)
{
    EXPECT_FALSE(deviceUse({}, std::nullopt));
    EXPECT_TRUE(deviceCalls({{.startNs = 0, .endNs = 100}}, TraceRows {}).empty());
    EXPECT_FALSE(deviceUse({{.durationNs = 100, .idleNs = {{IdleCause::Host, 100}}}}, 90));
}

namespace {

double sumOf(const DeviceUse& use)
{
    double sum = 0;
    for (const auto& [kind, share] : use.busyRatio)
        sum += share;
    for (const auto& [cause, share] : use.idleRatio)
        sum += share;
    return sum;
}

/// 60 ns of work, then 30 of launch gaps and 10 for a copy.
const std::vector<DeviceCall> hundred {{.durationNs = 100,
    .busyNs = {{WorkKind::Matmul, 40}, {WorkKind::Fused, 20}},
    .idleNs = {{IdleCause::Launch, 30}, {IdleCause::Copy, 10}},
    .hostBoundNs = 20}};

} // namespace

TEST(DeviceUse, TakesWhatTheTraceAddedOutOfTheIdleTimeAlone)
{
    const auto use = deviceUse(hundred, 80.0);
    ASSERT_TRUE(use);
    EXPECT_DOUBLE_EQ(use->busyInAllRatio, 60.0 / 80);
    EXPECT_DOUBLE_EQ(use->busyRatio.at(WorkKind::Matmul), 40.0 / 80);
    EXPECT_DOUBLE_EQ(use->idleRatio.at(IdleCause::Launch), 15.0 / 80);
    EXPECT_DOUBLE_EQ(use->idleRatio.at(IdleCause::Copy), 5.0 / 80);
    EXPECT_DOUBLE_EQ(use->hostBoundRatio, 10.0 / 80);
    EXPECT_FALSE(use->idleRatio.contains(IdleCause::Other));
}

TEST(DeviceUse, LeavesUnexplainedWhatATracedCallDidNotHave)
{
    const auto use = deviceUse(hundred, 125.0);
    ASSERT_TRUE(use);
    EXPECT_DOUBLE_EQ(use->idleRatio.at(IdleCause::Launch), 30.0 / 125);
    EXPECT_DOUBLE_EQ(use->idleRatio.at(IdleCause::Other), 25.0 / 125);
}

TEST(DeviceUse, AddsUpToOneForEveryMedian)
{
    for (const double median : {1.0, 30.0, 60.0, 61.0, 100.0, 1e9}) {
        const auto use = deviceUse(hundred, median);
        ASSERT_TRUE(use);
        EXPECT_NEAR(sumOf(*use), 1, 1e-12) << median;
        EXPECT_LE(use->busyInAllRatio, 1);
    }
}
