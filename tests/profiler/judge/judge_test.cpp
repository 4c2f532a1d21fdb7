// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/finding_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace {

using namespace profiler;
using namespace recorded_example;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;

ExampleOptions twoVariants(double speedUp)
{
    ExampleOptions options;
    options.variants = exampleVariants(2);
    options.variants[1].speedUp = speedUp;
    options.variants[1].graphBreaks = 0;
    return options;
}

VariantResult judgedCandidate(const ComparisonData& data)
{
    return conclude(data).cases.at(0).variants.at(1);
}

VariantResult judgedCandidate(const ExampleOptions& options)
{
    return judgedCandidate(recordedExample(options));
}

void forEachProcess(
    ComparisonData& data, int variant, const std::function<void(ProcessRecord&)>& change)
{
    for (auto& process : data.processes) {
        if (process.start.variant == variant)
            change(process);
    }
}

TEST(Judge, RecoversTheTrueSpeedUp)
{
    const ExampleOptions options;
    const auto result = conclude(recordedExample(options));
    ASSERT_EQ(result.cases.size(), 1U);
    for (std::size_t variant = 1; variant < options.variants.size(); ++variant) {
        const auto& judged = result.cases[0].variants[variant];
        ASSERT_TRUE(judged.speedUp) << reasonText(judged.speedUp.error());
        EXPECT_NEAR(judged.speedUp->ratio.estimate / options.variants[variant].speedUp, 1, 0.02);
        EXPECT_EQ(judged.speedUp->repetitions, options.repetitions);
        EXPECT_EQ(judged.speedUp->rounds, options.rounds);
        EXPECT_EQ(judged.verdict, Verdict::Faster);
    }
    EXPECT_EQ(result.recommendation.kind, RecommendationKind::Recommended);
    EXPECT_EQ(result.recommendation.variant, 3);
}

TEST(Judge, CallsTheSameSpeedNoDifference)
{
    EXPECT_EQ(judgedCandidate(twoVariants(1.0)).verdict, Verdict::NoDifference);
}

TEST(Judge, CallsASlowerVariantSlower)
{
    const auto data = recordedExample(twoVariants(0.8));
    EXPECT_EQ(judgedCandidate(data).verdict, Verdict::Slower);
    EXPECT_EQ(conclude(data).recommendation.kind, RecommendationKind::Slower);
}

TEST(Judge, LeansWhereTheIntervalSpansTheSmallestEffect)
{
    const auto judged = judgedCandidate(twoVariants(1.03));
    EXPECT_EQ(judged.verdict, Verdict::UndecidedLeaningFaster);
    ASSERT_TRUE(judged.speedUp);
    ASSERT_TRUE(judged.speedUp->repetitionsNeeded);
    EXPECT_GT(*judged.speedUp->repetitionsNeeded, judged.speedUp->repetitions);
}

TEST(Judge, IsUndecidedWhereProcessesDisagree)
{
    auto options = twoVariants(1.0);
    options.processNoise = 0.1;
    EXPECT_EQ(judgedCandidate(options).verdict, Verdict::Undecided);
    EXPECT_EQ(
        conclude(recordedExample(options)).recommendation.kind, RecommendationKind::Undecided);
}

TEST(Judge, WantsThreeRepetitions)
{
    auto options = twoVariants(1.5);
    options.repetitions = 2;
    const auto judged = judgedCandidate(options);
    EXPECT_EQ(judged.verdict, Verdict::NotEnoughData);
    ASSERT_TRUE(judged.speedUp);
    EXPECT_LE(judged.speedUp->ratio.low, judged.speedUp->ratio.estimate);
    EXPECT_THAT(reasonText(judged.verdictReason), HasSubstr("1 more repetition"));
}

TEST(Judge, WantsTenRounds)
{
    auto options = twoVariants(1.5);
    options.rounds = 9;
    EXPECT_EQ(judgedCandidate(options).verdict, Verdict::NotEnoughData);
}

TEST(Judge, LeavesRepetitionsOutThatWereNeverSteady)
{
    auto options = twoVariants(1.3);
    options.variants[1].notSteady = {1};
    options.variants[1].recompiledInRounds = {3};
    const auto judged = judgedCandidate(options);
    ASSERT_TRUE(judged.speedUp);
    EXPECT_EQ(judged.speedUp->repetitions, 3);
    EXPECT_EQ(judged.repetitionsLeftOut, 2);
    EXPECT_EQ(judged.verdict, Verdict::Faster);
    EXPECT_THAT(
        conclude(recordedExample(options)).findings, Contains(Field(&Finding::rule, "not_steady")));
}

TEST(Judge, ShowsNoVerdictWhereResultsDiffer)
{
    auto options = twoVariants(1.5);
    options.variants[1].resultsDiffer = true;
    const auto result = conclude(recordedExample(options));
    const auto& judged = result.cases[0].variants[1];
    EXPECT_EQ(judged.verdict, Verdict::ResultsDiffer);
    EXPECT_EQ(reasonText(judged.verdictReason), "the results differ in output 0");
    EXPECT_TRUE(judged.speedUp);
    EXPECT_EQ(result.recommendation.kind, RecommendationKind::ResultsDiffer);
    EXPECT_THAT(result.findings, Contains(Field(&Finding::rule, "numerics")));
}

TEST(Judge, NamesTheOnlyOutputOfAModelWhereItDiffers)
{
    auto options = twoVariants(1.5);
    options.variants[1].resultsDiffer = true;
    auto data = recordedExample(options);
    for (auto& process : data.processes)
        for (auto& fact : process.numerics)
            fact.path.clear(); // the model returns one tensor alone
    const auto result = conclude(data);
    EXPECT_EQ(
        reasonText(result.cases[0].variants[1].verdictReason), "the results differ in the output");
    for (const auto& finding : result.findings)
        EXPECT_THAT(findingSentence(result, finding), testing::Not(testing::EndsWith("in ")))
            << finding.rule;
}

TEST(Judge, SeesACaseThatSilentlyRanEagerAndLeavesTheOthersTheirVerdict)
{
    auto options = twoVariants(1.5);
    options.cases = {{.name = "s32", .eagerMs = 3}, {.name = "s64", .eagerMs = 6}};
    options.variants[1].ranEager = true;
    const auto result = conclude(recordedExample(options));
    EXPECT_EQ(result.cases[0].variants[1].verdict, Verdict::Faster);
    EXPECT_EQ(result.cases[1].variants[1].verdict, Verdict::RanEager);
    EXPECT_FALSE(result.cases[1].variants[1].speedUp);
    EXPECT_NE(result.recommendation.kind, RecommendationKind::Recommended);
    EXPECT_THAT(result.findings, Contains(Field(&Finding::rule, "ran_eager")));
}

/// A frame that only calls others is compiled without an operator; past the recompile limit its
/// region still runs, and everything in it runs eager.
TEST(Judge, CallsAVariantEagerWhoseRegionsHoldNoOperator)
{
    auto data = recordedExample(twoVariants(0.9));
    ASSERT_EQ(judgedCandidate(data).verdict, Verdict::Slower);
    forEachProcess(data, 1, [](ProcessRecord& process) {
        for (auto& fact : process.compiles)
            fact.operators = 0;
    });
    EXPECT_EQ(judgedCandidate(data).verdict, Verdict::RanEager);
    EXPECT_FALSE(judgedCandidate(data).speedUp);
}

TEST(Judge, CountsARegionWhoseOperatorsAreUnknown)
{
    auto data = recordedExample(twoVariants(0.9));
    forEachProcess(data, 1, [](ProcessRecord& process) {
        for (auto& fact : process.compiles)
            fact.operators.reset();
    });
    EXPECT_EQ(judgedCandidate(data).verdict, Verdict::Slower);
}

TEST(Judge, DistrustsABaselineThatRanCompiledCode)
{
    auto data = recordedExample(twoVariants(1.5));
    forEachProcess(data, 0, [](ProcessRecord& process) {
        for (auto& proof : process.proofs)
            proof.regions["0/0"] = 1;
    });
    EXPECT_EQ(judgedCandidate(data).verdict, Verdict::NotComparable);
}

TEST(Judge, RefusesARatioWhereThreadCountsDiffer)
{
    auto data = recordedExample(twoVariants(1.5));
    forEachProcess(data, 1, [](ProcessRecord& process) { process.environment["threads"] = "2"; });
    const auto result = conclude(data);
    EXPECT_EQ(result.cases[0].variants[1].verdict, Verdict::NotComparable);
    EXPECT_FALSE(result.cases[0].variants[1].speedUp);
    EXPECT_THAT(
        reasonTexts(result.comparable.blocking), Contains("thread count: eager 1, default 2"));
    EXPECT_EQ(result.recommendation.kind, RecommendationKind::NotComparable);
}

TEST(Judge, OnlyWarnsOfVariablesThatDifferAndIgnoresThoseSetOnPurpose)
{
    auto data = recordedExample(twoVariants(1.5));
    forEachProcess(data, 1, [](ProcessRecord& process) {
        process.environment["env.TORCH_A"] = "1";
        process.environment["env.TORCH_B"] = "1";
    });
    forEachProcess(data, 0, [](ProcessRecord& process) {
        process.environment["env.TORCH_A"] = "0";
        process.environment["env.TORCH_B"] = "0";
    });
    data.plan.variants[1].environment["TORCH_B"] = "1";
    const auto result = conclude(data);
    EXPECT_EQ(result.cases[0].variants[1].verdict, Verdict::Faster);
    EXPECT_EQ(result.comparable.warnings.size(), 1U);
}

TEST(Judge, TellsWhyAVariantFailed)
{
    auto options = twoVariants(1.5);
    options.variants[1].failure = "out of memory while compiling";
    const auto judged = judgedCandidate(options);
    EXPECT_EQ(judged.verdict, Verdict::Failed);
    for (const auto& reason : {judged.verdictReason, judged.speedUp.error(), judged.latency.error(),
             judged.paybackCold.error(), judged.compileCold.error(), judged.peakMemory.host.error(),
             judged.numerics.reason})
        EXPECT_EQ(reasonText(reason), "out of memory while compiling");
}

TEST(Judge, GivesNoVerdictOverRunsThatTookNoTurns)
{
    auto data = recordedExample(twoVariants(1.5));
    data.info.placement = Placement::Sequential;
    const auto result = conclude(data);
    const auto& candidate = result.cases[0].variants[1];
    EXPECT_EQ(candidate.verdict, Verdict::NotComparable);
    EXPECT_FALSE(candidate.speedUp) << "however many repetitions there are";
    EXPECT_TRUE(candidate.latency) << "its calls are shown";
    EXPECT_THAT(reasonTexts(result.comparable.blocking),
        ::testing::Contains(::testing::HasSubstr("recorded one after the other")));
}

TEST(Judge, SaysOfAScriptThatItsCallsCouldNotBeHeld)
{
    auto data = recordedExample(twoVariants(1.5));
    data.info.placement = Placement::Sequential;
    data.plan.workload.spec = "script:serve.py";
    const auto result = conclude(data);
    EXPECT_EQ(result.cases[0].variants[1].verdict, Verdict::NotComparable);
    EXPECT_THAT(reasonTexts(result.comparable.blocking),
        ::testing::Contains(::testing::HasSubstr("ran the whole script alone")));
    EXPECT_TRUE(result.cases[0].variants[1].graphBreaks);
    for (auto& process : data.processes)
        process.compiles.clear();
    const auto elsewhere = conclude(data).cases[0].variants[1];
    EXPECT_TRUE(elsewhere.compileCold) << "its calls tell";
    EXPECT_FALSE(elsewhere.graphBreaks) << "none is not the same as not told";
    EXPECT_FALSE(elsewhere.recompiles);
}

TEST(Judge, CountsRoundsWhereNoRatioCouldBeMade)
{
    auto options = twoVariants(1.5);
    options.variants[1].failure = "out of memory while compiling";
    EXPECT_EQ(conclude(recordedExample(options)).quality.rounds, options.rounds);
}

TEST(Judge, SaysThatTheBaselineCompilesNothing)
{
    const auto eager = conclude(recordedExample(twoVariants(1.5))).cases[0].variants[0];
    EXPECT_EQ(reasonText(eager.compileMemory.host.error()), "it compiles nothing");
    EXPECT_EQ(reasonText(eager.compileMemory.device.error()), "it compiles nothing");
}

TEST(Judge, HasAReasonForEveryMissingPartOfARunningRecording)
{
    auto options = twoVariants(1.5);
    options.status = ComparisonStatus::Running;
    auto data = recordedExample(options);
    data.processes.clear();
    const auto result = conclude(data);
    const auto& judged = result.cases[0].variants[1];
    EXPECT_EQ(judged.verdict, Verdict::NotEnoughData);
    for (const auto& reason : {judged.verdictReason, judged.speedUp.error(), judged.latency.error(),
             judged.throughput.error(), judged.paybackCold.error(), judged.paybackWarm.error(),
             judged.compileCold.error(), judged.compileWarm.error(), judged.startUpCold.error(),
             judged.peakMemory.host.error(), judged.graphBreaks.error(), judged.recompiles.error(),
             judged.numerics.reason, result.quality.noiseFloor.error()})
        EXPECT_FALSE(reasonText(reason).empty());
    EXPECT_EQ(result.recommendation.kind, RecommendationKind::NotEnoughData);
}

/// Every second lane "eager again" takes so many times as long.
ComparisonData withNoise(const ExampleOptions& options, double factor)
{
    auto data = recordedExample(options);
    int lane = 0;
    for (auto& process : data.processes) {
        if (!process.start.again || ++lane % 2 != 0)
            continue;
        for (auto& block : process.blocks) {
            for (auto& ns : block.wallNs)
                ns = static_cast<std::int64_t>(static_cast<double>(ns) * factor);
        }
    }
    return data;
}

TEST(Judge, RaisesTheBarToTheNoiseOfTheMachine)
{
    auto options = twoVariants(1.05);
    EXPECT_EQ(judgedCandidate(options).verdict, Verdict::Faster);
    const auto result = conclude(withNoise(options, 1.2));
    const auto& judged = result.cases[0].variants[1];
    EXPECT_GT(judged.speedUp->noiseFloor.effect(), 0.05);
    EXPECT_EQ(judged.verdict, Verdict::UndecidedLeaningFaster);
    EXPECT_THAT(result.findings, Contains(Field(&Finding::rule, "noise_above_3_percent")));
}

TEST(Judge, ComparesTheNoiseWithTheSpeedUpAsARatio)
{
    // A floor of about 0.40 as a logarithm is 1.49×: below it nothing is called faster, and 1.45×
    // is above 1 + 0.40.
    const auto result = conclude(withNoise(twoVariants(1.45), 1.747));
    const auto& judged = result.cases[0].variants[1];
    ASSERT_TRUE(judged.speedUp);
    const double floor = judged.speedUp->noiseFloor.ratio();
    EXPECT_GT(judged.speedUp->ratio.low, 1.41);
    EXPECT_NEAR(floor, 1.49, 0.02);
    EXPECT_LT(judged.speedUp->ratio.low, floor);
    EXPECT_EQ(judged.verdict, Verdict::UndecidedLeaningFaster);
}

TEST(Judge, ComparesTheNoiseWithTheSlowDownAsARatio)
{
    const auto judged = conclude(withNoise(twoVariants(1 / 1.45), 1.747)).cases[0].variants[1];
    ASSERT_TRUE(judged.speedUp);
    EXPECT_LT(judged.speedUp->ratio.high, 1 / 1.41);
    EXPECT_EQ(judged.verdict, Verdict::UndecidedLeaningSlower);
}

TEST(Judge, CountsTheCallsAndQuietBlocksOfAllVariantsOnce)
{
    auto options = twoVariants(1.3);
    options.flaggedBlockRatio = 0.2;
    options.variants[1].notSteady = {1};
    const auto result = conclude(recordedExample(options));
    const auto& variants = result.cases[0].variants;
    EXPECT_EQ(result.quality.fewestCalls, variants[1].latency->calls);
    EXPECT_EQ(result.quality.mostCalls, variants[0].latency->calls);
    EXPECT_LT(result.quality.fewestCalls, result.quality.mostCalls);
    const double quiet
        = variants[0].quietRatio * variants[0].blocks + variants[1].quietRatio * variants[1].blocks;
    EXPECT_GT(variants[0].blocks, variants[1].blocks);
    EXPECT_NEAR(
        result.quality.quietRatio, quiet / (variants[0].blocks + variants[1].blocks), 1e-12);
}

TEST(Judge, PromisesNoPaybackBeforeAVerdict)
{
    auto options = twoVariants(1.5);
    options.repetitions = 2;
    const auto judged = judgedCandidate(options);
    ASSERT_TRUE(judged.paybackTermsCold);
    ASSERT_FALSE(judged.paybackCold);
    EXPECT_EQ(reasonText(judged.paybackCold.error()),
        "no payback yet: whether it is faster than eager is not decided");
}

TEST(Judge, ShowsTheRatioWithoutFlaggedBlocks)
{
    auto options = twoVariants(1.3);
    options.flaggedBlockRatio = 0.2;
    const auto judged = judgedCandidate(options);
    ASSERT_TRUE(judged.speedUp && judged.speedUp->quietOnly);
    EXPECT_NEAR(judged.speedUp->quietOnly->estimate, 1.3, 0.03);
    EXPECT_LT(judged.quietRatio, 0.9);
    EXPECT_EQ(judged.tailVerdict, Verdict::NotEnoughData);
}

TEST(Judge, CountsCompileAndPaybackFromColdProcesses)
{
    auto options = twoVariants(1.25);
    options.variants[1].compileSeconds = 8;
    const auto judged = judgedCandidate(options);
    ASSERT_TRUE(judged.compileCold && judged.compileWarm && judged.startUpCold);
    EXPECT_NEAR(judged.compileCold->medianNs / 1e9, 8, 1);
    EXPECT_NEAR(judged.compileWarm->medianNs / 1e9, 0.8, 0.15);
    EXPECT_EQ(judged.compileCold->processes, options.coldProcesses);
    ASSERT_TRUE(judged.paybackCold && judged.paybackWarm);
    const double cost = judged.compileCold->medianNs + judged.startUpCold->medianNs;
    const double saved = 11.31e6 * (1 - 1 / 1.25);
    EXPECT_NEAR(static_cast<double>(judged.paybackCold->calls) / (cost / saved), 1, 0.1);
    EXPECT_LE(judged.paybackCold->low, judged.paybackCold->calls);
    EXPECT_GE(judged.paybackCold->high.value_or(0), judged.paybackCold->calls);
    EXPECT_LT(judged.paybackWarm->calls, judged.paybackCold->calls);
}

TEST(Judge, KeepsEagerBelowThePaybackAndTakesACheaperVariantForTotalTime)
{
    auto options = ExampleOptions {};
    options.goal = {.metric = GoalMetric::Total, .horizonCalls = 1000};
    const auto brief = conclude(recordedExample(options)).recommendation;
    EXPECT_EQ(brief.kind, RecommendationKind::KeepEager);
    EXPECT_THAT(reasonText(brief.reason), HasSubstr("to pay back and you plan 1\u202f000"));
    options.goal.horizonCalls = 30'000;
    EXPECT_EQ(conclude(recordedExample(options)).recommendation.variant, 2);
    options.goal.horizonCalls = 10'000'000;
    EXPECT_EQ(conclude(recordedExample(options)).recommendation.variant, 3);
}

TEST(Judge, RecommendsOnlyWhatMeetsTheLimits)
{
    auto options = ExampleOptions {};
    options.goal.limits.memoryBytes = 610LL * 1024 * 1024;
    const auto result = conclude(recordedExample(options));
    EXPECT_EQ(result.recommendation.variant, 1);
    EXPECT_FALSE(result.cases[0].variants[2].limits.at(0).met);
}

TEST(Judge, CountsBreaksAndRecompilesForEachCase)
{
    auto options = twoVariants(1.3);
    options.cases = {{.name = "s32", .eagerMs = 3}, {.name = "s64", .eagerMs = 6}};
    options.variants[1].graphBreaks = 2;
    options.variants[1].recompiles = 1;
    const auto data = recordedExample(options);
    const auto result = conclude(data);
    EXPECT_EQ(result.cases[0].variants[1].graphBreaks, 2);
    EXPECT_EQ(result.cases[0].variants[1].recompiles, 0);
    EXPECT_EQ(result.cases[1].variants[1].recompiles, 1);
    const auto breaks = graphBreaks(data, 1, 1);
    ASSERT_EQ(breaks.size(), 2U) << "the second case passes the breaks that the first one compiled";
    EXPECT_EQ(breaks[0].perCall, 1);
    EXPECT_EQ(breaks[0].records, 1);
}

TEST(Judge, CountsABackwardGraphAsPartOfItsForwardOne)
{
    auto data = recordedExample(twoVariants(1.3));
    forEachProcess(data, 1, [](ProcessRecord& process) {
        const auto forward = process.compiles;
        for (auto fact : forward) {
            fact.function = "(backward)";
            process.compiles.push_back(std::move(fact));
        }
    });
    ASSERT_FALSE(data.processes.empty());
    EXPECT_EQ(judgedCandidate(data).recompiles, 0);
}

TEST(Judge, NamesTheMemoryVerdictAndItsFinding)
{
    auto options = twoVariants(1.3);
    options.variants[1].memoryRatio = 1.3;
    const auto result = conclude(recordedExample(options));
    EXPECT_EQ(result.cases[0].variants[1].memoryVerdict, Verdict::Slower);
    EXPECT_THAT(result.findings, Contains(Field(&Finding::rule, "memory_up")));
}

TEST(Judge, UsesPipelinedTimesForThroughputAndNeverMixesClocks)
{
    auto options = twoVariants(1.3);
    options.onGpu = true;
    options.goal.metric = GoalMetric::Throughput;
    const auto judged = judgedCandidate(options);
    ASSERT_TRUE(judged.speedUp && judged.throughput);
    EXPECT_EQ(judged.speedUp->clock, Clock::Pipelined);
    EXPECT_NEAR(judged.speedUp->ratio.estimate, 1.3, 0.03);
    EXPECT_NEAR(judged.throughput->perSecond, 32e3 / (11.31 / 1.3 * 0.97), 60);
    EXPECT_EQ(judged.throughput->unit, "images");
}

TEST(Judge, TellsWhatAPercentileNeeds)
{
    auto options = twoVariants(1.3);
    options.callsPerBlock = 5;
    const auto judged = judgedCandidate(options);
    EXPECT_FALSE(judged.latency->p99().ns);
    EXPECT_EQ(judged.latency->p99().needs, 368);
    EXPECT_EQ(judged.latency->p99().has, 100);
    EXPECT_TRUE(judged.latency->at(0.95).ns);
}

TEST(Judge, PassesNoticesOn)
{
    auto options = twoVariants(1.3);
    options.notices = {{.rule = "training_mode_on", .sentence = "dropout is active"},
        {.rule = "training_mode_on", .sentence = "dropout is active"}};
    const auto findings = conclude(recordedExample(options)).findings;
    EXPECT_EQ(std::ranges::count(findings, "training_mode_on", &Finding::rule), 1);
}

TEST(Judge, FindsNoDifferenceBetweenEagerAndEager)
{
    int decided = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        auto options = twoVariants(1.0);
        options.seed = seed;
        options.processNoise = 0.012; // what was measured between processes
        options.callsPerBlock = 6;
        const auto verdict = judgedCandidate(options).verdict;
        decided += verdict == Verdict::Faster || verdict == Verdict::Slower ? 1 : 0;
    }
    EXPECT_LE(decided, 1) << "of 60 comparisons of eager with itself";
}

} // namespace
