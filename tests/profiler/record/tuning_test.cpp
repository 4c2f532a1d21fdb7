// SPDX-License-Identifier: Apache-2.0
#include "fake_recording.h"
#include "profiler/evidence/lanes/tune_steps.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/tune/tune_outcome.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "profiler/record/tune/tuning.h"

#include <gmock/gmock.h>

namespace profiler {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A search with workers that have no torch: calls of a setting are half or twice as long where its
/// name is told so.
class FakeTuning : public FakeRecording {
protected:
    [[nodiscard]] static Plan planOf(
        const std::string& behaviour, const std::vector<std::string>& names)
    {
        auto plan = planFor(behaviour);
        plan.variants.resize(1);
        for (const auto& name : names)
            plan.variants.push_back({.name = name,
                .kind = VariantKind::Compiled,
                .compile = {.backend = name}}); // two settings of the same are tried once
        plan.protocol.rounds = 10;
        plan.protocol.totalTimeLimit = std::chrono::minutes(10);
        plan.protocol.coldEmpty = 1;
        return plan;
    }

    Result<RecordOutcome> tune(
        const Plan& plan, const CandidateGroups& groups = {CandidateGroup::Given})
    {
        return profiler::tune(requestFor(plan), groups, sink, listener, stop);
    }

    [[nodiscard]] std::vector<std::string> names() const
    {
        std::vector<std::string> all;
        for (const auto& variant : data().plan.variants)
            all.push_back(variant.name);
        return all;
    }

    [[nodiscard]] int repetitionsOf(int variant) const
    {
        return static_cast<int>(processes(ProcessKind::Paired, variant).size());
    }

    [[nodiscard]] TuneOutcome outcome() const { return tuneOutcomeOf(data(), judge(data())); }
};

TEST_F(FakeTuning, RecordsAllRoundsInOneComparisonAndFindsTheFastest)
{
    const auto ended
        = tune(planOf("half_as_long@fast twice_as_long@slow", {"slow", "fast", "same"}));
    ASSERT_TRUE(ended) << ended.error().message;
    EXPECT_FALSE(ended->allFailed);
    EXPECT_EQ(ended->status, ComparisonStatus::Complete);
    EXPECT_THAT(names(), ElementsAre("eager", "slow", "fast", "same"));
    EXPECT_EQ(repetitionsOf(0), 3) << "beside every batch";
    EXPECT_EQ(repetitionsOf(1), 1);
    EXPECT_EQ(repetitionsOf(2), 3);
    EXPECT_EQ(processes(ProcessKind::Cold, 2).size(), 1U);
    EXPECT_TRUE(processes(ProcessKind::Cold, 1).empty());
    const auto found = outcome();
    EXPECT_EQ(found.best, 2);
    EXPECT_FALSE(found.keepBaseline);
    EXPECT_EQ(found.rows.front().variant, 2);
    EXPECT_NEAR(found.rows.front().speedUp->estimate, 2, 0.01);
    EXPECT_EQ(tuneStepOf(data(), 1)->decision, TuneDecision::Slower);
    EXPECT_EQ(tuneStepOf(data(), 2)->decision, TuneDecision::Finalist);
}

TEST_F(FakeTuning, RecommendsWhatItFoundThoughOthersHaveOneRepetition)
{
    ASSERT_TRUE(tune(planOf("half_as_long@fast twice_as_long@slow", {"slow", "fast"})));
    const auto judged = judge(data());
    EXPECT_EQ(judged.recommendation.kind, RecommendationKind::Recommended);
    EXPECT_EQ(judged.recommendation.variant, 2);
}

TEST_F(FakeTuning, KeepsTheBaselineWhereNothingIsFaster)
{
    const auto ended = tune(planOf("twice_as_long@slow", {"slow", "same"}));
    ASSERT_TRUE(ended);
    EXPECT_FALSE(ended->allFailed);
    EXPECT_TRUE(outcome().keepBaseline);
    EXPECT_EQ(outcome().best, 2);
    EXPECT_NE(judge(data()).recommendation.kind, RecommendationKind::NotEnoughData)
        << "what was dropped is not waited for";
}

TEST_F(FakeTuning, GoesOnWithoutASettingThatFails)
{
    const auto ended = tune(planOf("raise_in_setup@bad half_as_long@fast", {"bad", "fast"}));
    ASSERT_TRUE(ended);
    EXPECT_FALSE(ended->allFailed);
    EXPECT_EQ(ended->variantsFailed, 0) << "a setting that fell out is no failure of the search";
    EXPECT_EQ(tuneStepOf(data(), 1)->decision, TuneDecision::Failed);
    EXPECT_EQ(outcome().best, 2);
}

TEST_F(FakeTuning, FailsWhereEverySettingDoesAndSaysWhy)
{
    const auto ended = tune(planOf("raise_in_setup@bad raise_in_setup@worse", {"bad", "worse"}));
    ASSERT_TRUE(ended);
    EXPECT_TRUE(ended->allFailed);
    EXPECT_THAT(ended->reason, HasSubstr("no such model"));
}

TEST_F(FakeTuning, FailsWhereTheBaselineDoes)
{
    const auto ended = tune(planOf("raise_in_setup@eager", {"fast"}));
    ASSERT_TRUE(ended);
    EXPECT_TRUE(ended->allFailed);
    EXPECT_THAT(ended->reason, HasSubstr("no such model"));
    EXPECT_LE(repetitionsOf(1), 1);
}

TEST_F(FakeTuning, TriesThePartsThatTakeTheTimeOfACall)
{
    ASSERT_TRUE(tune(planOf("twice_as_long@second half_as_long@first", {"whole"}),
        {CandidateGroup::Boundaries}));
    EXPECT_THAT(names(), Contains("first"));
    EXPECT_THAT(names(), Contains("all but second")) << "second turned out bad";
    EXPECT_THAT(names(), Not(Contains("all but first")));
    EXPECT_THAT(names(), Not(Contains("whole"))) << "nobody asked for the given ones";
}

TEST_F(FakeTuning, StopsWhenAskedAndKeepsWhatWasRecorded)
{
    listener = [this](const Progress& step) {
        if (step.kind == ProgressKind::Rung && step.search->rung == 1)
            stop.request();
    };
    const auto ended = tune(planOf("half_as_long@fast", {"fast", "same"}));
    ASSERT_TRUE(ended);
    EXPECT_TRUE(ended->interrupted);
    EXPECT_EQ(ended->status, ComparisonStatus::Partial);
    EXPECT_EQ(outcome().best, 1) << "concluded from the first round";
    EXPECT_TRUE(outcome().keepBaseline) << "one repetition is no verdict";
}

TEST_F(FakeTuning, TellsWhatItMeasuresAndWhatFellOut)
{
    ASSERT_TRUE(tune(planOf("half_as_long@fast twice_as_long@slow", {"slow", "fast"})));
    std::vector<SearchProgress> told;
    for (const auto& step : steps)
        if (step.kind == ProgressKind::Rung)
            told.push_back(*step.search);
    ASSERT_EQ(told.size(), 3U);
    EXPECT_THAT(told[0].measured, ElementsAre("slow", "fast"));
    EXPECT_THAT(told[1].measured, ElementsAre("fast"));
    ASSERT_EQ(told[1].dropped.size(), 1U);
    EXPECT_EQ(told[1].dropped[0].first, "slow");
}

} // namespace
} // namespace profiler
