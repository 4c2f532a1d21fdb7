// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/verdict_sentence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using testing::HasSubstr;
using testing::Not;

namespace {

ComparisonResult resultWith(RecommendationKind kind, const Interval& ratio)
{
    ComparisonResult result;
    result.device = "NVIDIA H200";
    result.dtype = "bfloat16";
    result.plan.variants
        = {{.name = "eager"}, {.name = "reduce-overhead", .kind = VariantKind::Compiled}};
    VariantResult baseline;
    baseline.name = "eager";
    baseline.verdict = Verdict::Baseline;
    VariantResult variant;
    variant.variant = 1;
    variant.name = "reduce-overhead";
    variant.verdict = ratio.low > 1 ? Verdict::Faster : Verdict::Undecided;
    SpeedUp speedUp;
    speedUp.ratio = ratio;
    speedUp.repetitions = 5;
    speedUp.rounds = 20;
    variant.speedUp = speedUp;
    variant.compileCold = CompileCost {.medianNs = 24.8e9};
    variant.startUpCold = CompileCost {.medianNs = 9.7e9};
    variant.paybackCold = Payback {.calls = 3490, .low = 3200, .runTimeNs = 64e9};
    CaseResult caseResult;
    caseResult.name = "default";
    caseResult.inputs = "x 32×3×224×224";
    caseResult.variants = {baseline, variant};
    caseResult.recommendation = {.kind = kind, .variant = 1};
    result.recommendation = caseResult.recommendation;
    result.cases = {caseResult};
    return result;
}

constexpr Interval faster {.estimate = 1.63, .low = 1.62, .high = 1.64};
constexpr Interval unclear {.estimate = 1.02, .low = 0.98, .high = 1.07};
constexpr Interval slower {.estimate = 1 / 1.07, .low = 1 / 1.08, .high = 1 / 1.05};
constexpr auto place = "On NVIDIA H200, bfloat16, x 32×3×224×224: ";

} // namespace

TEST(Sentence, SaysWhatToUseAndWhatItCosts)
{
    EXPECT_EQ(overallSentence(resultWith(RecommendationKind::Recommended, faster)),
        std::string(place)
            + "use reduce-overhead: 1.63× faster than eager (95 % interval 1.62–1.64, 5 processes "
              "× 20 rounds), pays back its 24.8 s compile and 9.700 s start-up after 3\u202f490 "
              "calls (64.0 s).");
}

TEST(Sentence, SaysThatAWarmCachePaysBackOtherwise)
{
    auto result = resultWith(RecommendationKind::Recommended, faster);
    result.plan.goal.cacheKept = true;
    result.cases[0].variants[1].paybackWarm = missing(recorded("no process kept its cache"));
    EXPECT_EQ(overallSentence(result),
        std::string(place)
            + "use reduce-overhead: 1.63× faster than eager (95 % interval 1.62–1.64, 5 processes "
              "× 20 rounds); payback: no process kept its cache.");
}

TEST(Sentence, KeepsEagerAndSaysWhatThatGivesUp)
{
    auto result = resultWith(RecommendationKind::KeepEager, faster);
    result.cases[0].recommendation.reason
        = recorded("needs 3 490 calls to pay back and you plan 1 000");
    EXPECT_EQ(overallSentence(result),
        std::string(place)
            + "keep eager: reduce-overhead is 1.63× faster than eager (95 % interval 1.62–1.64, 5 "
              "processes × 20 rounds), but needs 3 490 calls to pay back and you plan 1 000.");
}

TEST(Sentence, DoesNotTurnAnUndecidedIntervalRound)
{
    EXPECT_EQ(overallSentence(resultWith(RecommendationKind::Undecided, unclear)),
        std::string(place)
            + "no clear difference yet between reduce-overhead and eager: 1.02× slower to 1.07× "
              "faster (95 % interval, 5 processes × 20 rounds).");
}

TEST(Sentence, SaysWhyWhatIsFasterIsNotDecided)
{
    auto result = resultWith(RecommendationKind::Undecided, faster);
    result.cases[0].recommendation.reason = recorded("its payback is not known");
    EXPECT_EQ(overallSentence(result),
        std::string(place)
            + "reduce-overhead is 1.63× faster than eager (95 % interval 1.62–1.64, 5 processes × "
              "20 rounds), but whether to use it is not decided: its payback is not known.");
}

TEST(Sentence, HasNoRatioOfATooBusyMachine)
{
    for (const auto& [ratio, words] :
        {std::pair(faster, "reduce-overhead is ahead of eager, which"),
            std::pair(slower, "eager is ahead of reduce-overhead, which is not decided"),
            std::pair(unclear, "which of reduce-overhead and eager is faster is not decided")}) {
        const auto text = overallSentence(resultWith(RecommendationKind::MachineTooBusy, ratio));
        EXPECT_THAT(text, HasSubstr(words));
        EXPECT_THAT(text, Not(HasSubstr("1.6")));
        EXPECT_THAT(text, Not(HasSubstr("keep eager")));
    }
}

TEST(Sentence, SaysByHowMuchResultsDiffer)
{
    auto result = resultWith(RecommendationKind::ResultsDiffer, faster);
    result.cases[0].recommendation.reason = recorded("the results differ in output 0");
    auto& numerics = result.cases[0].variants[1].numerics;
    numerics.status = NumericsStatus::Different;
    numerics.special = SpecialValues {.values = 8, .nanVariant = 4, .samePlaces = false};
    EXPECT_THAT(overallSentence(result),
        HasSubstr("the results differ in output 0: 4 of 8 values (50 %) are NaN with "
                  "reduce-overhead, none with eager."));
}

TEST(Sentence, KeepsNothingWhereTheBaselineFails)
{
    auto result = resultWith(RecommendationKind::NotEnoughData, unclear);
    result.cases[0].recommendation
        = {.reason = {ReasonKind::BaselineFailed, {"eager", std::vector {recorded("too deep")}}}};
    EXPECT_EQ(overallSentence(result),
        std::string(place)
            + "no verdict: eager failed, so that nothing is compared with it: too deep.");
}

TEST(Sentence, SaysSlowerAndNeverBelowOne)
{
    EXPECT_EQ(overallSentence(resultWith(RecommendationKind::Slower, slower)),
        std::string(place)
            + "keep eager: reduce-overhead is 1.07× slower than eager (95 % interval 1.05–1.08, 5 "
              "processes × 20 rounds).");
}

TEST(Sentence, ClaimsNoRatioWhereResultsDiffer)
{
    auto result = resultWith(RecommendationKind::ResultsDiffer, faster);
    result.cases[0].recommendation.reason = recorded("output 0 differs by up to 0.5");
    EXPECT_EQ(overallSentence(result),
        std::string(place)
            + "the outputs of reduce-overhead do not match eager: output 0 differs by up to "
              "0.5.");
}

TEST(Sentence, EmphasisesTheVerdictInMarkdown)
{
    const auto text
        = overallSentence(resultWith(RecommendationKind::Recommended, faster), Emphasis::Markdown);
    EXPECT_NE(text.find("use **reduce-overhead**: **1.63× faster** than eager"), std::string::npos)
        << text;
}

TEST(Sentence, SurvivesARecordingThatHasNothingYet)
{
    EXPECT_EQ(overallSentence(ComparisonResult {}), "Nothing was measured yet.");
    auto result = resultWith(RecommendationKind::NotEnoughData, unclear);
    result.device.clear();
    result.dtype.clear();
    result.cases[0].inputs.clear();
    EXPECT_EQ(overallSentence(result), "Not enough data for a verdict on reduce-overhead.");
    result.plan.variants.clear();
    EXPECT_EQ(overallSentence(result), "Not enough data for a verdict on 1.");
}

TEST(Sentence, NamesTheSpanOverSeveralCases)
{
    auto result = resultWith(RecommendationKind::Recommended, faster);
    result.cases.push_back(result.cases[0]);
    result.cases[0].name = "s32";
    result.cases[1].name = "s128";
    result.cases[1].variants[1].speedUp->ratio = {.estimate = 1.21, .low = 1.2, .high = 1.22};
    EXPECT_EQ(overallSentence(result),
        "On NVIDIA H200, bfloat16, 2 cases: use reduce-overhead for all: 1.21× faster (s128, "
        "1.20–1.22) to 1.63× faster (s32, 1.62–1.64) than eager; 95 % intervals, 5 processes × 20 "
        "rounds.");
}

TEST(Sentence, CallsNoCaseFasterThatIsNotDecided)
{
    auto result = resultWith(RecommendationKind::Recommended, faster);
    result.cases.push_back(result.cases[0]);
    result.cases[0].name = "s32";
    result.cases[1].name = "s128";
    result.cases[1].variants[1].verdict = Verdict::Undecided;
    result.cases[1].variants[1].speedUp->ratio = {.estimate = 1.47, .low = 0.91, .high = 2.38};
    EXPECT_EQ(overallSentence(result),
        "On NVIDIA H200, bfloat16, 2 cases: use reduce-overhead for all: 1.63× faster (s32, "
        "1.62–1.64) than eager; s128: undecided (1.10× slower to 2.38× faster); 95 % "
        "intervals, 5 processes × 20 "
        "rounds.");
}
