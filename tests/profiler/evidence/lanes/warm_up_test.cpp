// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/block_size.h"
#include "profiler/evidence/lanes/warm_up.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace {

using namespace profiler;

/// `ms(i)` with 2 % of noise.
template <typename Level>
std::vector<std::int64_t> calls(int count, Level ms)
{
    std::mt19937_64 generator(7);
    std::vector<std::int64_t> result;
    for (int i = 0; i < count; ++i) {
        const double unit = static_cast<double>(generator() >> 11U) * 0x1p-53;
        result.push_back(std::llround(ms(i) * 1e6 * (0.98 + 0.04 * unit)));
    }
    return result;
}

TEST(WarmUp, IsSteadyAfterAShortSettling)
{
    const auto judgement = judgeWarmUp(calls(400, [](int i) { return i < 60 ? 2.0 : 1.0; }));
    EXPECT_TRUE(judgement.steady) << judgement.reason;
    EXPECT_NEAR(static_cast<double>(judgement.steadyFrom), 60, 6);
    EXPECT_FALSE(judgement.noisy);
}

TEST(WarmUp, IsNotSteadyWhereCallsGotFasterInTheLastHalf)
{
    const auto judgement = judgeWarmUp(calls(400, [](int i) { return i < 250 ? 1.0 : 0.5; }));
    EXPECT_FALSE(judgement.steady);
    EXPECT_FALSE(judgement.reason.empty());
    EXPECT_EQ(judgement.steadyFrom, 400);
}

TEST(WarmUp, ForgivesAFirstCallThatCompiled)
{
    const auto judgement = judgeWarmUp(calls(24, [](int i) { return i == 0 ? 19'000.0 : 45.0; }));
    EXPECT_TRUE(judgement.steady) << judgement.reason;
    EXPECT_EQ(judgement.steadyFrom, 1) << "the call itself is no steady one";
}

TEST(WarmUp, SaysNoisyWhereCallsScatter)
{
    const auto judgement = judgeWarmUp(calls(40, [](int i) { return i % 2 == 0 ? 40.0 : 52.0; }));
    EXPECT_TRUE(judgement.noisy);
}

TEST(WarmUp, OfNothingIsNotSteady)
{
    EXPECT_FALSE(judgeWarmUp({}).steady);
    EXPECT_FALSE(judgeWarmUp(calls(2, [](int) { return 50.0; })).steady);
}

TEST(WarmUp, BeginsWithHalfASecondAndAtLeastTwentyGroups)
{
    EXPECT_EQ(firstWarmUpCalls(1'000'000), 500);
    EXPECT_EQ(firstWarmUpCalls(10'000'000), 100);
    EXPECT_EQ(firstWarmUpCalls(12'500'000), 40) << "single calls";
    EXPECT_EQ(firstWarmUpCalls(200'000'000), 12);
}

TEST(WarmUp, IsDoubledFourTimesAtMost)
{
    EXPECT_EQ(moreWarmUpCalls({.calls = 100, .elapsedNs = 1'000'000'000, .doublings = 0}), 100);
    EXPECT_EQ(
        moreWarmUpCalls({.calls = 100, .elapsedNs = 1'000'000'000, .doublings = 4}), std::nullopt);
    EXPECT_EQ(
        moreWarmUpCalls({.calls = 40, .elapsedNs = 31'000'000'000, .doublings = 1}), std::nullopt);
}

TEST(BlockSize, FillsFiftyMillisecondsAndShowsTheTail)
{
    EXPECT_EQ(callsPerBlock({.callNs = 1'000'000, .effort = Effort::Quick}), 50);
    EXPECT_EQ(callsPerBlock({.callNs = 20'000'000, .effort = Effort::Quick}), 5);
    EXPECT_EQ(callsPerBlock({.callNs = 20'000'000}), 20) << "20 rounds of 20 calls show p99";
    EXPECT_EQ(callsPerBlock({.callNs = 400'000'000}), 2);
    EXPECT_EQ(callsPerBlock({.callNs = 5'000'000'000}), 1);
    EXPECT_EQ(callsPerBlock({.callNs = 1'000'000, .effort = Effort::Quick, .inputCycle = 8}), 56);
}

} // namespace
