// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/presentation.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/more_repetitions.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "profiler/report/text/enum_text.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace profiler;
using namespace recorded_example;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

ComparisonData threeVariants()
{
    ExampleOptions options {.variants = exampleVariants(3)};
    options.variants[1].speedUp = 1.4;
    options.variants[2].speedUp = 1.6;
    return recordedExample(options);
}

ComparisonData against(const ComparisonData& data, int baseline)
{
    return presented(data, withBaseline(data, {}, baseline));
}

double ratioOf(const ComparisonResult& result, int variant)
{
    const auto& judged = result.cases.at(0).variants.at(static_cast<std::size_t>(variant));
    EXPECT_TRUE(judged.speedUp);
    return judged.speedUp ? judged.speedUp->ratio.estimate : 0;
}

TEST(Presentation, AnotherBaselineInvertsTheRatioOfTheFormerOne)
{
    const auto data = threeVariants();
    const auto recorded = judge(data);
    const auto turned = judge(against(data, 2));
    ASSERT_EQ(turned.plan.variants.at(0).name, recorded.plan.variants.at(2).name);
    ASSERT_EQ(turned.plan.variants.at(1).name, recorded.plan.variants.at(0).name);
    EXPECT_NEAR(ratioOf(turned, 1) * ratioOf(recorded, 2), 1, 1e-9);
    EXPECT_EQ(turned.cases[0].variants[1].verdict, Verdict::Slower);
}

TEST(Presentation, AnotherBaselineJudgesTheOthersAgainstItByTheirOwnPairs)
{
    const auto data = threeVariants();
    const auto turned = judge(against(data, 1));
    // default is 1.4×, reduce-overhead 1.6× faster than eager.
    EXPECT_NEAR(ratioOf(turned, 2), 1.6 / 1.4, 0.03);
    EXPECT_EQ(turned.cases[0].variants[2].speedUp->repetitions, 5);
}

TEST(Presentation, KeepsTheNoiseOfTheMachine)
{
    const auto data = threeVariants();
    const auto recorded = judge(data);
    const auto turned = judge(against(data, 1));
    ASSERT_TRUE(recorded.quality.noiseFloor);
    ASSERT_TRUE(turned.quality.noiseFloor) << reasonText(turned.quality.noiseFloor.error());
    EXPECT_NEAR(turned.quality.noiseFloor->ratio(), recorded.quality.noiseFloor->ratio(), 1e-9);
}

TEST(Presentation, DifferingResultsStayDifferentFromBothSides)
{
    ExampleOptions options {.variants = exampleVariants(2)};
    options.variants[1].resultsDiffer = true;
    const auto data = recordedExample(options);
    EXPECT_EQ(judge(data).cases[0].variants[1].verdict, Verdict::ResultsDiffer);
    EXPECT_EQ(judge(against(data, 1)).cases[0].variants[1].verdict, Verdict::ResultsDiffer);
}

TEST(Presentation, ACompiledBaselineIsNotCalledEager)
{
    const auto data = threeVariants();
    const auto turned = judge(against(data, 2));
    EXPECT_THAT(overallSentence(turned), HasSubstr(turned.plan.variants[0].name));
    EXPECT_THAT(
        recommendationWord(RecommendationKind::KeepEager, turned.plan), Not(HasSubstr("eager")));
}

TEST(Presentation, GivesTheRecordingBackWhenEverythingIsReset)
{
    const auto data = threeVariants();
    Presentation presentation = withBaseline(data, {}, 2);
    presentation.names[1] = "mine";
    const auto shown = presented(data, presentation);
    EXPECT_EQ(shown.plan.variants.at(2).name, "mine");
    EXPECT_EQ(recordedName(shown, 2), data.plan.variants.at(1).name);
    auto back = presented(shown, {});
    back.recorded.clear();
    EXPECT_EQ(back, data);
}

TEST(Presentation, MovesAVariantAndLeavesTheBaselineInFront)
{
    const auto data = threeVariants();
    EXPECT_THAT(withMoved(data, {}, 2, 1).order, ElementsAre(0, 2, 1));
    EXPECT_THAT(withMoved(data, {}, 1, 0).order, ElementsAre(0, 1, 2));
    EXPECT_THAT(withMoved(data, {}, 0, 2).order, ElementsAre(0, 1, 2));
}

TEST(Presentation, IgnoresAnOrderOfAnotherRecording)
{
    const auto data = threeVariants();
    const auto shown = presented(data, {.order = {3, 1}});
    EXPECT_EQ(shown.plan.variants, data.plan.variants);
}

TEST(Presentation, AnotherGoalChangesTheRecommendation)
{
    const auto data = threeVariants();
    EXPECT_EQ(judge(data).recommendation.kind, RecommendationKind::Recommended);
    Goal goal = data.plan.goal;
    goal.horizonCalls = 10; // nothing pays back so soon
    const auto changed = judge(presented(data, {.goal = goal}));
    EXPECT_EQ(changed.recommendation.kind, RecommendationKind::KeepEager);
}

TEST(MoreRepetitions, AreWhatTheOpenIntervalAsksFor)
{
    ExampleOptions options {.variants = exampleVariants(2), .processNoise = 0.03};
    options.variants[1].speedUp = 1.03;
    const auto data = recordedExample(options);
    const auto judged = judge(data);
    const auto& speedUp = *judged.cases[0].variants[1].speedUp;
    ASSERT_TRUE(speedUp.repetitionsNeeded);
    const auto more = moreRepetitions(data, judged);
    const int wanted = *speedUp.repetitionsNeeded - speedUp.repetitions;
    EXPECT_EQ(more.repetitions, std::min(wanted, judged.plan.protocol.repetitionsMax));
    EXPECT_EQ(more.enough, wanted <= judged.plan.protocol.repetitionsMax);
    ASSERT_TRUE(more.time) << reasonText(more.time.error());
    EXPECT_GT(more.time->count(), 0);
}

} // namespace
