// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/serving/pool_simulation.h"
#include "tests/support/units.h"

#include <gtest/gtest.h>

#include <cmath>

namespace profiler {
namespace {

using namespace std::chrono_literals;

TEST(PoolSimulation, OneRequestACallIsAQueueWithFixedServiceTimes)
{
    const BatchTimes times({{1, 2 * millisecond}});
    const auto figures = simulatePool(times, {.rate = 400, .duration = 600s});
    // M/D/1 at a load of 0.8, by Crommelin's series.
    EXPECT_NEAR(*figures.median.ns / millisecond, 4.55, 0.2);
    EXPECT_NEAR(*figures.tail.ns / millisecond, 22.7, 2);
    EXPECT_NEAR(figures.achieved, 400, 8);
    EXPECT_DOUBLE_EQ(figures.meanBatch, 1);
}

TEST(PoolSimulation, BatchesServeMoreWhereACallOfManyCostsLittleMore)
{
    const BatchTimes times({{1, 10 * millisecond}, {8, 12 * millisecond}});
    const double alone = poolRateWithin(times, {.batchLimit = 1}, 50 * millisecond);
    const double batched = poolRateWithin(times, {.batchLimit = 8}, 50 * millisecond);
    EXPECT_LT(alone, 100);
    EXPECT_GT(alone, 50);
    EXPECT_GT(batched, 4 * alone) << "12 ms for up to eight";
    EXPECT_LT(batched, 8 / 12e-3);
}

TEST(PoolSimulation, WaitingForABatchCostsLatencyAtLowRates)
{
    const BatchTimes times({{1, 1 * millisecond}, {8, 2 * millisecond}});
    const auto at = [&](nanoseconds wait) {
        return simulatePool(times, {.rate = 50, .batchLimit = 8, .batchWait = wait});
    };
    EXPECT_LT(*at(0ms).median.ns, 1.5 * millisecond);
    EXPECT_GT(*at(20ms).median.ns, 15 * millisecond);
    EXPECT_GT(at(20ms).meanBatch, at(0ms).meanBatch);
}

TEST(PoolSimulation, TwoWorkersServeMoreThanTwiceWithinALimit)
{
    const BatchTimes times({{1, 5 * millisecond}});
    const double one = poolRateWithin(times, {.workers = 1}, 20 * millisecond);
    const double two = poolRateWithin(times, {.workers = 2}, 20 * millisecond);
    EXPECT_GT(two, 2 * one) << "they share one queue";
    EXPECT_LT(two, 400);
}

TEST(PoolSimulation, FindsNoRateWhereACallAloneIsTooLong)
{
    EXPECT_EQ(poolRateWithin(BatchTimes({{1, 5 * millisecond}}), {}, 4 * millisecond), 0);
}

} // namespace
} // namespace profiler
