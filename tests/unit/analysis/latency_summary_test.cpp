// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/latency_summary.h"

#include <gtest/gtest.h>

#include <numeric>

namespace profiler {
namespace {

Lane laneOf(int calls, double fastestNs)
{
    Lane lane {.state = LaneState::Steady};
    lane.blocks.push_back({.medianNs = fastestNs});
    lane.blocks.back().callsNs.resize(static_cast<std::size_t>(calls));
    std::iota(lane.blocks.back().callsNs.begin(), lane.blocks.back().callsNs.end(), fastestNs);
    return lane;
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

TEST(PercentileOver, OfNoRepetitionHasNothing)
{
    const auto p95 = percentileOver({}, 0.95);
    EXPECT_FALSE(p95.ns);
    EXPECT_EQ(p95.has, 0);
}

} // namespace
} // namespace profiler
