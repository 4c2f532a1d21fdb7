// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/tune_steps.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/tune/tune_outcome.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/document/report_builder.h"
#include "profiler/report/documents.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/tune/tune_sentences.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace profiler;
using namespace recorded_example;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

namespace {

/// Settings with these speed-ups, all but those out measured to the end.
ComparisonData searched(const std::vector<double>& speedUps,
    const std::map<int, TuneDecision>& out = {}, const std::vector<double>& compileSeconds = {})
{
    ExampleOptions options;
    options.variants = exampleVariants(static_cast<int>(speedUps.size()) + 1);
    for (std::size_t i = 0; i < speedUps.size(); ++i) {
        options.variants[i + 1] = {.name = "setting " + std::to_string(i + 1),
            .speedUp = speedUps[i],
            .compileSeconds = i < compileSeconds.size() ? compileSeconds[i] : 8};
    }
    options.repetitions = 3;
    auto data = recordedExample(options);
    for (auto& process : data.processes) {
        const int variant = process.start.variant;
        if (variant == 0 || process.start.kind != ProcessKind::Paired)
            continue;
        const auto decision = out.find(variant);
        process.tuning = {{.rung = decision == out.end() ? 2 : 0,
            .decision = decision == out.end() ? TuneDecision::Finalist : decision->second,
            .spent = std::chrono::minutes(4)}};
    }
    data.plan.protocol.totalTimeLimit = std::chrono::minutes(20);
    return data;
}

TuneOutcome outcomeOf(const ComparisonData& data)
{
    return tuneOutcomeOf(data, judge(data));
}

TEST(PlanToRepeat, OfASearchHoldsTheSettingsThatItMeasuredLongest)
{
    const auto few = searched({1.1, 1.6});
    EXPECT_EQ(planToRepeat(few), few.plan);
    ComparisonData many;
    for (int variant = 0; variant < 10; ++variant) {
        many.plan.variants.push_back({.name = "setting " + std::to_string(variant)});
        const bool out = variant == 2 || variant == 5;
        ProcessRecord process;
        process.start.variant = variant;
        process.tuning = {
            {.rung = out ? 0 : 2, .decision = out ? TuneDecision::Slower : TuneDecision::Finalist}};
        many.processes.push_back(std::move(process));
    }
    const auto plan = planToRepeat(many);
    std::vector<std::string> names;
    for (const auto& variant : plan.variants)
        names.push_back(variant.name);
    EXPECT_EQ(names.size(), mostVariants);
    EXPECT_EQ(names.front(), many.plan.variants.front().name);
    EXPECT_THAT(names, testing::Not(testing::Contains("setting 2")));
    EXPECT_THAT(names, testing::Not(testing::Contains("setting 5")));
    EXPECT_THAT(names, testing::Contains("setting 9"));
}

TEST(TuneOutcome, NamesTheFastestSettingWithItsCode)
{
    const auto data = searched({1.1, 1.6, 0.8});
    const auto judged = judge(data);
    const auto outcome = outcomeOf(data);
    EXPECT_EQ(outcome.best, 2);
    EXPECT_FALSE(outcome.keepBaseline);
    EXPECT_EQ(outcome.rows.front().variant, 2);
    EXPECT_EQ(outcome.rows.back().variant, 3);
    EXPECT_THAT(tuneSentence(judged, outcome), StartsWith("Of 3 settings use setting 2: 1."));
    EXPECT_THAT(tuneSentence(judged, outcome), HasSubstr("faster than eager"));
    EXPECT_THAT(tuneCode(judged, outcome), HasSubstr("torch.compile(model"));
    EXPECT_EQ(budgetSentence(outcome), "3 settings in 4 min of 20 min.");
}

TEST(TuneOutcome, TakesTheCheaperOfEquals)
{
    EXPECT_EQ(outcomeOf(searched({1.600, 1.605}, {}, {6, 40})).best, 1);
    EXPECT_EQ(outcomeOf(searched({1.600, 1.605}, {}, {40, 6})).best, 2);
}

TEST(TuneOutcome, DoesNotTakeWhatFellOut)
{
    EXPECT_EQ(outcomeOf(searched({1.3, 1.6}, {{2, TuneDecision::ResultsDiffer}})).best, 1);
}

TEST(TuneOutcome, KeepsTheBaselineWhereNoVerdictSaysFaster)
{
    const auto data = searched({1.0, 0.9});
    const auto outcome = outcomeOf(data);
    EXPECT_TRUE(outcome.keepBaseline);
    EXPECT_THAT(tuneSentence(judge(data), outcome), StartsWith("Keep eager: none of 2 settings"));
    EXPECT_THAT(tuneCode(judge(data), outcome), IsEmpty());
}

TEST(TuneOutcome, SaysWhyWhatWasFasterHasNoVerdict)
{
    const auto data = searched({1.6, 0.9});
    auto judged = judge(data);
    for (auto& inCase : judged.cases) {
        inCase.variants[1].verdict = Verdict::UndecidedLeaningFaster;
        inCase.variants[1].verdictReason = recorded("the machine was too busy");
    }
    const auto outcome = tuneOutcomeOf(data, judged);
    EXPECT_TRUE(outcome.keepBaseline);
    const auto text = tuneSentence(judged, outcome);
    EXPECT_EQ(text,
        "Not decided: none of 2 settings is faster beyond doubt; the nearest is setting 1 (setting "
        "1 is ahead of eager, which is not decided): the machine was too busy.");
    EXPECT_FALSE(outcome.rows.front().decidedSpeedUp());
}

TEST(TuneOutcome, TellsBenefitForEachSecondOfCompile)
{
    const auto outcome = outcomeOf(searched({2.0, 1.5}, {}, {10, 10}));
    const auto& best = outcome.rows.front();
    ASSERT_TRUE(best.won && best.wonPerSecond && best.compile);
    EXPECT_NEAR(static_cast<double>(best.won->count()), 11.31e6 / 2, 0.3e6);
    EXPECT_NEAR(*best.wonPerSecond,
        static_cast<double>(best.won->count())
            / std::chrono::duration<double>(*best.compile).count(),
        1);
}

TEST(TuneOutcome, NamesThePartThatKeepsTheBenefitForLessCompile)
{
    auto data = searched({2.0, 1.97, 1.2}, {}, {40, 10, 2});
    data.plan.variants[2].parts = {{.target = "layers.*"}};
    data.plan.variants[3].parts = {{.target = "stem"}};
    const auto outcome = outcomeOf(data);
    EXPECT_EQ(outcome.smallestUnit, 2) << "the stem wins too little";
    if (outcome.best != 2) {
        EXPECT_THAT(
            unitSentence(judge(data), outcome), StartsWith("Compiling setting 2 alone keeps 9"));
    }
}

TEST(TuneOutcome, IsADocumentWithAReasonForEachMissingValue)
{
    const auto document = nlohmann::json::parse(
        showJson(ShowPart::Tune, searched({1.4, 0.7}, {{2, TuneDecision::Slower}})));
    EXPECT_EQ(document["best"], "setting 1");
    EXPECT_EQ(document["tune"].size(), 2U);
    EXPECT_EQ(document["tune"][1]["decision"], "slower");
    EXPECT_EQ(document["tune"][1]["round"], 1);
    EXPECT_TRUE(document["smallest_unit"].is_null());
    EXPECT_TRUE(document.contains("smallest_unit_reason"));
    EXPECT_TRUE(nlohmann::json::parse(showJson(ShowPart::Tune, recordedExample()))["tune"].empty());
}

TEST(TuneOutcome, IsATableForPeopleWithWhatToPasteLast)
{
    const auto text = showText(ShowPart::Tune, searched({1.4, 0.7}, {{2, TuneDecision::Slower}}));
    EXPECT_THAT(text, HasSubstr("slower than the best"));
    EXPECT_THAT(text, HasSubstr("the best"));
    EXPECT_LT(text.find("Of 2 settings"), text.find("model = torch.compile"));
    EXPECT_THAT(showText(ShowPart::Tune, recordedExample()), HasSubstr("Nothing was searched"));
}

std::string reportOf(const ComparisonData& data)
{
    return markdownReport(buildReport(judge(data), data, {}), "", "").text;
}

TEST(TuneOutcome, StandsInReportsWithTheCodeOfTheBest)
{
    const auto data = searched({1.4, 0.7}, {{2, TuneDecision::Slower}});
    const auto text = reportOf(data);
    EXPECT_THAT(text, HasSubstr(tuneSentence(judge(data), outcomeOf(data))));
    EXPECT_THAT(text, HasSubstr("Slower than the best"));
    EXPECT_THAT(reportOf(recordedExample()), testing::Not(HasSubstr("for each s of compile")));
}

} // namespace
