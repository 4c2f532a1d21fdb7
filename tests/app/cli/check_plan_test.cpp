// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check/check_plan.h"

#include <gtest/gtest.h>

#include <chrono>

namespace tests {
namespace {

profiler::Plan planOf(int variants)
{
    profiler::Plan plan;
    for (int i = 0; i < variants; ++i)
        plan.variants.push_back({.name = std::to_string(i)});
    return plan;
}

} // namespace

TEST(StructurePlan, HasAColdProcessOnlyWhereALimitAsksForOne)
{
    auto plan = planOf(2);
    EXPECT_EQ(cli::structurePlan(plan, false).protocol.coldEmpty, 0);
    plan.goal.limits.p99 = std::chrono::seconds(1);
    EXPECT_EQ(cli::structurePlan(plan, false).protocol.coldEmpty, 0);
    plan.goal.caseLimits["s32"].memoryBytes = 1;
    EXPECT_EQ(cli::structurePlan(plan, false).protocol.coldEmpty, 1);
    plan.goal.caseLimits.clear();
    plan.goal.limits.compile = std::chrono::seconds(1);
    EXPECT_EQ(cli::structurePlan(plan, false).protocol.coldEmpty, 1);
}

TEST(StructurePlan, HoldsNoMoreThanTwoLanesInMemoryWhereNobodyKnowsTheirSize)
{
    using profiler::Placement;
    EXPECT_EQ(cli::structurePlan(planOf(1), false).protocol.placement, Placement::Lanes);
    EXPECT_EQ(cli::structurePlan(planOf(2), false).protocol.placement, Placement::Lanes);
    EXPECT_EQ(cli::structurePlan(planOf(3), false).protocol.placement, Placement::Pairs);
}

TEST(TimingPlan, MeasuresMemoryAndJudgesTheMargin)
{
    const auto plan = cli::timingPlan(planOf(2), 0.07, std::chrono::minutes(3));
    EXPECT_EQ(plan.goal.minimumEffect, 0.07);
    EXPECT_EQ(plan.protocol.totalTimeLimit, std::chrono::minutes(3));
    EXPECT_GE(plan.protocol.coldEmpty, 2) << "one process has no interval";
}

} // namespace tests
