// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/more_repetitions.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/finding_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace profiler;
using namespace recorded_example;
using testing::HasSubstr;
using testing::Not;

namespace {

/// Without "eager again": nothing tells what the disturbances do.
ExampleOptions disturbed(double speedUp, double share)
{
    ExampleOptions options;
    options.noiseRepetitions = 0;
    options.variants = exampleVariants(2);
    options.variants[1].speedUp = speedUp;
    options.flaggedBlockRatio = share;
    return options;
}

/// Processes 20 % apart, and an estimate near 1: more of them would not tell the two apart.
ComparisonData noisyWithoutDifference()
{
    auto options = disturbed(1.0, 0);
    options.processNoise = 0.2;
    for (options.seed = 1; options.seed < 100; ++options.seed) {
        auto data = recordedExample(options);
        const auto result = conclude(data);
        const auto& ratio = result.cases[0].variants[1].speedUp->ratio;
        if (ratio.estimate > 0.97 && ratio.estimate < 1.03)
            return data;
    }
    ADD_FAILURE() << "no seed gives an estimate near 1";
    return {};
}

TEST(MachineTooBusy, IsSaidInPlaceOfEveryVerdictFromTimes)
{
    for (const double speedUp : {0.7, 1.0, 1.5}) {
        const auto result = conclude(recordedExample(disturbed(speedUp, 0.4)));
        ASSERT_GT(1 - result.quality.quietRatio, mostDisturbedRatio);
        const auto& variant = result.cases[0].variants[1];
        EXPECT_TRUE(isUndecided(variant.verdict)) << speedUp;
        EXPECT_THAT(reasonText(variant.verdictReason), HasSubstr("of blocks had CPU contention"));
        EXPECT_FALSE(variant.paybackCold) << "nothing is paid back by what is not known";
        EXPECT_EQ(result.recommendation.kind, RecommendationKind::MachineTooBusy);
        const auto sentence = overallSentence(result);
        EXPECT_THAT(sentence, HasSubstr("too busy"));
        EXPECT_THAT(sentence, HasSubstr("taskset"));
        EXPECT_THAT(sentence, HasSubstr("cannot be seen here"));
        EXPECT_THAT(sentence, HasSubstr("is not decided"));
        EXPECT_THAT(sentence, Not(HasSubstr("× "))) << "no ratio decides nothing";
        EXPECT_THAT(sentence, Not(HasSubstr("keep eager")));
    }
}

TEST(MachineTooBusy, LeavesOpenWhetherItIsPaidBack)
{
    const auto result = conclude(recordedExample(disturbed(0.7, 0.4)));
    const auto& variant = result.cases[0].variants[1];
    ASSERT_EQ(variant.verdict, Verdict::UndecidedLeaningSlower);
    for (const auto* evenAt : {&variant.paybackCold, &variant.paybackWarm}) {
        ASSERT_FALSE(*evenAt);
        EXPECT_THAT(reasonText(evenAt->error()), HasSubstr("too busy"));
        EXPECT_THAT(reasonText(evenAt->error()), Not(HasSubstr("never")));
    }
    EXPECT_THAT(oneSettingText(result), HasSubstr("No setting can be named"));
    EXPECT_THAT(oneSettingText(result), Not(HasSubstr("suits all cases")));
}

TEST(Trust, NamesTheShareOfDisturbedBlocksWhereItIsSmall)
{
    const auto text = [](double share) {
        const auto result = conclude(recordedExample(disturbed(1.5, share)));
        return trustNotes(result, result.cases[0]).front().text;
    };
    EXPECT_THAT(text(0), HasSubstr("no CPU contention"));
    EXPECT_THAT(text(0.02), HasSubstr("can be trusted"));
    EXPECT_THAT(text(0.02), HasSubstr("% of blocks had CPU contention"));
}

TEST(MachineTooBusy, IsNotSaidOfAFewDisturbedBlocks)
{
    const auto result = conclude(recordedExample(disturbed(1.5, 0.15)));
    EXPECT_EQ(result.cases[0].variants[1].verdict, Verdict::Faster);
    EXPECT_EQ(result.recommendation.kind, RecommendationKind::Recommended);
}

TEST(MachineTooBusy, IsSaidOverAllCasesToo)
{
    auto options = disturbed(1.5, 0.4);
    options.cases = {{.name = "b8"}, {.name = "b64", .eagerMs = 40}};
    const auto result = conclude(recordedExample(options));
    EXPECT_EQ(result.recommendation.kind, RecommendationKind::MachineTooBusy);
    EXPECT_THAT(overallSentence(result), HasSubstr("too busy"));
}

TEST(MachineTooBusy, LeavesWhatIsNoMatterOfTimes)
{
    auto options = disturbed(1.5, 0.4);
    options.variants[1].resultsDiffer = true;
    const auto result = conclude(recordedExample(options));
    EXPECT_EQ(result.cases[0].variants[1].verdict, Verdict::ResultsDiffer);
    EXPECT_EQ(result.recommendation.kind, RecommendationKind::ResultsDiffer);
}

TEST(MachineTooBusy, IsTheSameInJsonTextAndRemarks)
{
    const auto result = conclude(recordedExample(disturbed(1.5, 0.4)));
    const auto json = nlohmann::json::parse(compareJson(result));
    EXPECT_EQ(json["recommended"]["kind"], "machine_too_busy");
    EXPECT_TRUE(json["recommended"]["variant"].is_null());
    EXPECT_EQ(json["machine"]["too_busy"], true);
    EXPECT_NEAR(json["machine"]["disturbed_block_ratio"].get<double>(),
        1 - result.quality.quietRatio, 1e-12);
    const auto& variant = json["cases"][0]["variants"][1];
    EXPECT_TRUE(variant["needs_repetitions"].is_null());
    EXPECT_THAT(variant["needs_repetitions_reason"].get<std::string>(), HasSubstr("too busy"));
    EXPECT_GT(variant["precision_ratio"].get<double>(), 0);
    EXPECT_THAT(compareText(result, 100, false), HasSubstr("too busy"));
    const auto notes = trustNotes(result, result.cases[0]);
    EXPECT_THAT(notes,
        testing::Contains(testing::Field(&MarkedText::text, contentionText(result.quality))));
    const auto data = recordedExample(disturbed(1.5, 0.4));
    EXPECT_FALSE(moreRepetitions(data, conclude(data)).advised);
}

/// "Eager again" ran in the same repetitions.
ExampleOptions besideOthers(double speedUp)
{
    auto options = disturbed(speedUp, 0.4);
    options.noiseRepetitions = 3;
    return options;
}

void reportThreads(ComparisonData& data, const char* threads)
{
    for (auto& process : data.processes)
        process.environment["threads"] = threads;
}

enum class Scaled { Wall, Cpu, Both };

/// Of one variant or of "eager again", in every repetition or in every second one.
void scaleCalls(ComparisonData& data, bool again, int variant, double factor, Scaled scaled,
    bool everySecond = false)
{
    const auto scale = [factor](std::vector<std::int64_t>& times) {
        for (auto& ns : times)
            ns = static_cast<std::int64_t>(static_cast<double>(ns) * factor);
    };
    for (auto& process : data.processes) {
        if (process.start.again != again || process.start.variant != variant
            || (everySecond && process.start.repetition % 2 != 0))
            continue;
        for (auto& block : process.blocks) {
            if (scaled != Scaled::Cpu)
                scale(block.wallNs);
            if (scaled != Scaled::Wall)
                scale(block.cpuNs);
        }
    }
}

TEST(BesideOthers, CpuTimeDecides)
{
    const std::vector<std::pair<double, Verdict>> expected {
        {0.7, Verdict::Slower}, {1.0, Verdict::NoDifference}, {1.5, Verdict::Faster}};
    for (const auto& [speedUp, verdict] : expected) {
        const auto result = conclude(recordedExample(besideOthers(speedUp)));
        ASSERT_TRUE(isDisturbed(result.quality));
        EXPECT_FALSE(isTooBusy(result.quality));
        const auto& variant = result.cases[0].variants[1];
        EXPECT_EQ(variant.verdict, verdict) << speedUp;
        EXPECT_EQ(variant.speedUp->time, CallTime::Cpu);
        EXPECT_NE(result.recommendation.kind, RecommendationKind::MachineTooBusy);
        EXPECT_THAT(trustNotes(result, result.cases[0]),
            testing::Contains(
                testing::Field(&MarkedText::text, HasSubstr("ratios are of CPU time"))));
        const auto json = nlohmann::json::parse(compareJson(result));
        EXPECT_EQ(json["machine"]["too_busy"], false);
        EXPECT_EQ(json["cases"][0]["variants"][1]["speedup"]["time"], "cpu");
    }
}

TEST(BesideOthers, WaitingForACoreDoesNotCount)
{
    auto data = recordedExample(besideOthers(1.5));
    scaleCalls(data, false, 1, 3, Scaled::Wall, true);
    EXPECT_FALSE(isDecided(conclude(data).cases[0].variants[1].verdict))
        << "as if these calls waited for data";
    for (auto& process : data.processes)
        for (auto& block : process.blocks)
            std::ranges::fill(block.switches, 1); // another program had the core
    const auto result = conclude(data);
    EXPECT_EQ(result.cases[0].variants[1].verdict, Verdict::Faster);
    EXPECT_NEAR(result.cases[0].variants[1].speedUp->ratio.estimate, 1.5, 0.05);
    EXPECT_THAT(overallSentence(result), HasSubstr(", in CPU time"));
    EXPECT_EQ(result.cases[0].variants[1].paybackCold.error().kind, ReasonKind::PaybackTooBusy);
}

TEST(BesideOthers, EagerAgainstEagerIsTheBar)
{
    auto data = recordedExample(besideOthers(1.2));
    scaleCalls(data, true, 0, 1.3, Scaled::Both);
    const auto result = conclude(data);
    const auto& variant = result.cases[0].variants[1];
    ASSERT_TRUE(variant.speedUp->distanceOfEqual);
    EXPECT_GT(variant.speedUp->distanceOfEqual->effect(), 0.2);
    EXPECT_EQ(variant.verdict, Verdict::UndecidedLeaningFaster);
    EXPECT_EQ(result.recommendation.kind, RecommendationKind::MachineTooBusy);
    EXPECT_THAT(overallSentence(result), HasSubstr("eager against eager differs by"));
    EXPECT_THAT(overallSentence(result), HasSubstr("--when-quiet"));
    EXPECT_FALSE(variant.paybackCold);
}

TEST(BesideOthers, WhatEagerAgainstEagerHidesIsNotCalledEqual)
{
    auto data = recordedExample(besideOthers(1.0));
    scaleCalls(data, true, 0, 1.15, Scaled::Both);
    EXPECT_EQ(conclude(data).cases[0].variants[1].verdict, Verdict::Undecided);
}

TEST(BesideOthers, SeveralThreadsDecideNothing)
{
    auto data = recordedExample(besideOthers(1.5));
    reportThreads(data, "2");
    const auto result = conclude(data);
    EXPECT_EQ(result.cases[0].variants[1].verdict, Verdict::UndecidedLeaningFaster);
    EXPECT_THAT(
        reasonText(result.cases[0].variants[1].verdictReason), HasSubstr("OMP_NUM_THREADS=1"));
    EXPECT_THAT(overallSentence(result), HasSubstr("OMP_NUM_THREADS=1"));
}

TEST(BesideOthers, CallsThatWaitForDataDecideNothing)
{
    auto data = recordedExample(besideOthers(1.5));
    scaleCalls(data, false, 1, 0.8, Scaled::Cpu);
    const auto result = conclude(data);
    EXPECT_EQ(result.cases[0].variants[1].verdict, Verdict::UndecidedLeaningFaster);
    EXPECT_THAT(reasonText(result.cases[0].variants[1].verdictReason), HasSubstr("such as data"));
    EXPECT_EQ(result.cases[0].variants[1].speedUp->time, CallTime::Wall);
}

TEST(BesideOthers, WithoutCpuTimeNothingIsDecided)
{
    auto data = recordedExample(besideOthers(1.5));
    for (auto& process : data.processes)
        for (auto& block : process.blocks)
            block.cpuNs.clear();
    const auto result = conclude(data);
    EXPECT_EQ(result.cases[0].variants[1].verdict, Verdict::UndecidedLeaningFaster);
    EXPECT_THAT(reasonText(result.cases[0].variants[1].verdictReason), HasSubstr("was not read"));
}

TEST(BesideOthers, NothingIsClaimedOfADevice)
{
    auto options = besideOthers(1.5);
    options.onGpu = true;
    EXPECT_TRUE(isTooBusy(conclude(recordedExample(options)).quality));
}

TEST(MachineTooBusy, NamesTheDeviceWhereItLoweredItsClock)
{
    auto options = disturbed(1.5, 0);
    options.onGpu = true;
    auto data = recordedExample(options);
    for (auto& process : data.processes)
        for (auto& block : process.blocks)
            if (block.kind == BlockKind::Timed && block.round % 2 == 0) {
                block.machine.clockEventReasons = 0x40;
                block.flags = {"gpu_clocks"};
            }
    const auto result = conclude(data);
    EXPECT_NEAR(result.quality.loweredClockRatio, 0.5, 0.01);
    EXPECT_EQ(result.quality.contendedRatio, 0);
    EXPECT_THAT(contentionText(result.quality),
        HasSubstr("of blocks were disturbed: a lowered GPU clock in 50 %"));
    EXPECT_THAT(reasonText(result.cases[0].variants[1].verdictReason), Not(HasSubstr("CPU")));
    for (const auto& finding : result.findings)
        EXPECT_THAT(findingSentence(result, finding), Not(HasSubstr("CPU contention")));
}

TEST(Precision, IsSaidWhereNoNumberOfRepetitionsThatOneWouldRunDecides)
{
    const auto data = noisyWithoutDifference();
    const auto result = conclude(data);
    const auto& variant = result.cases[0].variants[1];
    ASSERT_EQ(variant.verdict, Verdict::Undecided);
    EXPECT_FALSE(variant.speedUp->repetitionsNeeded) << *variant.speedUp->repetitionsNeeded;
    EXPECT_THAT(reasonText(variant.verdictReason),
        HasSubstr("not decidable on this machine at this noise"));
    EXPECT_THAT(reasonText(variant.verdictReason), HasSubstr("cannot be seen here"));
    EXPECT_FALSE(moreRepetitions(data, result).advised);
    const auto note = variantNote(result, result.cases[0], variant);
    ASSERT_TRUE(note);
    EXPECT_THAT(note->text, Not(HasSubstr("more would decide")));
    EXPECT_THAT(compareText(result, 1000, false), HasSubstr("cannot be seen here"));
}

TEST(Precision, IsTheHalfWidthAfterTheMostRepetitions)
{
    // Deviation of ln 0.1; t(0.975, 29) = 2.0452: 2.0452 × 0.1 / √30 = 0.03734.
    SpeedUp speedUp {.ratio = {1, 0.8, 1.25}, .repetitions = 3, .rounds = 20};
    speedUp.byRepetition = {std::exp(-0.1), 1, std::exp(0.1)};
    EXPECT_NEAR(*bestPrecisionRatio(speedUp), std::expm1(0.037340), 1e-5);
    EXPECT_EQ(precisionText(speedUp), "differences below ±3.8 % cannot be seen here");
    speedUp.repetitions = 2;
    EXPECT_FALSE(bestPrecisionRatio(speedUp));
}

TEST(Precision, NeverAsksForMoreThanTheMostRepetitions)
{
    SpeedUp wide {.ratio = {1.3, 0.9, 1.9}, .repetitions = 5, .rounds = 20};
    wide.byRepetition = {1.0, 1.2, 1.3, 1.4, 1.7};
    const auto needed = repetitionsThatDecide(wide, {.minimumEffect = 0.03});
    ASSERT_TRUE(needed) << "30 % is far above what 30 repetitions can tell apart";
    EXPECT_LE(*needed, mostRepetitionsAdvised);
    EXPECT_GT(*needed, wide.repetitions);
}

} // namespace
