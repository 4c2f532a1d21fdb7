// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/report/code/compile_code.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/compile_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace profiler {
namespace {

using recorded_example::ExampleOptions;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr double s = 1e9;

TEST(PartsText, AddsUpToTheLastDigitShown)
{
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> length(0, 9 * s);
    for (int round = 0; round < 300; ++round) {
        std::array<double, 7> parts {};
        double whole = 0;
        for (double& part : parts) {
            part = length(generator) * (round % 3 == 0 ? 0.001 : 1);
            whole += part;
        }
        const auto text = partsText(parts, whole);
        EXPECT_EQ(text.whole + " " + text.unit, formatDuration(whole));
        double sum = 0;
        for (const auto& part : text.parts)
            sum += std::stod(part);
        EXPECT_NEAR(sum, std::stod(text.whole), 1e-9) << round;
    }
}

TEST(PartsText, RoundsTheLargestRemaindersUp)
{
    const std::array parts {1.04 * s, 2.06 * s, 21.70 * s};
    EXPECT_THAT(partsText(parts, 24.8 * s).parts, testing::ElementsAre("1.0", "2.1", "21.7"));
}

ComparisonResult twelveCases()
{
    ExampleOptions options;
    options.rounds = 10;
    options.callsPerBlock = 5;
    options.cases.clear();
    for (int i = 0; i < 12; ++i)
        options.cases.push_back({.name = "b" + std::to_string(i), .eagerMs = 5.0 + i});
    return conclude(recorded_example::recordedExample(options));
}

TEST(SettingsSentence, IsTheUsualOneWhereOneSettingIsBestEverywhere)
{
    const auto result = twelveCases();
    EXPECT_EQ(settingsSentence(result), overallSentence(result));
    EXPECT_EQ(settingsVerdict(result).text, "Recommended");
}

TEST(SettingsSentence, NamesTheSettingOfEachGroupOfCases)
{
    auto result = twelveCases();
    result.cases.resize(4);
    result.cases[1].recommendation = {.kind = RecommendationKind::Recommended, .variant = 1};
    result.cases[3].recommendation = {.kind = RecommendationKind::KeepEager, .variant = 0};
    const auto text = settingsSentence(result);
    EXPECT_THAT(text,
        AllOf(HasSubstr("use max-autotune in b0 and b2"), HasSubstr("use default in b1 (1."),
            HasSubstr("keep eager in b3"), HasSubstr("faster than eager"),
            HasSubstr("95 % intervals, 5 processes")));
    EXPECT_THAT(text, HasSubstr("processes × 10 rounds."));
    EXPECT_EQ(settingsVerdict(result).text, "By case");
    result.cases[2].recommendation = {.kind = RecommendationKind::Undecided, .variant = 1};
    EXPECT_THAT(settingsSentence(result), HasSubstr("not decided yet in b2"));
    EXPECT_THAT(settingsSentence(result), testing::Not(HasSubstr("until")));
    EXPECT_THAT(compareText(result, 1000, false), HasSubstr(settingsSentence(result)))
        << "one answer on every page and in every command";
}

TEST(CasesInWords, CountsWhereNamesWouldBeMany)
{
    const auto result = twelveCases();
    EXPECT_EQ(casesText(result, {0, 2, 5}), "b0, b2 and b5");
    EXPECT_EQ(casesText(result, {0, 1, 2, 3}), "4 of 12 cases");
    EXPECT_EQ(casesText(result, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), "all 12 cases");
}

TEST(SettingsCode, NamesTheCasesAboveTheirSetting)
{
    auto result = twelveCases();
    EXPECT_EQ(settingsCode(result), compileCode(result.plan, 3));
    result.cases.resize(3);
    result.cases[1].recommendation = {.kind = RecommendationKind::Recommended, .variant = 2};
    result.cases[2].recommendation = {.kind = RecommendationKind::KeepEager, .variant = 0};
    EXPECT_EQ(settingsCode(result),
        "# b0\nmodel = torch.compile(model, mode=\"max-autotune\")\n\n"
        "# b1\nmodel = torch.compile(model, mode=\"reduce-overhead\")\n\n"
        "# b2: keep eager");
    result.cases.erase(result.cases.begin(), result.cases.begin() + 2);
    EXPECT_EQ(settingsCode(result), "");
}

TEST(CorrectionText, CountsTheComparisonsShownAtOnce)
{
    auto result = twelveCases();
    EXPECT_THAT(correctionText(result), AllOf(HasSubstr("all 36"), HasSubstr("99.9 %")));
    result.cases.resize(1);
    result.plan.variants.resize(2);
    EXPECT_EQ(correctionText(result), "");
}

TEST(GoalText, SaysLimitsOfSingleCasesToo)
{
    ComparisonResult result;
    result.plan.goal.limits.p99 = std::chrono::milliseconds(15);
    result.plan.goal.caseLimits["b384"].p99 = std::chrono::milliseconds(70);
    result.plan.goal.horizonCalls = 100'000;
    EXPECT_THAT(goalText(result),
        AllOf(HasSubstr("p99 at most 15.00 ms"), HasSubstr("70.00 ms in b384"),
            HasSubstr("calls, empty compile cache")));
}

FirstStartCosts startsOf(double cold, double warm)
{
    FirstStartCosts starts;
    starts.cold = FirstStartCost {.wallNs = cold, .processes = 3};
    starts.warm = FirstStartCost {.wallNs = warm, .processes = 3};
    return starts;
}

TEST(CompileSentence, SaysWhatItCostsAndWhenItIsPaidBack)
{
    VariantResult variant {.variant = 2, .name = "reduce-overhead"};
    variant.paybackCold = Payback {.calls = 3490, .runTimeNs = 64.3 * s};
    variant.compileCold = CompileCost {.medianNs = 9.1 * s};
    variant.startUpCold = CompileCost {.medianNs = 15.7 * s};
    EXPECT_EQ(compileSentence(variant, startsOf(24.8 * s, 3.1 * s)),
        "reduce-overhead costs 24.8 s once: 9.100 s compile + 15.7 s start-up (total with a warm "
        "cache 3.100 s), pays back after 3\u202f490 calls, 64.3 s.");
    variant.paybackCold = missing(recorded("never pays back: slower than eager"));
    EXPECT_THAT(compileSentence(variant, startsOf(24.8 * s, 3.1 * s)),
        HasSubstr(", never pays back: slower than eager."));
    variant.verdict = Verdict::Faster;
    variant.paybackCold = missing(recorded("the recording holds no finished cold process"));
    EXPECT_THAT(compileSentence(variant, startsOf(24.8 * s, 3.1 * s)),
        HasSubstr(", payback not known: the recording holds no finished cold process."));
    EXPECT_THAT(compileSentence(variant, {}), HasSubstr("is not known: not recorded"));
    EXPECT_THAT(
        compileSentence({.variant = 0, .name = "eager"}, {}), HasSubstr("compiles nothing"));
}

TEST(RankingNote, TellsWhereAKeptCacheChangesTheBest)
{
    ExampleOptions options;
    options.goal.horizonCalls = 50'000;
    const auto result = conclude(recorded_example::recordedExample(options));
    EXPECT_THAT(rankingNote(result, result.cases.front()),
        AllOf(HasSubstr("With a warm cache max-autotune"), HasSubstr("reduce-overhead")));
    options.goal.horizonCalls = std::nullopt;
    const auto without = conclude(recorded_example::recordedExample(options));
    EXPECT_EQ(rankingNote(without, without.cases.front()), "");
}

TEST(NumericsSentence, SaysHowMuchOfTheToleranceIsUsedOrWhatDiffers)
{
    ExampleOptions options;
    options.variants.at(2).resultsDiffer = true;
    const auto data = recorded_example::recordedExample(options);
    const auto result = conclude(data);
    const auto rows = numericsRows(data, 0);
    const auto& shown = result.cases.front();
    EXPECT_THAT(numericsSentence(shown, 1, rows),
        AllOf(HasSubstr("outputs of default match eager: largest error is"),
            HasSubstr("41 % of the tolerance")));
    EXPECT_THAT(numericsSentence(shown, 2, rows),
        AllOf(HasSubstr("do not match"), HasSubstr("values of output 0 lie"),
            HasSubstr("900 of 32"), HasSubstr("310 × the tolerance")));
    EXPECT_THAT(numericsSentence(shown, 0, rows), HasSubstr("compared with those of eager"));
    EXPECT_THAT(
        numericsNote(rows, 1), HasSubstr("float32 1.3e\u22126 relative + 1e\u22125 absolute"));
}

TEST(NumericsSentence, SaysWhyNothingWasChecked)
{
    ExampleOptions options;
    options.checked = false;
    const auto data = recorded_example::recordedExample(options);
    const auto shown = conclude(data).cases.front();
    const auto text = numericsSentence(shown, 1, numericsRows(data, 0));
    EXPECT_THAT(text, HasSubstr("were not checked: "));
    EXPECT_THAT(text, Not(HasSubstr(": .")));
}

TEST(MemorySentence, GivesTheDifferenceWithItsInterval)
{
    const auto data = recorded_example::recordedExample({.onGpu = true});
    const auto rows = memoryRows(data, conclude(data).cases.front());
    EXPECT_THAT(memorySentence(rows, 2, true),
        AllOf(HasSubstr("reduce-overhead peaks at 3."), HasSubstr("of device memory"),
            HasSubstr("against eager (+"), HasSubstr("while it compiles")));
    EXPECT_EQ(signedBytes(0), "±0 B");
    EXPECT_EQ(signedBytes(-1048576), "\u22121.00 MiB");
}

} // namespace
} // namespace profiler
