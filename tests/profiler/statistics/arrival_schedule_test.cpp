// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/arrival_schedule.h"
#include "profiler/statistics/quantiles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

std::vector<double> gapsOf(const std::vector<std::int64_t>& times)
{
    std::vector<double> gaps;
    std::int64_t before = 0;
    for (const auto time : times) {
        gaps.push_back(static_cast<double>(time - before));
        before = time;
    }
    return gaps;
}

TEST(ArrivalSchedule, PoissonGapsAreExponential)
{
    const auto times = arrivalSchedule({.rate = 1000, .duration = 100s, .seed = 7});
    EXPECT_TRUE(std::ranges::is_sorted(times));
    const auto count = static_cast<double>(times.size());
    EXPECT_NEAR(count, 100'000, 3 * std::sqrt(100'000.0));
    const auto gaps = gapsOf(times);
    EXPECT_NEAR(*mean(gaps) / 1e6, 1, 0.01);
    EXPECT_NEAR(*standardDeviation(gaps) / 1e6, 1, 0.02) << "as large as the mean";
    EXPECT_NEAR(*quantile(gaps, 0.5) / 1e6, std::log(2), 0.02);
    EXPECT_NEAR(*quantile(gaps, 0.99) / 1e6, std::log(100), 0.1);
}

TEST(ArrivalSchedule, PoissonCountsSpreadAsTheirMean)
{
    const auto times = arrivalSchedule({.rate = 500, .duration = 200s, .seed = 11});
    std::vector<double> counts(2000);
    for (const auto time : times)
        ++counts[static_cast<std::size_t>(time / 100'000'000)];
    const double spread = *standardDeviation(counts);
    EXPECT_NEAR(spread * spread / *mean(counts), 1, 0.1);
}

TEST(ArrivalSchedule, TheSameSeedGivesTheSameList)
{
    const auto schedule = [](std::uint64_t seed) {
        return arrivalSchedule({.rate = 100, .duration = 1s, .seed = seed});
    };
    EXPECT_EQ(schedule(3), schedule(3));
    EXPECT_NE(schedule(3), schedule(4));
    EXPECT_NE(arrivalSeed(1, 0, 0, 1), arrivalSeed(1, 0, 1, 0));
    EXPECT_NE(arrivalSeed(1, 0, 0, 1), arrivalSeed(1, 1, 0, 0));
}

TEST(ArrivalSchedule, ConstantArrivalsHaveEqualGaps)
{
    EXPECT_THAT(arrivalSchedule({.arrivals = Arrivals::Constant, .rate = 4, .duration = 1s}),
        ElementsAre(0, 250'000'000, 500'000'000, 750'000'000));
}

TEST(ArrivalSchedule, AReplayedTraceIsStretchedToItsRateAndCutAtTheEnd)
{
    const std::vector<std::int64_t> trace {0, 100, 300, 400};
    EXPECT_DOUBLE_EQ(rateOf(trace), 3 / 400e-9);
    EXPECT_THAT(arrivalSchedule({.arrivals = Arrivals::Replay,
                    .rate = rateOf(trace) / 2,
                    .duration = 700ns,
                    .replayed = trace}),
        ElementsAre(0, 200, 600));
    EXPECT_EQ(rateOf(std::vector<std::int64_t> {5}), 0);
}

/// What `tests/support/loadgen_gaps.py` prints; nothing where there is no LoadGen.
std::vector<double> gapsOfLoadGen(double rate, int milliseconds)
{
    const auto command = std::string(FUSESCOPE_PYTHON)
        + " " FUSESCOPE_SOURCE_DIR "/tests/support/loadgen_gaps.py " + std::to_string(rate) + " "
        + std::to_string(milliseconds);
    std::vector<double> gaps;
    auto* pipe = ::popen(command.c_str(), "r"); // NOLINT(cert-env33-c): our own script
    if (pipe == nullptr)
        return gaps;
    for (double gap = 0; std::fscanf(pipe, "%lf", &gap) == 1;) // NOLINT(cert-err34-c)
        gaps.push_back(gap);
    ::pclose(pipe);
    return gaps;
}

TEST(ArrivalSchedule, IsThatOfMlCommonsLoadGen)
{
    const auto theirs = gapsOfLoadGen(100, 6000);
    if (theirs.empty())
        GTEST_SKIP() << "mlcommons-loadgen is not installed beside FUSESCOPE_PYTHON's torch";
    const auto ours = gapsOf(arrivalSchedule({.rate = 100, .duration = 600s}));
    ASSERT_GT(theirs.size(), 300U);
    const double spread = 1 / std::sqrt(static_cast<double>(theirs.size()));
    EXPECT_NEAR(*mean(theirs) / *mean(ours), 1, 4 * spread);
    EXPECT_NEAR(*standardDeviation(theirs) / *standardDeviation(ours), 1, 6 * spread);
    for (const double p : {0.75, 0.9, 0.95}) // its thread wakes up too late for short gaps
        EXPECT_NEAR(*quantile(theirs, p) / *quantile(ours, p), 1, 6 * spread) << p;
}

} // namespace
} // namespace profiler
