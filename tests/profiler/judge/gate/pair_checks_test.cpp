// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/gate/limit_checks.h"
#include "profiler/judge/gate/pair_checks.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "tests/support/recorded_example.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace profiler;

namespace {

constexpr double margin = 0.03;

/// Two lanes of a pair; the second one is `speedUp` times as fast as the first.
recorded_example::ExampleOptions pair(double speedUp)
{
    recorded_example::ExampleOptions options {.variants = recorded_example::exampleVariants(2)};
    options.variants[1].speedUp = speedUp;
    options.goal.minimumEffect = margin;
    return options;
}

GateCheck checkOf(const recorded_example::ExampleOptions& options, GateSubject subject)
{
    const auto data = recorded_example::recordedExample(options);
    const auto checks = pairChecks(data, judge(data), "compiled", margin);
    const auto found = std::ranges::find(checks, subject, &GateCheck::subject);
    EXPECT_NE(found, checks.end());
    return *found;
}

GateOutcome timeOf(const recorded_example::ExampleOptions& options)
{
    return checkOf(options, GateSubject::Time).outcome;
}

GateOutcome limitOf(const Goal& goal, GateSubject subject)
{
    auto options = pair(1);
    options.goal = goal;
    const auto checks = limitChecks(judge(recorded_example::recordedExample(options)));
    const auto found = std::ranges::find(checks, subject, &GateCheck::subject);
    EXPECT_NE(found, checks.end());
    return found == checks.end() ? GateOutcome::Undecided : found->outcome;
}

} // namespace

TEST(PairChecks, WhatIsSlowerBeyondTheMarginRegresses)
{
    const auto check = checkOf(pair(1 / 1.10), GateSubject::Time);
    EXPECT_EQ(check.outcome, GateOutcome::Regressed);
    ASSERT_TRUE(check.ratio);
    EXPECT_LT(check.ratio->high, 1 / (1 + margin));
    EXPECT_EQ(check.variant, "compiled");
}

TEST(PairChecks, WhatIsAlikeHoldsAndWhatIsFasterIsBetter)
{
    EXPECT_EQ(timeOf(pair(1)), GateOutcome::Holds);
    EXPECT_EQ(timeOf(pair(1.2)), GateOutcome::Better);
}

TEST(PairChecks, WhatIsALittleFasterHoldsAlthoughItsVerdictIsOpen)
{
    EXPECT_EQ(timeOf(pair(1.03)), GateOutcome::Holds);
}

TEST(PairChecks, AFewPercentInNoiseAreNeverFine)
{
    auto options = pair(1 / 1.05);
    options.processNoise = 0.05;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        options.seed = seed;
        const auto outcome = timeOf(options);
        EXPECT_TRUE(outcome == GateOutcome::Regressed || outcome == GateOutcome::Undecided) << seed;
    }
}

TEST(PairChecks, OnABusyMachineNoTimeHolds)
{
    auto options = pair(1);
    options.flaggedBlockRatio = 0.6;
    options.noiseRepetitions = 0;
    const auto check = checkOf(options, GateSubject::Time);
    EXPECT_EQ(check.outcome, GateOutcome::Undecided);
    EXPECT_FALSE(check.reason.empty());
}

TEST(PairChecks, BesideEagerAgainABusyMachineAnswers)
{
    for (const auto& [speedUp, outcome] : std::vector<std::pair<double, GateOutcome>> {
             {1.0, GateOutcome::Holds}, {0.7, GateOutcome::Regressed}}) {
        auto options = pair(speedUp);
        options.flaggedBlockRatio = 0.6;
        EXPECT_EQ(timeOf(options), outcome) << speedUp;
    }
}

TEST(PairChecks, OtherResultsDoNotHideThatItIsSlower)
{
    auto options = pair(1 / 1.10);
    options.variants[1].resultsDiffer = true;
    EXPECT_EQ(timeOf(options), GateOutcome::Regressed);
    options = pair(1);
    options.variants[1].resultsDiffer = true;
    EXPECT_EQ(timeOf(options), GateOutcome::Holds);
}

TEST(PairChecks, AnotherCopyOfTheCodeMayHaveOtherWeights)
{
    auto data = recorded_example::recordedExample(pair(1));
    for (auto& process : data.processes)
        process.environment["weights_hash"] = std::to_string(process.start.variant);
    const auto outcome
        = [&] { return pairChecks(data, judge(data), "compiled", margin).front().outcome; };
    EXPECT_EQ(outcome(), GateOutcome::Undecided);
    data.plan.variants[1].workingDirectory = "/elsewhere";
    EXPECT_EQ(outcome(), GateOutcome::Holds);
}

TEST(PairChecks, AnotherCopyOfTheCodeMayDrawOtherInputs)
{
    auto data = recorded_example::recordedExample(pair(1 / 1.10));
    for (auto& process : data.processes)
        process.environment["inputs_hash.default"] = std::to_string(process.start.variant);
    const auto judged = [&] { return judge(data); };
    EXPECT_EQ(judged().cases[0].variants[1].verdict, Verdict::NotComparable);
    data.plan.variants[1].workingDirectory = "/elsewhere";
    EXPECT_EQ(
        pairChecks(data, judged(), "compiled", margin).front().outcome, GateOutcome::Regressed);
    const auto result = judged();
    EXPECT_EQ(result.cases[0].variants[1].numerics.reason.kind, ReasonKind::OtherInputValues);
    EXPECT_FALSE(result.comparable.warnings.empty());
    for (auto& process : data.processes)
        process.environment["shapes_hash.default"] = std::to_string(process.start.variant);
    EXPECT_EQ(judged().cases[0].variants[1].verdict, Verdict::NotComparable);
}

TEST(PairChecks, MoreMemoryRegressesAndTheSameHolds)
{
    auto options = pair(1);
    options.variants[1].memoryRatio = 1.2;
    EXPECT_EQ(checkOf(options, GateSubject::Memory).outcome, GateOutcome::Regressed);
    options.variants[1].memoryRatio = 1;
    EXPECT_EQ(checkOf(options, GateSubject::Memory).outcome, GateOutcome::Holds);
}

TEST(PairChecks, OneProcessSaysNothingOfMemory)
{
    auto options = pair(1);
    options.coldProcesses = 1;
    const auto check = checkOf(options, GateSubject::Memory);
    EXPECT_EQ(check.outcome, GateOutcome::Undecided);
    EXPECT_EQ(check.reason.kind, ReasonKind::TwoProcessesNeeded);
}

TEST(LimitChecks, AreMetMissedOrOpen)
{
    Goal goal;
    goal.limits.compile = std::chrono::hours(1);
    EXPECT_EQ(limitOf(goal, GateSubject::CompileLimit), GateOutcome::Holds);
    goal.limits.compile = std::chrono::milliseconds(1);
    EXPECT_EQ(limitOf(goal, GateSubject::CompileLimit), GateOutcome::Regressed);
    goal.limits.memoryBytes = 1;
    EXPECT_EQ(limitOf(goal, GateSubject::MemoryLimit), GateOutcome::Regressed);
    goal.limits.p99 = std::chrono::hours(1);
    EXPECT_EQ(limitOf(goal, GateSubject::P99Limit), GateOutcome::Holds);
}

TEST(LimitChecks, AreNotAskedOfTheBaselineBesideOthers)
{
    auto options = pair(1);
    options.goal.limits.memoryBytes = 1;
    const auto judged = judge(recorded_example::recordedExample(options));
    for (const auto& check : limitChecks(judged))
        EXPECT_EQ(check.variant, judged.plan.variants[1].name);
}
