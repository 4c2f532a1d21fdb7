// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/recommendation.h"
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/reason_text.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace profiler;

namespace {

Contender faster(int variant, Interval ratio, double medianMs)
{
    return {.variant = variant,
        .name = "v" + std::to_string(variant),
        .verdict = Verdict::Faster,
        .ratio = ratio.estimate,
        .interval = ratio,
        .costs = {std::log(medianMs)},
        .repetitions = 3};
}

TEST(Recommendation, GoesByTheGoalAmongSpeedUpsThatDoNotDiffer)
{
    // Of the sample: calls side by side rank one way, medians the other.
    const std::vector contenders {faster(1, {1.54, 1.21, 1.97}, 0.912),
        faster(2, {1.84, 1.78, 1.90}, 0.887), faster(3, {1.76, 1.50, 2.07}, 0.844)};
    const auto said = recommendAmong(Plan {}, contenders);
    EXPECT_EQ(said.kind, RecommendationKind::Recommended);
    EXPECT_EQ(said.variant, 3);
    EXPECT_EQ(
        reasonText(said.reason), "the lowest median among variants whose speed-ups do not differ");
}

TEST(Recommendation, GoesByTheSpeedUpWhereItDiffers)
{
    const std::vector contenders {
        faster(1, {1.9, 1.85, 1.95}, 0.9), faster(2, {1.5, 1.45, 1.55}, 0.8)};
    const auto said = recommendAmong(Plan {}, contenders);
    EXPECT_EQ(said.variant, 1);
    EXPECT_EQ(reasonText(said.reason), "the largest speed-up");
}

TEST(Recommendation, GoesByTheNextCostWhereMediansAreTheSame)
{
    std::vector contenders {faster(1, {1.9, 1.8, 2.0}, 0.9), faster(2, {1.8, 1.7, 1.9}, 0.9)};
    contenders[0].costs[2] = 20e9; // compile time
    contenders[1].costs[2] = 8e9;
    EXPECT_EQ(recommendAmong(Plan {}, contenders).variant, 2);
    contenders[1].costs[0].reset(); // what is not known wins nothing
    EXPECT_EQ(recommendAmong(Plan {}, contenders).variant, 1);
}

TEST(Recommendation, KeepsNothingForWantOfData)
{
    Plan plan;
    plan.goal.horizonCalls = 1000;
    std::vector contenders {faster(1, {1.9, 1.85, 1.95}, 0.9)}; // its payback was not recorded
    EXPECT_EQ(recommendAmong(plan, contenders).kind, RecommendationKind::Undecided);
    contenders[0].payback = Payback {.calls = 900, .low = 500, .high = 2000};
    EXPECT_EQ(recommendAmong(plan, contenders).kind, RecommendationKind::Undecided);
    contenders[0].payback = Payback {.calls = 9000, .low = 5000, .high = 20'000};
    EXPECT_EQ(recommendAmong(plan, contenders).kind, RecommendationKind::KeepEager);
    contenders[0].payback = Payback {.calls = 90, .low = 50, .high = 200};
    contenders[0].missedLimit = {ReasonKind::OfCase,
        {std::vector {Reason {ReasonKind::P99Unknown, {std::vector {recorded("too few")}}}},
            "s32"}};
    EXPECT_EQ(recommendAmong(plan, contenders).kind, RecommendationKind::Undecided);
    contenders[0].missedLimit = {ReasonKind::P99Missed, {Share {0.1}}};
    EXPECT_EQ(recommendAmong(plan, contenders).kind, RecommendationKind::KeepEager);
}

} // namespace
