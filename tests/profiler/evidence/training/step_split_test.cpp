// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/training/step_split.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/training/training_text.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

using namespace profiler;
using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

namespace {

struct Times {
    nanoseconds forward;
    nanoseconds backward;
    nanoseconds optimizer;
    nanoseconds other = 1ms;
    std::optional<nanoseconds> data = 0ns;
};

StepTimes stepOf(const Times& times, nanoseconds more)
{
    return {.whole = times.forward + times.backward + times.optimizer + times.other + more
            + times.data.value_or(0ns),
        .dataWait = times.data,
        .forward = times.forward + more,
        .backward = times.backward,
        .optimizer = times.optimizer};
}

/// Four rounds in each of three repetitions; a step of a round is as long as told, another 40 µs
/// longer, a third is disturbed.
void addVariant(ComparisonData& data, int variant, const Times& times)
{
    for (int repetition = 0; repetition < 3; ++repetition) {
        auto& process = data.processes.emplace_back();
        process.start = {.kind = ProcessKind::Paired, .variant = variant, .repetition = repetition};
        for (int round = 0; round < 4; ++round)
            process.stepParts.push_back({.round = round,
                .steps = {stepOf(times, 0ns), stepOf(times, 40us), stepOf(times, 20us),
                    stepOf(times, 900ms)}});
    }
}

ComparisonData recordedWith(const Times& eager, const Times& compiled)
{
    ComparisonData data;
    data.plan.workload.task = Task::Training;
    data.plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    addVariant(data, 0, eager);
    addVariant(data, 1, compiled);
    return data;
}

CaseResult caseOf(const ComparisonData& data)
{
    CaseResult result;
    for (int variant = 0; variant < 2; ++variant)
        result.variants.push_back({.variant = variant,
            .name = data.plan.variants[static_cast<std::size_t>(variant)].name,
            .verdict = variant == 0 ? Verdict::Baseline : Verdict::Faster,
            .step = stepSplit(data, variant, 0)});
    return result;
}

double sumOf(const StepSplit& split)
{
    double sum = 0;
    for (const auto part : stepParts)
        sum += split.at(part);
    return sum;
}

} // namespace

TEST(StepSplit, PartsAddUpToTheStepAndADisturbedOneCountsForNothing)
{
    const auto data = recordedWith({30ms, 50ms, 10ms}, {27ms, 41ms, 10ms});
    for (int variant = 0; variant < 2; ++variant) {
        const auto split = stepSplit(data, variant, 0);
        ASSERT_TRUE(split) << reasonText(split.error());
        EXPECT_NEAR(sumOf(*split), split->wholeNs, 1);
        EXPECT_EQ(split->steps, 48);
        EXPECT_EQ(split->rounds, 12);
    }
    const auto eager = stepSplit(data, 0, 0);
    EXPECT_NEAR(eager->at(StepPart::Forward), 30 * millisecond, 0.05 * millisecond);
    EXPECT_NEAR(eager->at(StepPart::Backward), 50 * millisecond, 1);
    EXPECT_NEAR(eager->at(StepPart::Other), 1 * millisecond, 1);
    EXPECT_FALSE(eager->wholeChange) << "it is what the others are told against";
}

TEST(StepSplit, ASentenceSaysWhichPartsBecameFaster)
{
    const auto data = recordedWith({30ms, 50ms, 10ms}, {27ms, 41ms, 10ms});
    const auto result = caseOf(data);
    EXPECT_EQ(stepSentence(data.plan, result, 1),
        "The step became 12.00 ms faster with default: backward −9.000 ms, forward −3.000 ms, the "
        "optimizer "
        "unchanged.");
    EXPECT_THAT(stepSentence(data.plan, result, 0),
        HasSubstr("A step of eager takes 91.03 ms: backward takes most of it, 50.00 ms (55 %)."));
}

TEST(StepSplit, WhatGotSlowerIsSaidToo)
{
    const auto data = recordedWith({30ms, 50ms, 10ms}, {36ms, 41ms, 10ms});
    EXPECT_EQ(stepSentence(data.plan, caseOf(data), 1),
        "The step became 3.000 ms faster with default: backward −9.000 ms, forward +6.000 ms, the "
        "optimizer "
        "unchanged.");
}

TEST(StepSplit, TakesAsLongOnlyWhereTheVerdictIsNoDifference)
{
    const auto same = recordedWith({30ms, 50ms, 10ms}, {30ms, 50ms, 10ms});
    auto result = caseOf(same);
    result.variants[1].verdict = Verdict::NoDifference;
    EXPECT_EQ(stepSentence(same.plan, result, 1),
        "The step takes as long with default as with eager, within what matters.");
    result.variants[1].verdict = Verdict::Undecided;
    result.variants[1].verdictReason = {ReasonKind::IntervalTooWide, {}};
    EXPECT_EQ(stepSentence(same.plan, result, 1),
        "Whether the step is faster with default is not decided: the interval is too wide for a "
        "verdict.");
}

TEST(StepSplit, AVerdictThatTheClockedStepsDoNotShowNamesNoPart)
{
    const auto data = recordedWith({30ms, 50ms, 10ms}, {30ms, 50ms, 10ms});
    EXPECT_EQ(stepSentence(data.plan, caseOf(data), 1),
        "The step became faster with default; the steps whose parts were clocked do not tell in "
        "which part.");
    auto slower = caseOf(recordedWith({30ms, 50ms, 10ms}, {27ms, 41ms, 10ms}));
    slower.variants[1].verdict = Verdict::Slower; // of the timed calls
    EXPECT_THAT(stepSentence(data.plan, slower, 1), HasSubstr("became slower with default; the"));
}

TEST(StepSplit, APartWhoseIntervalIsWideIsNotUnchanged)
{
    const auto data = recordedWith({30ms, 50ms, 10ms}, {18ms, 50ms, 10ms});
    auto result = caseOf(data);
    auto& split = *result.variants[1].step;
    const auto widen = [&](StepPart part, double halfNs) {
        auto& change = split.partChange[static_cast<std::size_t>(part)];
        change->low = change->estimate - halfNs;
        change->high = change->estimate + halfNs;
    };
    widen(StepPart::Backward, 20 * millisecond);
    EXPECT_THAT(stepSentence(data.plan, result, 1),
        HasSubstr("forward −12.00 ms, the optimizer unchanged, backward not decided."));
    widen(StepPart::Forward, 20 * millisecond);
    EXPECT_THAT(stepSentence(data.plan, result, 1),
        HasSubstr("became 12.00 ms faster with default: in which part is not decided."));
}

TEST(StepSplit, AWaitThatNobodySawIsNoZero)
{
    const auto unseen = recordedWith(
        {30ms, 50ms, 10ms, 1ms, std::nullopt}, {27ms, 41ms, 10ms, 1ms, std::nullopt});
    const auto split = stepSplit(unseen, 0, 0);
    EXPECT_FALSE(split->dataWaitKnown);
    EXPECT_THAT(stepNote(*split), HasSubstr("nobody saw a loader"));
    const auto seen = recordedWith({30ms, 50ms, 10ms, 1ms, 9ms}, {27ms, 41ms, 10ms, 1ms, 15ms});
    EXPECT_NEAR(stepSplit(seen, 0, 0)->at(StepPart::DataWait), 9 * millisecond, 1);
    EXPECT_THAT(stepSentence(seen.plan, caseOf(seen), 1), HasSubstr("the wait for data +6.000 ms"));
}

TEST(StepSplit, WhyThereIsNone)
{
    auto data = recordedWith({30ms, 50ms, 10ms}, {27ms, 41ms, 10ms});
    for (auto& process : data.processes)
        process.stepParts = {{.reason = "no backward ran in the step"}};
    const auto split = stepSplit(data, 1, 0);
    ASSERT_FALSE(split);
    EXPECT_EQ(reasonText(split.error()), "no backward ran in the step");
    data.processes.clear();
    EXPECT_THAT(stepSentence(data.plan, caseOf(data), 1), IsEmpty()) << "a recording of before";
    data.plan.workload.task = Task::Inference;
    EXPECT_THAT(stepSentence(data.plan, caseOf(data), 1), IsEmpty());
}
