// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/kernels/waterfall.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/reason_text.h"
#include "tests/support/median_latency.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using ::testing::HasSubstr;

namespace {

ProcessRecord traceOf(int variant, const DeviceCall& call)
{
    ProcessRecord process {.start = {.kind = ProcessKind::Trace, .variant = variant}};
    process.traces = {{.calls = {{.startNs = 0, .endNs = call.durationNs}},
        .deviceCalls = {call},
        .ended = true}};
    return process;
}

/// Eager on a device: 100 us of which 60 are busy; compiled: 55 of 70.
ComparisonData exampleOnDevice()
{
    ComparisonData data;
    data.processes.push_back(traceOf(0,
        {.durationNs = 100'000,
            .busyNs = {{WorkKind::Matmul, 30'000}, {WorkKind::Norm, 10'000},
                {WorkKind::Elementwise, 15'000}, {WorkKind::Copy, 5'000}},
            .idleNs = {{IdleCause::Launch, 20'000}, {IdleCause::Sync, 4'000},
                {IdleCause::Copy, 3'000}, {IdleCause::Host, 6'000}, {IdleCause::Compile, 1'000},
                {IdleCause::Other, 6'000}}}));
    data.processes.push_back(traceOf(1,
        {.durationNs = 70'000,
            .busyNs
            = {{WorkKind::Matmul, 32'000}, {WorkKind::Fused, 20'000}, {WorkKind::Copy, 3'000}},
            .idleNs
            = {{IdleCause::Launch, 5'000}, {IdleCause::Sync, 8'000}, {IdleCause::Other, 2'000}}}));
    return data;
}

CaseResult judged(double baselineNs, double variantNs)
{
    CaseResult result;
    for (const double median : {baselineNs, variantNs}) {
        VariantResult variant {.variant = static_cast<int>(result.variants.size())};
        variant.name = result.variants.empty() ? "eager" : "default";
        variant.latency = medianLatency(median);
        result.variants.push_back(variant);
    }
    return result;
}

double changeOf(const Waterfall& waterfall, WaterfallStep step)
{
    for (const auto& bar : waterfall.bars)
        if (bar.step == step)
            return bar.changeNs();
    ADD_FAILURE() << "no bar " << waterfallStepName(step);
    return 0;
}

} // namespace

TEST(Waterfall, BarsAddUpToTheDifferenceOfTheMedians)
{
    for (const auto& [baseline, variant] :
        {std::pair {100 * microsecond, 70 * microsecond}, {90 * microsecond, 61 * microsecond},
            {100 * microsecond, 120 * microsecond}, {60 * microsecond, 54 * microsecond}}) {
        const auto waterfall = waterfallOf(exampleOnDevice(), judged(baseline, variant), 1);
        ASSERT_TRUE(waterfall) << reasonText(waterfall.error());
        double at = baseline;
        for (const auto& bar : waterfall->bars)
            at += bar.changeNs();
        EXPECT_NEAR(at, variant, 1e-6) << baseline << " to " << variant;
    }
}

TEST(Waterfall, EachPartGoesToItsStep)
{
    const auto waterfall
        = waterfallOf(exampleOnDevice(), judged(100 * microsecond, 70 * microsecond), 1);
    ASSERT_TRUE(waterfall) << reasonText(waterfall.error());
    EXPECT_TRUE(waterfall->onDevice);
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::LaunchLatency), -15 * microsecond, 1e-6);
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::Sync), 4 * microsecond, 1e-6);
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::SmallWork), -5 * microsecond, 1e-6)
        << "fused kernels replace elementwise ones and norms";
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::Matmul), 2 * microsecond, 1e-6);
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::Copies), -2 * microsecond, 1e-6)
        << "idle time is no copy";
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::CopyWait), -3 * microsecond, 1e-6);
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::HostWait), -6 * microsecond, 1e-6);
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::BuildingGraphs), -1 * microsecond, 1e-6);
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::Unexplained), -4 * microsecond, 1e-6);
}

TEST(Waterfall, EachCauseOfIdleTimeHasAStepOfItsName)
{
    for (const auto cause : idleCauses) {
        CallSplit split {.medianNs = 10};
        (cause == IdleCause::Other ? split.unexplainedNs : split.idleNs[cause]) = 10;
        const auto bars = stepsOf(split);
        ASSERT_EQ(bars.size(), 1U);
        EXPECT_EQ(waterfallStepName(bars.front().step), idleCauseName(cause));
    }
}

TEST(Waterfall, SaysThatTracedKernelsWereInterrupted)
{
    const auto waterfall
        = waterfallOf(exampleOnDevice(), judged(55 * microsecond, 70 * microsecond), 1);
    ASSERT_FALSE(waterfall);
    EXPECT_THAT(reasonText(waterfall.error()),
        HasSubstr("eager: traced kernels were interrupted: together they take 60 µs per call, an "
                  "untraced call 55 µs"));
}

TEST(Waterfall, CommunicationEmbeddingAndOptimizerAreStepsOfTheirOwn)
{
    auto data = exampleOnDevice();
    auto& busy = data.processes[1].traces[0].deviceCalls[0].busyNs;
    busy = {{WorkKind::Matmul, 32'000}, {WorkKind::Embedding, 10'000}, {WorkKind::Optimizer, 7'000},
        {WorkKind::Communication, 6'000}};
    const auto waterfall = waterfallOf(data, judged(100 * microsecond, 70 * microsecond), 1);
    ASSERT_TRUE(waterfall) << reasonText(waterfall.error());
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::Embedding), 10 * microsecond, 1e-6);
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::Optimizer), 7 * microsecond, 1e-6);
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::Communication), 6 * microsecond, 1e-6);
    EXPECT_NEAR(changeOf(*waterfall, WaterfallStep::Copies), -5 * microsecond, 1e-6);
    const auto largest = largestChanges(*waterfall);
    for (std::size_t i = 1; i < largest.size(); ++i)
        EXPECT_GE(std::abs(largest[i - 1].changeNs()), std::abs(largest[i].changeNs()));
}

TEST(Waterfall, WhatOccursOnNoSideIsNoBar)
{
    auto data = exampleOnDevice();
    for (auto& process : data.processes)
        process.traces[0].deviceCalls[0].idleNs.erase(IdleCause::Sync);
    const auto waterfall = waterfallOf(data, judged(96 * microsecond, 62 * microsecond), 1);
    ASSERT_TRUE(waterfall) << reasonText(waterfall.error());
    for (const auto& bar : waterfall->bars)
        EXPECT_NE(bar.step, WaterfallStep::Sync);
}

TEST(Waterfall, ASideThatIsNotKnownIsNamed)
{
    auto data = exampleOnDevice();
    data.processes.pop_back();
    const auto untraced = waterfallOf(data, judged(100 * microsecond, 70 * microsecond), 1);
    ASSERT_FALSE(untraced);
    EXPECT_THAT(reasonText(untraced.error()), HasSubstr("default: its calls were not traced"));
    data = exampleOnDevice();
    data.processes[1].traces[0].deviceCalls.clear();
    const auto elsewhere = waterfallOf(data, judged(100 * microsecond, 70 * microsecond), 1);
    ASSERT_FALSE(elsewhere);
    EXPECT_THAT(reasonText(elsewhere.error()), HasSubstr("ran on a device and the other did not"));
}
