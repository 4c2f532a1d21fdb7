// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/device/device_use.h"
#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/device/usual_work.h"
#include "profiler/model/trace.h"
#include "tests/support/made_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <utility>

using namespace profiler;
using ::testing::ContainerEq;
using ::testing::ElementsAre;
using ::testing::Field;
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

TEST(IdleCause, IsTheHostUntilTheLaunchHasReturnedAndThenItsLatency)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    addLaunchedKernel(made);
    const auto call = onlyCall(made, 200);
    EXPECT_THAT(call.idleNs, ElementsAre(Pair(IdleCause::Host, 60), Pair(IdleCause::Launch, 10)));
    EXPECT_EQ(hostBoundOf(call.idleNs), 60);
}

TEST(IdleCause, IsTheHostWhileAnOperatorIsOnItsWayToTheLaunch)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    made.addSpan("aten::add", 120, 165);
    addLaunchedKernel(made);
    expectIdle(made, 200, {{IdleCause::Host, 60}, {IdleCause::Launch, 10}});
}

TEST(IdleCause, IsNoLaunchLatencyBeyondWhatALaunchTakes)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    made.addApi(launch, 150, 160, 2);
    made.addKernel(addName, 2'000'160, 2'000'200, 2);
    expectIdle(made, 2'000'200,
        {{IdleCause::Host, 60}, {IdleCause::Launch, mostLaunchLatencyNs},
            {IdleCause::Elsewhere, 2'000'000 - mostLaunchLatencyNs}});
}

TEST(IdleCause, IsTheEarlierWorkOfAQueue)
{
    MadeRows made;
    made.addApi(launch, 10, 20, 1);
    made.addApi(launch, 30, 40, 2);
    made.addKernel(addName, 0, 50'000, 1);
    made.addKernel(addName, 50'002, 50'100, 2);
    const auto call = onlyCall(made, 50'100);
    EXPECT_THAT(call.idleNs, ElementsAre(Pair(IdleCause::EarlierWork, 2)));
    EXPECT_EQ(hostBoundOf(call.idleNs), 0);
}

TEST(IdleCause, IsElsewhereWhereTheQueueIsNotGoneOnWith)
{
    MadeRows made;
    made.addApi(launch, 30, 40, 2);
    made.addKernel(addName, 0, 50'000, 1);
    made.addKernel(addName, 550'000, 551'000, 2);
    expectIdle(made, 551'000,
        {{IdleCause::EarlierWork, mostLaunchLatencyNs},
            {IdleCause::Elsewhere, 500'000 - mostLaunchLatencyNs}});
}

TEST(IdleCause, OfAFreeStreamIsTheLaunchThoughAnotherStreamWorked)
{
    MadeRows made;
    made.addApi(launch, 80, 90, 2);
    made.addKernel(addName, 0, 100, 1, 7);
    made.addKernel(addName, 105, 200, 2, 13);
    expectIdle(made, 200, {{IdleCause::Launch, 5}});
}

TEST(IdleCause, OfAStreamThatWaitedForAnotherIsTheEarlierWork)
{
    MadeRows made;
    made.addApi(launch, 10, 20, 2);
    made.addKernel(addName, 0, 50'000, 1, 7);
    made.addKernel(addName, 50'003, 50'100, 2, 13); // after an event of the other stream
    expectIdle(made, 50'100, {{IdleCause::EarlierWork, 3}});
}

TEST(IdleCause, OfAGraphIsTheLaunchOfItsFirstNodeAlone)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 9);
    made.addApi("cudaGraphLaunch", 110, 120, 1);
    made.addKernel(addName, 130, 200, 1, 7, 5);
    made.addKernel(addName, 202, 1'143'000, 1, 7, 5);
    made.addKernel(addName, 1'143'001, 1'143'100, 1, 7, 5);
    const auto call = onlyCall(made, 1'143'100);
    EXPECT_THAT(call.idleNs,
        ElementsAre(Pair(IdleCause::Host, 20), Pair(IdleCause::Launch, 10),
            Pair(IdleCause::InGraph, 2 + 1)));
    EXPECT_EQ(call.kernels, 4);
    EXPECT_EQ(call.launches, 2);
    EXPECT_EQ(call.graphLaunches, 1);
}

TEST(IdleCause, InAGraphIsNotTheHostThatStillLaunchesIt)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 9);
    made.addApi("cudaGraphLaunch", 110, 350'000, 1); // the call returns when most of it has run
    made.addKernel(addName, 130, 200, 1, 7, 5);
    made.addKernel(addName, 205, 300, 1, 7, 5);
    made.addKernel(addName, 40'300, 40'400, 1, 7, 5);
    expectIdle(made, 40'400,
        {{IdleCause::Host, 30}, {IdleCause::InGraph, 5 + mostLaunchLatencyNs},
            {IdleCause::Elsewhere, 40'000 - mostLaunchLatencyNs}});
}

TEST(IdleCause, IsTheSyncThatLetTheQueueRunDry)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    made.addApi(synchronise, 40, 110, 90);
    made.addSpan("aten::add", 130, 165);
    addLaunchedKernel(made);
    expectIdle(made, 200, {{IdleCause::Host, 10}, {IdleCause::Launch, 10}, {IdleCause::Sync, 50}});
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
    expectIdle(made, 900, {{IdleCause::Host, 10 + 784}, {IdleCause::Copy, 3}});
}

TEST(IdleCause, AfterACopyThatHeldTheHostIsTheHostThatWentOn)
{
    MadeRows made;
    made.addApi("cudaDeviceSynchronize", -20, -10, 90);
    made.addApi("cudaMemcpy", 0, 12, 1);
    made.addCopy(5, 10, 1);
    made.addApi(launch, 300, 310, 2);
    made.addKernel(addName, 310, 400, 2);
    const auto idle = onlyCall(made, 400).idleNs;
    EXPECT_EQ(idle.at(IdleCause::Copy), 5 + 2) << "before the copy, and until its call returned";
    EXPECT_EQ(idle.at(IdleCause::Host), 288 + 10);
}

TEST(IdleCause, IsTheGraphThatTheHostBuilt)
{
    MadeRows made;
    made.addKernel(addName, -10, 0, 2);
    made.addApi("cudaGraphInstantiate", 10, 60, 90);
    made.addApi("cudaGraphLaunch", 70, 80, 1);
    made.addKernel(addName, 90, 100, 1, 7, 5);
    expectIdle(
        made, 100, {{IdleCause::Host, 30}, {IdleCause::Launch, 10}, {IdleCause::Compile, 50}});
}

TEST(IdleCause, IsUnknownBeforeTheFirstTracedWork)
{
    MadeRows made;
    made.addApi(launch, 10, 20, 1);
    made.addKernel(addName, 151'000'000, 151'000'100, 1);
    expectIdle(made, 151'000'100, {{IdleCause::BeforeTrace, 151'000'000}});
}

TEST(IdleCause, IsKnownOnceTheDeviceWasSeenToBeEmpty)
{
    MadeRows made;
    made.addApi("cudaDeviceSynchronize", 5, 30, 90);
    made.addApi(launch, 100, 110, 1);
    made.addKernel(addName, 115, 200, 1);
    expectIdle(
        made, 200, {{IdleCause::BeforeTrace, 30}, {IdleCause::Host, 80}, {IdleCause::Launch, 5}});
}

TEST(IdleCause, IsUnknownWithoutARecordOfTheLaunch)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    made.addKernel(addName, 130, 200, 2);
    const auto call = onlyCall(made, 200);
    EXPECT_THAT(call.idleNs, ElementsAre(Pair(IdleCause::Other, 30)));
    EXPECT_EQ(hostBoundOf(call.idleNs), 0);
}

TEST(IdleCause, OfTheEndOfACallIsItsSyncAndThenTheHost)
{
    MadeRows made;
    made.addKernel(addName, -1, 100, 1);
    made.addApi(synchronise, 20, 108, 90);
    expectIdle(made, 120, {{IdleCause::Sync, 8}, {IdleCause::Host, 12}});
}

/// A step of a trainer ends on the host while what it launched still waits.
TEST(IdleCause, OfTheEndOfACallIsWhatItsLaunchedWorkWaitsFor)
{
    MadeRows made;
    made.addKernel(addName, 0, 100, 1);
    made.addApi(launch, 110, 120, 2);
    made.addKernel(addName, 500'120, 500'200, 2);
    const std::int64_t end = 200'120;
    expectIdle(made, end,
        {{IdleCause::Host, 20}, {IdleCause::Launch, mostLaunchLatencyNs},
            {IdleCause::Elsewhere, 200'000 - mostLaunchLatencyNs}});
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
        ASSERT_LE(hostBoundOf(call.idleNs), idleNs);
    }
}

namespace {

TraceSummary tracedAs(std::vector<DeviceCall> calls)
{
    TraceSummary trace;
    trace.deviceCalls = std::move(calls);
    return trace;
}

double sumOf(const DeviceUse& use)
{
    double sum = 0;
    for (const auto& [kind, share] : use.busyRatio)
        sum += share;
    for (const auto& [cause, share] : use.idleRatio)
        sum += share;
    return sum;
}

/// 60 ns of work, 30 while the host was late and 10 for a copy.
const auto hundred = tracedAs({{.durationNs = 100,
    .busyNs = {{WorkKind::Matmul, 40}, {WorkKind::Fused, 20}},
    .idleNs = {{IdleCause::Host, 30}, {IdleCause::Launch, 10}}}});

/// Of three kernels each; the device was taken away in the middle of one, another one each time.
MadeRows interrupted(int calls)
{
    MadeRows made;
    for (int call = 0; call < calls; ++call) {
        std::int64_t at = call * 1000;
        for (int kernel = 0; kernel < 3; ++kernel) {
            const auto ends = at + 100 + (kernel == call % 3 ? 80 : 0);
            made.addKernel(kernel == 1 ? "sgemm" : addName, at, ends, call * 3 + kernel);
            at = ends + 10;
        }
    }
    return made;
}

std::vector<TraceCall> everyThousand(int calls)
{
    std::vector<TraceCall> windows;
    for (int call = 0; call < calls; ++call)
        windows.push_back({.startNs = call * 1000, .endNs = call * 1000 + 1000});
    return windows;
}

} // namespace

TEST(UsualWork, IsKernelByKernelWhereEveryCallWasInterrupted)
{
    constexpr int calls = 9;
    const auto made = interrupted(calls);
    const auto windows = everyThousand(calls);
    const auto onDevice = deviceCalls(windows, made.rows);
    for (const auto& call : onDevice)
        ASSERT_EQ(busyInAllNs(call), 380);
    const auto usual = usualWork(windows, made.rows, onDevice);
    EXPECT_THAT(usual,
        ElementsAre(Pair(WorkKind::Matmul, Field(&Interval::estimate, 100)),
            Pair(WorkKind::Elementwise, Field(&Interval::estimate, 200))));
}

TEST(UsualWork, IsTheMedianCallWhereCallsRunDifferentKernels)
{
    MadeRows made;
    made.addKernel(addName, 0, 60, 1);
    made.addKernel(addName, 1000, 1100, 2);
    made.addKernel(addName, 1100, 1150, 3);
    made.addKernel(addName, 2000, 2300, 4);
    const auto windows = everyThousand(3);
    const auto usual = usualWork(windows, made.rows, deviceCalls(windows, made.rows));
    EXPECT_EQ(usual.at(WorkKind::Elementwise).estimate, 150);
}

TEST(UsualWork, OfStreamsThatWorkAtOnceCountsThemOnce)
{
    MadeRows made;
    for (int call = 0; call < 3; ++call) {
        made.addKernel("sgemm", call * 1000, call * 1000 + 100, 2 * call);
        made.addKernel(addName, call * 1000 + 50, call * 1000 + 150, 2 * call + 1, 13);
    }
    const auto windows = everyThousand(3);
    const auto usual = usualWork(windows, made.rows, deviceCalls(windows, made.rows));
    EXPECT_EQ(usual.at(WorkKind::Matmul).estimate, 100);
    EXPECT_EQ(usual.at(WorkKind::Elementwise).estimate, 50);
}

TEST(DeviceUse, IsOfTheMiddleOfTheTracedCalls)
{
    MadeRows made;
    made.addKernel(addName, 0, 60, 1);
    made.addKernel(addName, 1000, 1060, 2);
    made.addKernel(addName, 2000, 2900, 3); // interrupted
    const auto use = deviceUse(summaryOf(made.rows, everyThousand(3)), std::nullopt);
    ASSERT_TRUE(use);
    EXPECT_DOUBLE_EQ(use->busyInAllRatio, 0.06);
    EXPECT_DOUBLE_EQ(use->busyRatio.at(WorkKind::Elementwise), 0.06);
    EXPECT_EQ(use->kernels, 1);
    ASSERT_TRUE(use->busyInterval);
    EXPECT_GE(use->busyInterval->low, 0);
    EXPECT_LE(use->busyInterval->high, 1);
}

TEST(DeviceUse, CountsWholeLaunches)
{
    const auto use
        = deviceUse(tracedAs({{.durationNs = 10, .busyNs = {{WorkKind::Copy, 1}}, .launches = 899},
                        {.durationNs = 10, .busyNs = {{WorkKind::Copy, 1}}, .launches = 900}}),
            std::nullopt);
    ASSERT_TRUE(use);
    EXPECT_EQ(use->launches, 900);
}

TEST(DeviceUse, IsUnknownWhereNothingRanOnADevice)
{
    EXPECT_FALSE(deviceUse({}, std::nullopt));
    EXPECT_TRUE(deviceCalls({{.startNs = 0, .endNs = 100}}, TraceRows {}).empty());
    EXPECT_FALSE(
        deviceUse(tracedAs({{.durationNs = 100, .idleNs = {{IdleCause::Host, 100}}}}), 90));
}

TEST(DeviceUse, TakesWhatTheTraceAddedOutOfTheIdleTimeAlone)
{
    const auto use = deviceUse(hundred, 80.0);
    ASSERT_TRUE(use);
    EXPECT_DOUBLE_EQ(use->busyInAllRatio, 60.0 / 80);
    EXPECT_DOUBLE_EQ(use->busyRatio.at(WorkKind::Matmul), 40.0 / 80);
    EXPECT_DOUBLE_EQ(use->idleRatio.at(IdleCause::Host), 15.0 / 80);
    EXPECT_DOUBLE_EQ(use->idleRatio.at(IdleCause::Launch), 5.0 / 80);
    EXPECT_DOUBLE_EQ(hostBoundOf(use->idleRatio), 15.0 / 80);
    EXPECT_FALSE(use->idleRatio.contains(IdleCause::Other));
}

TEST(DeviceUse, LeavesUnexplainedWhatATracedCallDidNotHave)
{
    const auto use = deviceUse(hundred, 125.0);
    ASSERT_TRUE(use);
    EXPECT_DOUBLE_EQ(use->idleRatio.at(IdleCause::Host), 30.0 / 125);
    EXPECT_DOUBLE_EQ(use->idleRatio.at(IdleCause::Other), 25.0 / 125);
}

TEST(DeviceUse, AddsUpToOneForEveryMedian)
{
    for (const double median : {59.0, 60.0, 61.0, 100.0, 1e9}) {
        const auto use = deviceUse(hundred, median);
        ASSERT_TRUE(use);
        EXPECT_NEAR(sumOf(*use), 1, 1e-12) << median;
        EXPECT_LE(use->busyInAllRatio, 1);
    }
}

TEST(DeviceUse, IsUnknownWhereKernelsTakeLongerThanTheUntracedCall)
{
    const auto use = deviceUse(hundred, 50.0);
    ASSERT_FALSE(use);
    EXPECT_EQ(use.error().kind, ReasonKind::KernelsInterrupted);
}
