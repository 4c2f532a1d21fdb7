// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_info.h"
#include "profiler/model/facts/process_facts.h"
#include "recording_fixture.h"

#include <algorithm>

namespace profiler {
namespace {

class PairedRecording : public RecordingTest { };

TEST_F(PairedRecording, MeasuresEagerAndCompiledInLockStep)
{
    const auto plan = planFor("builtin:mlp");
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->status, ComparisonStatus::Complete) << wholeLog();
    EXPECT_EQ(outcome->variantsFailed, 0) << outcome->reason << "\n" << wholeLog();

    const auto lanes = processes(ProcessKind::Paired);
    ASSERT_EQ(lanes.size(), 2U);
    for (const auto* lane : lanes) {
        ASSERT_TRUE(lane->end);
        EXPECT_EQ(lane->end->outcome, ProcessOutcome::Finished) << lane->end->reason;
        EXPECT_GT(lane->start.pid, 0);
        ASSERT_EQ(lane->steady.size(), 1U);
        const auto blocks = timedBlocksOf(*lane);
        ASSERT_GE(blocks.size(), 3U);
        for (const auto* block : blocks) {
            EXPECT_GE(block->wallNs.size(), 5U);
            EXPECT_TRUE(std::all_of(block->wallNs.begin(), block->wallNs.end(),
                [](std::int64_t ns) { return ns > 0; }));
        }
        EXPECT_EQ(lane->proofs.size(), blocks.size() + 1) << "one before round 1, one after each";
        EXPECT_EQ(lane->proofs.front().afterBlock, -1);
    }
    // In lock step: the lanes' blocks of one round stand together in time.
    const auto eager = timedBlocksOf(*lanes[0]);
    const auto compiled = timedBlocksOf(*lanes[1]);
    for (std::size_t round = 1; round < 3; ++round) {
        EXPECT_GT(eager[round]->started, compiled[round - 1]->started);
        EXPECT_GT(compiled[round]->started, eager[round - 1]->started);
    }
    EXPECT_FALSE(lanes[1]->compiles.empty());
    EXPECT_TRUE(lanes[0]->compiles.empty());
    EXPECT_EQ(data().plan.cases.size(), 1U) << "the callable's own inputs make the case";
}

} // namespace
} // namespace profiler
