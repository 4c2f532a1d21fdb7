// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_curve.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

using namespace profiler;

namespace {

/// By looking at every nanosecond.
std::optional<double> largestByHand(
    const std::vector<std::pair<std::int64_t, double>>& readings, TimeSpan range)
{
    std::optional<double> most;
    for (auto time = range.begin; time < std::max(range.end, range.begin + 1); ++time) {
        std::optional<double> holds;
        std::int64_t newest = std::numeric_limits<std::int64_t>::min();
        for (const auto& [at, value] : readings)
            if (at <= time && at >= newest) {
                newest = at;
                holds = value;
            }
        if (holds)
            most = std::max(most.value_or(*holds), *holds);
    }
    return most;
}

} // namespace

TEST(TimelineCurve, HasTheLargestOfAnyRange)
{
    std::mt19937 engine(7);
    std::uniform_int_distribution<std::int64_t> times(0, 400);
    std::uniform_int_distribution<int> values(0, 1000);
    for (int round = 0; round < 20; ++round) {
        std::vector<std::pair<std::int64_t, double>> readings;
        for (int i = 0; i < 1 + round * 12; ++i)
            readings.emplace_back(times(engine) + 5, values(engine));
        const TimelineCurve curve(readings);
        for (int i = 0; i < 30; ++i) {
            const auto one = times(engine);
            const auto other = times(engine);
            const TimeSpan range {std::min(one, other), std::max(one, other) + 1};
            EXPECT_EQ(curve.largestIn(range), largestByHand(readings, range));
            EXPECT_EQ(curve.at(one), largestByHand(readings, {one, one + 1}));
            const auto columns = curve.columns(range, 7);
            ASSERT_EQ(columns.size(), 7U);
            std::optional<double> most;
            for (const auto& column : columns)
                if (column)
                    most = std::max(most.value_or(*column), *column);
            EXPECT_EQ(most, curve.largestIn(range)) << "columns together are the range";
        }
    }
}

TEST(TimelineCurve, KnowsNothingBeforeItsFirstReading)
{
    const TimelineCurve curve({{100, 5}, {200, 3}});
    EXPECT_FALSE(curve.at(99));
    EXPECT_FALSE(curve.largestIn({0, 100}));
    EXPECT_EQ(curve.largestIn({0, 101}), 5);
    EXPECT_EQ(curve.at(1'000), 3) << "the last one holds on";
    EXPECT_FALSE(TimelineCurve().largestIn({0, 10}));
    EXPECT_EQ(TimelineCurve().columns({0, 10}, 3).size(), 3U);
}

TEST(TimelineCurve, BearsAnyBits)
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    const TimelineCurve curve({{most, 1}, {least, 2}, {0, std::numeric_limits<double>::quiet_NaN()},
        {1, std::numeric_limits<double>::infinity()}});
    EXPECT_EQ(curve.largest(), 2);
    EXPECT_EQ(curve.at(0), 2);
    EXPECT_EQ(curve.columns({least, most}, 4).size(), 4U);
}
