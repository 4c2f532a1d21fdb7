// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/call_budget.h"

#include <gtest/gtest.h>

namespace profiler {
namespace {

constexpr Blocks wanted {.rounds = 10, .calls = 50};

TEST(CallBudget, LeavesAsIsWhatIsCalledOftenEnough)
{
    const CallBudget budget(std::nullopt);
    EXPECT_EQ(budget.mostWarmUpCalls(), std::nullopt);
    EXPECT_EQ(budget.fitting(wanted, 1000, 3), wanted);
    EXPECT_EQ(CallBudget(2000).fitting(wanted, 100, 3), wanted);
}

TEST(CallBudget, MakesBlocksShorterBeforeItMakesThemFewer)
{
    EXPECT_EQ(CallBudget(300).fitting(wanted, 100, 3), (Blocks {.rounds = 10, .calls = 16}));
    EXPECT_EQ(CallBudget(130).fitting(wanted, 100, 3), (Blocks {.rounds = 6, .calls = 1}));
}

TEST(CallBudget, NeverAsksForMoreCallsThanThereAre)
{
    for (const std::int64_t calls : {1, 4, 10, 60, 200, 700}) {
        const auto used = calls / 3;
        const auto blocks = CallBudget(calls).fitting(wanted, used, 3);
        EXPECT_LE(used + blocks.rounds * (blocks.calls + 3 + 1), calls);
    }
}

TEST(CallBudget, GivesTheWarmUpAThird)
{
    EXPECT_EQ(CallBudget(300).mostWarmUpCalls(), 100);
    EXPECT_EQ(CallBudget(5).mostWarmUpCalls(), 3) << "the first one compiles";
}

} // namespace
} // namespace profiler
