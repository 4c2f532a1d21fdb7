// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/duration_histogram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

using namespace profiler;
using testing::DoubleEq;
using testing::ElementsAre;

namespace {

using Ns = std::vector<std::int64_t>;

} // namespace

TEST(DurationHistogram, PutsBothSidesIntoTheSameEqualBins)
{
    const auto histogram = durationHistogram(Ns {10, 10, 13, 15}, Ns {15, 23, 24});
    EXPECT_FALSE(histogram.logarithmic);
    EXPECT_THAT(histogram.edgesNs, ElementsAre(10, 12, 14, 16, 18, 20, 22, 24));
    ASSERT_TRUE(histogram.sides[0] && histogram.sides[1]);
    EXPECT_THAT(histogram.sides[0]->counts, ElementsAre(2, 1, 1, 0, 0, 0, 0));
    EXPECT_THAT(histogram.sides[1]->counts, ElementsAre(0, 0, 1, 0, 0, 0, 2)) << "24 is the last";
    EXPECT_EQ(histogram.sides[0]->all, 4);
    EXPECT_DOUBLE_EQ(histogram.sides[0]->medianNs, 11.5);
    EXPECT_DOUBLE_EQ(histogram.sides[1]->medianNs, 23);
}

TEST(DurationHistogram, IsLogarithmicOverAWideSpread)
{
    const auto histogram = durationHistogram(Ns {1, 9, 99, 9'999'999}, Ns {10'000'000});
    EXPECT_TRUE(histogram.logarithmic);
    ASSERT_EQ(histogram.bins(), 7U);
    for (std::size_t i = 0; i < 7; ++i)
        EXPECT_NEAR(histogram.edgesNs[i + 1] / histogram.edgesNs[i], 10, 1e-9);
    EXPECT_THAT(histogram.sides[0]->counts, ElementsAre(2, 1, 0, 0, 0, 0, 1));
    EXPECT_THAT(histogram.sides[1]->counts, ElementsAre(0, 0, 0, 0, 0, 0, 1));
}

TEST(DurationHistogram, CountsWhatTookNoTimeInTheFirstBin)
{
    const auto histogram = durationHistogram(Ns {0, 0, 500}, {});
    EXPECT_TRUE(histogram.logarithmic);
    EXPECT_THAT(histogram.edgesNs.front(), DoubleEq(1));
    EXPECT_EQ(histogram.sides[0]->counts.front(), 2);
    EXPECT_FALSE(histogram.sides[1]);
}

TEST(DurationHistogram, OfEqualOnesHasThemInItsMiddle)
{
    const auto histogram = durationHistogram({}, Ns {700, 700, 700});
    EXPECT_THAT(histogram.edgesNs, ElementsAre(630, 650, 670, 690, 710, 730, 750, 770));
    EXPECT_THAT(histogram.sides[1]->counts, ElementsAre(0, 0, 0, 3, 0, 0, 0));
    EXPECT_FALSE(histogram.sides[0]);
    EXPECT_THAT(durationHistogram(Ns {0}, {}).sides[0]->counts, ElementsAre(1));
}

TEST(DurationHistogram, OfNothingIsNothing)
{
    EXPECT_EQ(durationHistogram({}, {}).bins(), 0U);
}

TEST(DurationHistogram, LosesNoDurationOfManyOnes)
{
    Ns many(10'000);
    for (std::size_t i = 0; i < many.size(); ++i)
        many[i] = 3'000 + static_cast<std::int64_t>(i * i % 7'919);
    std::ranges::sort(many);
    const auto histogram = durationHistogram(many, many);
    EXPECT_EQ(histogram.bins(), 36U) << "not more than can be drawn";
    const auto& counts = histogram.sides[0]->counts;
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t {0}), 10'000);
}
