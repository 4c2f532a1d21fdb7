// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/latency_summary.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/t_interval.h"

#include <gtest/gtest.h>

#include <numeric>
#include <utility>

namespace profiler {
namespace {

Lane laneOf(int calls, double fastestNs)
{
    TimedBlock block {.medianNs = fastestNs};
    block.callsNs.resize(static_cast<std::size_t>(calls));
    std::iota(block.callsNs.begin(), block.callsNs.end(), fastestNs);
    return {.state = LaneState::Steady, .blocks = TimedBlocks({std::move(block)})};
}

// A round that was repeated gave one repetition more calls, and it was the fastest: its p95 lay
// below the median of all three.
TEST(PercentileOver, IsNotShownForOneRepetitionOfThree)
{
    const auto p95 = percentileOver({laneOf(75, 1000), laneOf(70, 2000), laneOf(70, 2000)}, 0.95);
    EXPECT_FALSE(p95.ns);
    EXPECT_EQ(p95.needs, 72);
    EXPECT_EQ(p95.has, 70);
}

TEST(PercentileOver, LeavesOutTheFewRepetitionsWithTooFewCalls)
{
    const auto p95 = percentileOver({laneOf(101, 1000), laneOf(20, 9000), laneOf(101, 2000)}, 0.95);
    EXPECT_EQ(p95.has, 101);
    EXPECT_EQ(p95.ns, 1595) << "the median of 1095 and 2095";
    EXPECT_EQ(p95.lowNs, 1095);
    EXPECT_EQ(p95.highNs, 2095);
}

// Three processes whose p90 lie far apart: the t interval began below any call.
TEST(PercentileOver, HasAnIntervalThatEndsWhereTheDataEnd)
{
    const auto p90 = percentileOver({laneOf(101, 1000), laneOf(101, 1200), laneOf(101, 9000)}, 0.9);
    ASSERT_TRUE(p90.ns);
    EXPECT_FALSE(p90.lowNs) << "beyond both ends it says nothing";
    EXPECT_FALSE(p90.highNs);
    const auto oneEnd = withinObserved(Interval {5, 1, 7}, 2, 9);
    ASSERT_TRUE(oneEnd);
    EXPECT_EQ(oneEnd->low, 2);
    EXPECT_EQ(oneEnd->high, 7);
    const auto near
        = percentileOver({laneOf(101, 1000), laneOf(101, 1001), laneOf(101, 1002)}, 0.9);
    EXPECT_GE(*near.lowNs, 1000);
    EXPECT_LE(*near.highNs, 1102);
}

TEST(PercentileOver, OfNoRepetitionHasNothing)
{
    const auto p95 = percentileOver({}, 0.95);
    EXPECT_FALSE(p95.ns);
    EXPECT_EQ(p95.has, 0);
}

} // namespace
} // namespace profiler
