// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/payback_series.h"
#include "profiler/judge/case_settings.h"
#include "profiler/model/case.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace profiler {
namespace {

using testing::ElementsAre;

SpeedUp speedUpWith(std::vector<double> byRepetition)
{
    double sum = 0;
    for (const double ratio : byRepetition)
        sum += std::log(ratio);
    const double estimate = std::exp(sum / static_cast<double>(byRepetition.size()));
    const auto repetitions = static_cast<int>(byRepetition.size());
    return {.ratio = {estimate, estimate - 0.02, estimate + 0.02},
        .repetitions = repetitions,
        .byRepetition = std::move(byRepetition)};
}

CaseResult caseWith(
    int index, RecommendationKind kind, int variant, const std::vector<std::vector<double>>& ratios)
{
    CaseResult result {.caseIndex = index, .name = "b" + std::to_string(index)};
    result.variants.push_back({.variant = 0, .name = "eager"});
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        result.variants.push_back({.variant = static_cast<int>(i) + 1,
            .name = "v" + std::to_string(i + 1),
            .verdict = Verdict::Faster,
            .speedUp = speedUpWith(ratios[i])});
    }
    result.recommendation = {.kind = kind, .variant = variant};
    return result;
}

/// v1 is best in two cases, v2 in one; the fourth keeps the baseline.
ComparisonResult fourCases()
{
    ComparisonResult result;
    for (const char* name : {"eager", "v1", "v2"})
        result.plan.variants.push_back({.name = name});
    const std::vector<double> slow {1.10, 1.12, 1.11};
    const std::vector<double> fast {1.60, 1.64, 1.62};
    using Kind = RecommendationKind;
    result.cases = {caseWith(0, Kind::Recommended, 1, {fast, slow}),
        caseWith(1, Kind::Recommended, 2, {slow, fast}),
        caseWith(2, Kind::Recommended, 1, {fast, slow}),
        caseWith(3, Kind::Slower, 1, {slow, slow})};
    result.recommendation = {.kind = Kind::Recommended, .variant = 1};
    return result;
}

TEST(CaseGroups, PutTheSettingForMostCasesFirst)
{
    const auto groups = caseGroups(fourCases());
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].variant, 1);
    EXPECT_THAT(groups[0].cases, ElementsAre(0, 2));
    EXPECT_EQ(groups[1].variant, 2);
    EXPECT_EQ(groups[2].kind, RecommendationKind::KeepEager) << "slower means: keep the baseline";
    EXPECT_EQ(groups[2].variant, 0);
}

TEST(RatioBetween, TakesTheIntervalFromTheSameRepetitions)
{
    const auto one = speedUpWith({1.60, 1.64, 1.62});
    const auto other = speedUpWith({1.10, 1.13, 1.11});
    const auto ratio = ratioBetween(one, other);
    ASSERT_TRUE(ratio.interval);
    EXPECT_NEAR(ratio.estimate, ratio.interval->estimate, 1e-12);
    EXPECT_LT(ratio.interval->high - ratio.interval->low, 0.05)
        << "what moves both together does not widen it";
    EXPECT_FALSE(ratioBetween(one, speedUpWith({1.1, 1.2})).interval);
}

TEST(MeanOfRecommended, IsGeometricOverTheRecommendedAlone)
{
    const auto mean = meanOfRecommended(fourCases());
    ASSERT_TRUE(mean);
    EXPECT_THAT(mean->cases, ElementsAre(0, 1, 2));
    EXPECT_NEAR(mean->estimate, std::cbrt(1.60 * 1.64 * 1.62), 1e-9);
    ASSERT_TRUE(mean->interval);
    EXPECT_LT(mean->interval->low, mean->estimate);
    EXPECT_GT(mean->interval->high, mean->estimate);
}

TEST(MeanOfRecommended, HasNoIntervalWhenCasesLackRepetitions)
{
    auto result = fourCases();
    result.cases[1].variants[2].speedUp = speedUpWith({1.6, 1.7});
    const auto mean = meanOfRecommended(result);
    ASSERT_TRUE(mean);
    EXPECT_FALSE(mean->interval);
    EXPECT_FALSE(mean->interval.error().empty());
}

TEST(LossesOfOneSetting, NamesTheCasesThatWouldDoBetter)
{
    const auto losses = lossesOfOneSetting(fourCases());
    ASSERT_EQ(losses.size(), 1U);
    EXPECT_EQ(losses[0].caseIndex, 1);
    EXPECT_EQ(losses[0].better, 2);
    EXPECT_NEAR(losses[0].timesSlower.estimate, 1.62 / 1.11, 0.01);
}

TEST(PaybackLines, TellFromWhichCallOneIsAheadOfAnother)
{
    const PaybackLine cheap {.costNs = {10e9}, .savedNs = {5e6}};
    const PaybackLine dear {.costNs = {90e9}, .savedNs = {6e6}};
    EXPECT_EQ(aheadFrom(dear, cheap), 80'001);
    EXPECT_EQ(aheadFrom(cheap, dear), std::nullopt) << "it falls behind and stays there";
    const auto at = static_cast<double>(*aheadFrom(dear, cheap));
    EXPECT_GT(savedAfter(dear, at).estimate, savedAfter(cheap, at).estimate);
    EXPECT_LE(savedAfter(dear, at - 1).estimate, savedAfter(cheap, at - 1).estimate);
}

} // namespace
} // namespace profiler
