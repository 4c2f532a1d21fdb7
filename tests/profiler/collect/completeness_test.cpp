// SPDX-License-Identifier: Apache-2.0
#include "tests/support/file_limit.h"
#include "trace_fixture.h"

#include <gmock/gmock.h>

#include <cstdint>

/// Each way in which a trace can be incomplete, one by one.
namespace {

using namespace collect_test;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr CUpti_CallbackId beginCapture = 315;
constexpr CUpti_CallbackId endCapture = 319;
constexpr CUpti_CallbackId graphLaunch = 311;
constexpr CUpti_CallbackId deviceSynchronise = 165;

/// `nodes` kernels of each of `replays` launches of one graph, all from `thread`.
void addReplays(RecordBuffer& buffer, std::uint32_t graph, int replays, int nodes,
    std::uint64_t start = 10'000, std::uint32_t firstLaunch = 100)
{
    for (int replay = 0; replay < replays; ++replay) {
        const auto launch = firstLaunch + static_cast<std::uint32_t>(replay);
        buffer.add(MadeUpCall {.correlation = launch, .id = graphLaunch});
        for (int node = 0; node < nodes; ++node)
            buffer.add(MadeUpKernel {.start = start,
                .end = start + 10,
                .correlation = launch,
                .graph = graph,
                .node = static_cast<std::uint64_t>(node) + 1});
    }
}

TEST_F(Trace, IsCompleteWhenEveryLaunchHasItsKernelInWhateverOrder)
{
    RecordBuffer kernels;
    RecordBuffer calls;
    for (std::uint32_t i = 1; i <= 1000; ++i) {
        kernels.add(MadeUpKernel {.correlation = 1001 - i});
        calls.add(MadeUpCall {.correlation = i, .thread = 40 + i % 2});
    }
    calls.add(MadeUpCall {.correlation = 2000, .id = deviceSynchronise});
    decode(kernels);
    decode(calls);
    (void)finish();
    EXPECT_EQ(losses(), profiler::TraceLosses {});
}

TEST_F(Trace, CountsLaunchesThatLeftNothingOnTheDevice)
{
    RecordBuffer buffer;
    buffer.add(MadeUpCall {.correlation = 1})
        .add(MadeUpCall {.correlation = 2})
        .add(MadeUpCall {.correlation = 3, .result = 700})
        .add(MadeUpKernel {.correlation = 1});
    decode(buffer);
    EXPECT_THAT(finish().apis.result, ElementsAre(0, 0, 700));
    EXPECT_EQ(losses().launchesWithoutKernel, 1) << "a launch that failed is not expected to run";
}

TEST_F(Trace, CountsKernelsThatNobodyLaunched)
{
    decode(RecordBuffer()
               .add(MadeUpCall {.correlation = 1})
               .add(MadeUpKernel {.correlation = 1})
               .add(MadeUpKernel {.correlation = 9}));
    (void)finish();
    EXPECT_EQ(losses().kernelsWithoutLaunch, 1);
}

TEST_F(Trace, ExpectsNothingOfLaunchesThatAreCaptured)
{
    RecordBuffer buffer;
    buffer.add(MadeUpCall {.correlation = 1, .id = beginCapture})
        .add(MadeUpCall {.correlation = 2})
        .add(MadeUpCall {.correlation = 3, .thread = 99})
        .add(MadeUpCall {.correlation = 4, .id = endCapture})
        .add(MadeUpCall {.correlation = 5})
        .add(MadeUpKernel {.correlation = 3})
        .add(MadeUpKernel {.correlation = 5});
    decode(buffer);
    (void)finish();
    EXPECT_EQ(losses(), profiler::TraceLosses {});
}

TEST_F(Trace, IsCompleteWhenEveryReplayOfAGraphRunsAllItsNodes)
{
    RecordBuffer buffer;
    addReplays(buffer, 3, 100, 20);
    decode(buffer);
    const auto spool = finish();
    EXPECT_EQ(losses(), profiler::TraceLosses {});
    EXPECT_EQ(spool.kernels.size(), 2000U);
    EXPECT_EQ(spool.kernels.node[41], 2);
    EXPECT_EQ(tables().counts().graphLaunches, 100);
    EXPECT_EQ(tables().counts().graphRecords, 2000);
}

TEST_F(Trace, KeepsAReplayAsOneRowWhereItIsRecordedWhole)
{
    RecordBuffer buffer;
    for (std::uint32_t launch = 1; launch <= 10; ++launch)
        buffer.add(MadeUpCall {.correlation = launch, .id = graphLaunch})
            .addGraph({.start = 10'000, .end = 10'400, .correlation = launch, .graph = 3});
    decode(buffer);
    const auto spool = finish();
    ASSERT_EQ(spool.kernels.size(), 10U);
    EXPECT_EQ(spool.kernelName(0), "(CUDA graph)");
    EXPECT_EQ(spool.kernels.durationNs[9], 400);
    EXPECT_EQ(spool.kernels.graph[9], 1);
    EXPECT_TRUE(spool.namesCameFirst);
    EXPECT_EQ(losses(), profiler::TraceLosses {});
}

TEST_F(Trace, SaysWhenAReplayRanFewerNodes)
{
    RecordBuffer buffer;
    addReplays(buffer, 3, 10, 20);
    addReplays(buffer, 3, 1, 19, 20'000, 500);
    addReplays(buffer, 4, 5, 7, 30'000, 600);
    decode(buffer);
    (void)finish();
    ASSERT_EQ(losses().reasons.size(), 1U);
    EXPECT_THAT(losses().reasons[0], HasSubstr("1 CUDA graphs"));
}

TEST_F(Trace, PutsReplaysTogetherWhoseRecordsAreMixed)
{
    RecordBuffer early;
    RecordBuffer late;
    for (std::uint32_t launch = 0; launch < 50; ++launch) {
        early.add(MadeUpCall {.correlation = launch, .id = graphLaunch});
        early.add(MadeUpKernel {.correlation = launch, .graph = 3, .node = 1});
        late.add(MadeUpKernel {.correlation = launch, .graph = 3, .node = 2});
    }
    decode(early);
    decode(late);
    (void)finish();
    EXPECT_EQ(losses(), profiler::TraceLosses {});
}

TEST_F(Trace, TellsGraphsApartThatHadTheSameIdOneAfterTheOther)
{
    graphs().created(3, 5'000);
    RecordBuffer buffer;
    addReplays(buffer, 3, 2, 20, 10'000, 100);
    decode(buffer);
    graphs().created(3, 50'000);
    RecordBuffer reused;
    addReplays(reused, 3, 2, 5, 60'000, 200);
    addReplays(reused, 3, 1, 20, 20'000, 300); // of before, delivered late
    decode(reused);
    const auto spool = finish();
    EXPECT_THAT(losses().reasons, IsEmpty()) << "20 and 5 nodes belong to two graphs";
    EXPECT_EQ(spool.kernels.graph.front(), spool.kernels.graph.back());
    EXPECT_NE(spool.kernels.graph[0], spool.kernels.graph[40]);
    EXPECT_NE(spool.kernels.graph[0], 0);
}

TEST_F(Trace, KeepsWhatWasWholeWhenTheDiskIsFull)
{
    RecordBuffer buffer;
    for (std::uint32_t i = 0; i < 150'000; ++i)
        buffer.add(MadeUpKernel {.correlation = i});
    {
        const tests::FileLimit limit(5'000'000); // one chunk fits
        decode(buffer);
    }
    const auto spool = finish();
    EXPECT_THAT(spool.fault, IsEmpty());
    EXPECT_EQ(spool.kernels.size(), 65'536U);
    EXPECT_EQ(losses().spansLost, 150'000 - 65'536);
    EXPECT_THAT(losses().reasons, Contains(HasSubstr("the disk took no more")));
}

TEST_F(Trace, KeepsWhatTheSessionAdds)
{
    decode(RecordBuffer().add(MadeUpKernel {.start = 0}));
    const auto all = tables().finish(
        {.dropped = 3, .refused = 2, .clockStepNs = -5, .reasons = {"another sentence"}});
    const auto stored = readSpool(file()).losses;
    ASSERT_TRUE(stored.has_value());
    EXPECT_EQ(*stored, all);
    EXPECT_EQ(all.dropped, 3);
    EXPECT_EQ(all.refused, 2);
    EXPECT_EQ(all.clockStepNs, -5);
    EXPECT_EQ(all.zeroTimestamps, 1);
    EXPECT_THAT(all.reasons, ElementsAre("another sentence"));
}

} // namespace
