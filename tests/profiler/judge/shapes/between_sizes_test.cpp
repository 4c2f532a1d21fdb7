// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/shapes/between_sizes.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/shape_sweep.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

std::vector<Case> lengths(const std::string& word)
{
    return *sweptCases(
        {*sweepAxisFrom(word)}, {{.tensor = {.name = "x", .dtype = "float32"}, .sizes = {"seq"}}});
}

/// One variant that takes `ns` of a size, known to a hundredth.
ShapeSeries measured(const std::vector<Case>& cases, const std::function<double(std::int64_t)>& ns)
{
    Plan plan;
    plan.cases = cases;
    ShapeSeries series {.grid = shapeGrid(plan), .strategies = {{.name = "eager"}}};
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const double time = ns(series.grid.sizes[i].front());
        series.strategies.front().points.push_back({.caseIndex = static_cast<int>(i),
            .sizes = series.grid.sizes[i],
            .ns = Interval {time, 0.99 * time, 1.01 * time}});
    }
    return series;
}

std::vector<std::int64_t> sizesOf(const std::vector<Case>& cases)
{
    std::vector<std::int64_t> sizes;
    sizes.reserve(cases.size());
    for (const auto& each : cases)
        sizes.push_back(namedSizes(each).at("seq"));
    return sizes;
}

/// Goes on as `record --adaptive` does.
std::vector<Case> untilNoBendIsLeft(
    const std::vector<Case>& sweep, const std::function<double(std::int64_t)>& ns)
{
    auto cases = firstCases(sweep);
    while (true) {
        const auto next = casesAtBends(measured(cases, ns), cases, sweep);
        if (next.empty())
            return cases;
        cases.insert(cases.end(), next.begin(), next.end());
    }
}

TEST(AdaptiveSweep, BeginsWithFiveSizes)
{
    EXPECT_THAT(sizesOf(firstCases(lengths("seq=16:640:16"))), ElementsAre(16, 160, 320, 480, 640));
    EXPECT_THAT(sizesOf(firstCases(lengths("seq=8,9,10"))), ElementsAre(8, 9, 10));
}

TEST(AdaptiveSweep, MeasuresNothingMoreOnALine)
{
    const auto sweep = lengths("seq=16:640:16");
    const auto cases
        = untilNoBendIsLeft(sweep, [](std::int64_t size) { return 1e5 + 2e3 * double(size); });
    EXPECT_EQ(cases.size(), 5U);
}

TEST(AdaptiveSweep, ComesToTheTwoSizesBesideAStep)
{
    const auto sweep = lengths("seq=16:640:16");
    const auto cases
        = untilNoBendIsLeft(sweep, [](std::int64_t size) { return size > 200 ? 2e6 : 1e6; });
    EXPECT_THAT(sizesOf(cases), testing::IsSupersetOf({192, 208}));
    EXPECT_LT(cases.size(), 20U) << "of 40";
}

TEST(LeftOut, IsTheDistanceFromTheLineBetweenNeighbours)
{
    const auto series = measured(
        lengths("seq=10,20,40"), [](std::int64_t size) { return size == 20 ? 250. : 100.; });
    const auto worst = worstLeftOut(series);
    ASSERT_TRUE(worst);
    EXPECT_THAT(worst->sizes, ElementsAre(20));
    EXPECT_DOUBLE_EQ(worst->readOffNs, 100);
    EXPECT_DOUBLE_EQ(worst->errorRatio(), 0.6);
}

TEST(LeftOut, LeavesOutWhatRanEagerAndNeedsTwoNeighbours)
{
    auto series = measured(lengths("seq=10,20,40"), [](std::int64_t) { return 100.; });
    series.strategies.front().points[1].ranEager = true;
    EXPECT_FALSE(worstLeftOut(series));
    EXPECT_THAT(
        leftOutSizes(measured(lengths("seq=10,20"), [](std::int64_t) { return 1.; })), IsEmpty());
}

TEST(ShapeSeries, HasAddedCasesBetweenTheOthers)
{
    auto cases = lengths("seq=10,40");
    const auto more = lengths("seq=20");
    cases.insert(cases.end(), more.begin(), more.end());
    EXPECT_THAT(measured(cases, [](std::int64_t) { return 1.; }).bySize(), ElementsAre(0, 2, 1));
}

} // namespace
