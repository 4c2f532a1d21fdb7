// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/stopping_rule.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace profiler;

namespace {

constexpr int least = 3;
constexpr int most = 30;

/// A variant after some repetitions; the margin is 3 %.
ComparisonResult withInterval(double low, double high)
{
    ComparisonResult result;
    result.plan.goal.minimumEffect = 0.03;
    result.plan.protocol.repetitionsMin = least;
    result.plan.protocol.repetitionsMax = most;
    VariantResult variant {.variant = 1, .name = "compiled", .verdict = Verdict::Undecided};
    variant.speedUp = SpeedUp {
        .ratio = {.estimate = std::sqrt(low * high), .low = low, .high = high}, .repetitions = 5};
    CaseResult inCase {.caseIndex = 0, .name = "default"};
    inCase.variants.push_back(std::move(variant));
    result.cases.push_back(std::move(inCase));
    return result;
}

StoppingDecision ofGate(const ComparisonResult& result, int repetitions = 5)
{
    return decideStop(result, repetitions, StoppingQuestion::SlowerThanMargin);
}

} // namespace

TEST(StoppingRule, AVerdictNeedsHalfTheMargin)
{
    EXPECT_EQ(decideStop(withInterval(0.98, 1.02), 5), StoppingDecision::AddRepetition);
    EXPECT_EQ(decideStop(withInterval(0.99, 1.01), 5), StoppingDecision::NarrowEnough);
    EXPECT_EQ(decideStop(withInterval(0.99, 1.01), 2), StoppingDecision::AddRepetition);
    EXPECT_EQ(decideStop(withInterval(0.9, 1.1), most), StoppingDecision::MostReached);
}

TEST(StoppingRule, AGateGoesOnWhileTheIntervalHoldsTheMargin)
{
    EXPECT_EQ(decideStop(withInterval(0.96, 0.985), 5), StoppingDecision::NarrowEnough);
    EXPECT_EQ(ofGate(withInterval(0.96, 0.985)), StoppingDecision::AddRepetition);
    EXPECT_EQ(ofGate(withInterval(0.96, 0.985), most), StoppingDecision::MostReached);
}

TEST(StoppingRule, AGateEndsWhereTheMarginIsOutsideOrNothingWouldDecide)
{
    EXPECT_EQ(ofGate(withInterval(0.975, 0.995)), StoppingDecision::NarrowEnough);
    EXPECT_EQ(ofGate(withInterval(0.945, 0.965)), StoppingDecision::NarrowEnough);
    EXPECT_EQ(ofGate(withInterval(0.965, 0.977)), StoppingDecision::NarrowEnough);
}

TEST(StoppingRule, AGateIsAsWideAsAVerdictMayBe)
{
    EXPECT_EQ(ofGate(withInterval(0.98, 1.02)), StoppingDecision::AddRepetition);
}
