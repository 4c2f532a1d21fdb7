// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/findings/remedies_to_try.h"
#include "profiler/findings/tried_remedies.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/support/recorded_example.h"

#include <gtest/gtest.h>

namespace profiler {
namespace {

Finding findingOf(int variant)
{
    Finding finding {.rule = "weight_copies", .variant = variant, .caseIndex = 0};
    finding.recoverable = {{.caseIndex = 0, .cost = {.estimateNs = 1e6}}};
    finding.remedy = {.kind = RemedyKind::Option, .name = "freezing", .value = "true"};
    return finding;
}

Plan twoVariants()
{
    Plan plan;
    plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    return plan;
}

TEST(TriedRemedies, AreConfirmedRefutedOrUndecidedByTheWholeInterval)
{
    constexpr double least = 0.03;
    EXPECT_EQ(stateOfRemedy({1.2, 1.1, 1.3}, least), RemedyState::Confirmed);
    EXPECT_EQ(stateOfRemedy({1.01, 0.99, 1.02}, least), RemedyState::Refuted) << "too little";
    EXPECT_EQ(stateOfRemedy({0.8, 0.7, 0.9}, least), RemedyState::Refuted) << "slower";
    EXPECT_EQ(stateOfRemedy({1.1, 0.9, 1.3}, least), RemedyState::Undecided);
}

TEST(TriedRemedies, PlanIsTheBaselineTheVariantAndThatOneWithTheRemedy)
{
    const auto plan = planThatTries(twoVariants(), findingOf(1));
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->variants.size(), 3U);
    EXPECT_EQ(plan->variants[1].name, "default");
    EXPECT_EQ(plan->variants[2].name, "default+freezing");
    EXPECT_EQ(plan->variants[2].compile.options.at("freezing"), "true");
    EXPECT_FALSE(planThatTries(twoVariants(), findingOf(0))) << "eager has nothing to be set";
    EXPECT_FALSE(planThatTries(twoVariants(), findingOf(7)));
    auto rewritten = findingOf(1);
    rewritten.remedy.kind = RemedyKind::Rewrite;
    EXPECT_FALSE(planThatTries(twoVariants(), rewritten)) << "a plan cannot say it";
}

TEST(TriedRemedies, SavedOnceAreDecidedByTheirShareOfWhatWasPredicted)
{
    constexpr double predicted = 10e9;
    EXPECT_EQ(stateOfSaving(9e9, predicted), RemedyState::Confirmed);
    EXPECT_EQ(stateOfSaving(3e9, predicted), RemedyState::Undecided);
    EXPECT_EQ(stateOfSaving(-1e9, predicted), RemedyState::Refuted);
}

TEST(RemediesToTry, AreTheFirstThatAPlanCanSayEachOnce)
{
    auto rewritten = findingOf(1);
    rewritten.remedy.kind = RemedyKind::Rewrite;
    auto layout = findingOf(1);
    layout.rule = "slower_library_call";
    layout.remedy = {.kind = RemedyKind::Option, .name = "layout_optimization", .value = "false"};
    auto eager = findingOf(1);
    eager.remedy = {.kind = RemedyKind::WithoutCompile};
    ComparisonResult result {.plan = twoVariants()};
    result.findings = {eager, rewritten, findingOf(1), findingOf(1), layout};
    const auto chosen = remediesToTry(result, 3);
    ASSERT_EQ(chosen.size(), 2U) << "the plan has eager already, and a rewrite is no setting";
    EXPECT_EQ(chosen[0].rule, "weight_copies");
    EXPECT_EQ(chosen[1].rule, "slower_library_call");
    const auto plan = planThatTries(result.plan, chosen);
    ASSERT_TRUE(plan);
    ASSERT_EQ(plan->variants.size(), 4U) << "one plan for both";
    EXPECT_EQ(plan->variants[3].name, "default+layout_optimization");
    EXPECT_EQ(remediesToTry(result, 1).size(), 1U);
    result.findings[2].state = result.findings[3].state = RemedyState::Refuted;
    EXPECT_EQ(remediesToTry(result, 3).size(), 1U) << "what was tried is not tried again";
}

TEST(RemediesToTry, MarkOnlySizesOfInputsThatThePlanNames)
{
    auto plan = twoVariants();
    plan.cases = {{.name = "s32", .inputs = {{.name = "ids", .shape = {4, 32}, .dtype = "int64"}}}};
    auto finding = findingOf(1);
    finding.remedy = {.kind = RemedyKind::MarkDynamic, .name = "ids", .dimension = 1};
    const auto tried = planThatTries(plan, finding);
    ASSERT_TRUE(tried);
    EXPECT_EQ(tried->variants[2].name, "default+mark_dynamic ids");
    finding.remedy.name = "hidden";
    EXPECT_FALSE(planThatTries(plan, finding)) << "a tensor inside of the model";
}

TEST(TriedRemedies, AreFoundBesideWhatTheyRemedy)
{
    auto data = recorded_example::recordedExample();
    ASSERT_GE(data.plan.variants.size(), 3U);
    data.plan.variants[2].compile = data.plan.variants[1].compile;
    data.plan.variants[2].compile.mode.reset();
    data.plan.variants[1].compile.mode.reset();
    data.plan.variants[2].compile.options["freezing"] = "true";
    data.plan.variants[2].parts = data.plan.variants[1].parts;
    const auto judged = conclude(data);
    std::vector findings {findingOf(1), findingOf(2)};
    proveRemedies(data, judged, findings);
    EXPECT_EQ(findings[0].triedAs, 2);
    EXPECT_NE(findings[0].state, RemedyState::Untried);
    ASSERT_TRUE(findings[0].won);
    EXPECT_LE(findings[0].won->lowNs, findings[0].won->estimateNs);
    EXPECT_LE(findings[0].won->estimateNs, findings[0].won->highNs);
    EXPECT_EQ(findings[1].state, RemedyState::Untried) << "it has the remedy itself";
}

} // namespace
} // namespace profiler
