// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/block_size.h"
#include "tests/support/units.h"

#include <gtest/gtest.h>

namespace profiler {
namespace {

std::int64_t quickBlock(std::int64_t callNs)
{
    return callsPerBlock({.callNs = callNs, .rounds = 10, .effort = Effort::Quick});
}

TEST(BlockSize, FillsFiftyMilliseconds)
{
    EXPECT_EQ(quickBlock(50 * us), 1000);
    EXPECT_EQ(quickBlock(30 * us), 1667);
}

TEST(BlockSize, HasFiveCallsWhereTheyTakeASecondAtMost)
{
    EXPECT_EQ(quickBlock(20 * ms), 5);
    EXPECT_EQ(quickBlock(200 * ms), 5);
    EXPECT_EQ(quickBlock(300 * ms), 3);
    EXPECT_EQ(quickBlock(3000 * ms), 1);
}

TEST(BlockSize, IsRaisedUntilTheP99MayBeShown)
{
    const BlockSizeRequest request {.callNs = 10 * ms, .rounds = 20, .effort = Effort::Normal};
    EXPECT_EQ(callsPerBlock(request), 20) << "400 calls in 20 rounds";
}

TEST(BlockSize, IsAMultipleOfTheInputCycle)
{
    EXPECT_EQ(
        callsPerBlock({.callNs = 20 * ms, .rounds = 10, .effort = Effort::Quick, .inputCycle = 3}),
        6);
}

TEST(DiscardedCalls, LastUntilTheThreadsHaveSpreadOverTheCores)
{
    EXPECT_EQ(discardedCalls(40 * us), 500);
    EXPECT_EQ(discardedCalls(15 * ms), 3);
    EXPECT_EQ(discardedCalls(100 * ms), 3);
    EXPECT_EQ(discardedCalls(101 * ms), 1);
}

} // namespace
} // namespace profiler
