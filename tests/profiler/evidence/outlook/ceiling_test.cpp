// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/outlook/call_outlook.h"
#include "profiler/evidence/outlook/ceiling.h"
#include "profiler/evidence/outlook/try_first.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/outlook.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "tests/support/units.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace profiler;

namespace {

/// 40 µs of products, 20 of norms and 40 of the host.
EagerCall callOf100us()
{
    return {
        .split = {.medianNs = 100 * microsecond,
            .workNs = {{WorkKind::Matmul, 40 * microsecond}, {WorkKind::Norm, 20 * microsecond}},
            .hostNs = 40 * microsecond}};
}

/// 100 GFLOP/s, 10 GB/s from memory, 50 GB/s from caches of 8 MB.
MachineRoofs roofs()
{
    return {.memory = 1e10, .cache = 5e10, .float32 = 1e11, .cacheBytes = 8'000'000};
}

OperatorWork product(std::int64_t flops, std::int64_t bytes)
{
    return {.name = "aten::mm",
        .dtype = "float32",
        .library = true,
        .count = 1,
        .bytes = bytes,
        .flops = flops};
}

const CeilingTime* partOf(const Ceiling& ceiling, CeilingPart part)
{
    const auto found = std::ranges::find(ceiling.parts, part, &CeilingTime::part);
    return found == ceiling.parts.end() ? nullptr : &*found;
}

} // namespace

TEST(Ceiling, HoldsEveryPartOfTheCallOnce)
{
    const auto ceiling = ceilingOf(callOf100us());
    double sum = 0;
    for (const auto& part : ceiling.parts) {
        sum += part.nowNs;
        EXPECT_LE(part.leastNs, part.likelyNs);
        EXPECT_LE(part.likelyNs, part.mostNs);
        EXPECT_LE(part.mostNs, part.nowNs);
    }
    EXPECT_DOUBLE_EQ(sum, ceiling.medianNs);
    EXPECT_LE(1, ceiling.ratio.low);
    EXPECT_LE(ceiling.ratio.low, ceiling.ratio.estimate);
    EXPECT_LE(ceiling.ratio.estimate, ceiling.ratio.high);
    EXPECT_FALSE(ceiling.withoutSizes.empty()) << "sizes are not known, and that is said";
}

TEST(Ceiling, OfProductsAtThePeakIsWhatTheHostTakes)
{
    CallWorkFact work {.operators = {product(4'000'000, 1000)}}; // 40 µs at the peak
    auto call = callOf100us();
    call.work = &work;
    call.roofs = roofs();
    const auto ceiling = ceilingOf(call);
    const auto* library = partOf(ceiling, CeilingPart::Library);
    ASSERT_NE(library, nullptr);
    EXPECT_NEAR(library->leastNs, 32 * microsecond, microsecond)
        << "a roof is measured in a few runs: 25 % above it";
    EXPECT_LT(ceiling.ratio.high, 3);
    EXPECT_TRUE(ceiling.withoutSizes.empty());
}

TEST(Ceiling, OfProductsFarBelowThePeakIsHigher)
{
    CallWorkFact slow {.operators = {product(100'000, 1000)}};
    CallWorkFact fast {.operators = {product(4'000'000, 1000)}};
    auto call = callOf100us();
    call.roofs = roofs();
    call.work = &slow;
    const auto high = ceilingOf(call).ratio.high;
    call.work = &fast;
    EXPECT_GT(high, 2 * ceilingOf(call).ratio.high);
}

TEST(Ceiling, IsNeverAboveWhatParametersTakeToBeRead)
{
    CallWorkFact work {
        .operators = {product(1000, 1000)}, .sourceBytes = 600'000, .resultBytes = 0};
    auto call = callOf100us();
    call.roofs = MachineRoofs {.memory = 1e10};
    call.work = &work; // 60 µs at the memory's speed, 40 where reading alone is faster
    EXPECT_NEAR(ceilingOf(call).ratio.high, 2.5, 0.01);
}

TEST(Ceiling, LeavesWhatElementwiseWorkComputes)
{
    CallWorkFact work {
        .operators = {{.name = "aten::tanh", .dtype = "float32", .count = 3, .bytes = 300'000}},
        .crossingBytes = 100'000};
    EagerCall call {.split
        = {.medianNs = 1000 * microsecond, .workNs = {{WorkKind::Elementwise, 1000 * microsecond}}},
        .work = &work,
        .roofs = MachineRoofs {.memory = 1e10}};
    const auto ceiling = ceilingOf(call); // 30 µs for bytes, 15 for dispatch: 955 are computing
    const auto* part = partOf(ceiling, CeilingPart::Fusible);
    EXPECT_NEAR(part->leastNs, 955 * microsecond / 16, microsecond);
    EXPECT_NEAR(part->likelyNs, 10 * microsecond + 955 * microsecond / 2, microsecond);
    EXPECT_LT(ceiling.ratio.high, 17);
    work.operators.front().bytes = 10'000'000; // all of it is traffic
    EXPECT_EQ(partOf(ceilingOf(call), CeilingPart::Fusible)->leastNs, 0);
}

double sumOfParts(const Ceiling& ceiling)
{
    double sum = 0;
    for (const auto& part : ceiling.parts)
        sum += part.nowNs;
    return sum;
}

TEST(Ceiling, LeavesAnOptimizerThatIsNotCompiled)
{
    auto call = callOf100us();
    call.optimizerNs = 50 * microsecond; // beside 10 µs of the model's norms and Python
    const auto ceiling = ceilingOf(call);
    const auto* left = partOf(ceiling, CeilingPart::NotCompiled);
    ASSERT_NE(left, nullptr);
    EXPECT_NEAR(left->leastNs, 50 * microsecond, 1);
    EXPECT_NEAR(sumOfParts(ceiling), 100 * microsecond, 1);
    EXPECT_LT(ceiling.ratio.high, 2.01) << "half of the call stays";
    EXPECT_GT(boundEvidence(call).hostRatio, 0.39) << "Python binds it all the same";
}

TEST(Ceiling, TakesAnOptimizersOwnKernelsFirst)
{
    auto call = callOf100us();
    call.split.workNs[WorkKind::Optimizer] = 30 * microsecond;
    call.split.medianNs = 130 * microsecond;
    call.optimizerNs = 30 * microsecond;
    const auto ceiling = ceilingOf(call);
    EXPECT_NEAR(partOf(ceiling, CeilingPart::Fusible)->nowNs, 20 * microsecond, 1);
    EXPECT_NEAR(partOf(ceiling, CeilingPart::Host)->nowNs, 40 * microsecond, 1);
    EXPECT_NEAR(sumOfParts(ceiling), 130 * microsecond, 1);
}

TEST(Ceiling, LeavesComplexNumbersToTheLibrary)
{
    CallWorkFact work {
        .operators = {{.name = "aten::mul", .dtype = "complex64", .count = 3, .bytes = 300'000},
            {.name = "aten::add", .dtype = "float32", .count = 1, .bytes = 100'000}}};
    EagerCall call {.split
        = {.medianNs = 100 * microsecond, .workNs = {{WorkKind::Elementwise, 100 * microsecond}}},
        .work = &work,
        .roofs = MachineRoofs {.memory = 1e10}};
    const auto ceiling = ceilingOf(call); // three quarters of its bytes and dispatch
    EXPECT_NEAR(partOf(ceiling, CeilingPart::NotCompiled)->mostNs, 75 * microsecond, 1);
    EXPECT_NEAR(sumOfParts(ceiling), 100 * microsecond, 1);
    EXPECT_LT(ceiling.ratio.high, 1.34);
    // Of the other 25 µs 10 are bytes and 5 dispatch; what is computed is left.
    EXPECT_NEAR(partOf(ceiling, CeilingPart::Fusible)->leastNs, 10 * microsecond / 16, 1);
}

TEST(Ceiling, OfACallThatWaitsForDataIsLow)
{
    EagerCall call {.split = {.medianNs = 100 * microsecond, .hostNs = 100 * microsecond},
        .dataWaitNs = 90 * microsecond};
    const auto ceiling = ceilingOf(call);
    EXPECT_DOUBLE_EQ(partOf(ceiling, CeilingPart::Data)->nowNs, 90 * microsecond);
    EXPECT_LT(ceiling.ratio.high, 2.2);
}

TEST(Ceiling, CountsTheIdleTimeOfADeviceAsTheHosts)
{
    EagerCall call {
        .split = {.medianNs = 100 * microsecond,
            .workNs = {{WorkKind::Matmul, 60 * microsecond}},
            .idleNs = {{IdleCause::Launch, 30 * microsecond}, {IdleCause::Host, 10 * microsecond}},
            .busyRatio = 0.6},
        .onDevice = true};
    EXPECT_DOUBLE_EQ(partOf(ceilingOf(call), CeilingPart::Host)->nowNs, 40 * microsecond);
}

TEST(Ceiling, CountsWhatLiesBeforeTheTraceAsUnexplained)
{
    EagerCall call {.split = {.medianNs = 100 * microsecond,
                        .workNs = {{WorkKind::Matmul, 40 * microsecond}},
                        .idleNs = {{IdleCause::BeforeTrace, 50 * microsecond},
                            {IdleCause::Host, 10 * microsecond}},
                        .busyRatio = 0.4},
        .onDevice = true};
    EXPECT_DOUBLE_EQ(partOf(ceilingOf(call), CeilingPart::Host)->nowNs, 10 * microsecond);
    EXPECT_DOUBLE_EQ(partOf(ceilingOf(call), CeilingPart::Unexplained)->nowNs, 50 * microsecond);
}

TEST(BoundBy, IsWhatTakesHalfOfTheCall)
{
    auto call = callOf100us();
    EXPECT_EQ(boundBy(boundEvidence(call), call), BoundBy::Mixed);
    call.split.workNs = {{WorkKind::Matmul, 80 * microsecond}};
    call.split.hostNs = 20 * microsecond;
    EXPECT_EQ(boundBy(boundEvidence(call), call), BoundBy::Compute);
    CallWorkFact work {.operators = {product(1000, 1'000'000)}}; // of a vector with a matrix
    call.work = &work;
    call.roofs = roofs();
    EXPECT_EQ(boundBy(boundEvidence(call), call), BoundBy::Memory);
    call.split.workNs = {{WorkKind::Elementwise, 80 * microsecond}};
    EXPECT_EQ(boundBy(boundEvidence(call), call), BoundBy::Memory);
    call.split.workNs = {{WorkKind::Elementwise, 20 * microsecond}};
    call.split.hostNs = 80 * microsecond;
    EXPECT_EQ(boundBy(boundEvidence(call), call), BoundBy::LaunchesAndHost);
    call.dataWaitNs = 70 * microsecond;
    EXPECT_EQ(boundBy(boundEvidence(call), call), BoundBy::WaitingForData);
    call.split = {.medianNs = 100 * microsecond, .unexplainedNs = 100 * microsecond};
    EXPECT_EQ(boundBy(boundEvidence(call), call), BoundBy::Unknown);
}

TEST(TryFirst, FollowsWhatBindsTheCall)
{
    CallOutlook outlook;
    outlook.ceiling.ratio = {.estimate = 1.02, .low = 1, .high = 1.04};
    EXPECT_EQ(tryFirst(outlook, {}).kind, TryKind::LeaveEager);
    outlook.ceiling.ratio = {.estimate = 1.5, .low = 1.2, .high = 3};
    EXPECT_EQ(tryFirst(outlook, {}).kind, TryKind::Default);
    outlook.evidence.hostRatio = 0.4;
    EXPECT_EQ(tryFirst(outlook, {}).kind, TryKind::Default) << "a CPU has no CUDA graphs";
    EXPECT_EQ(tryFirst(outlook, {.onDevice = true}).kind, TryKind::ReduceOverhead);
    outlook.evidence = {.libraryRatio = 0.8, .peakShare = 0.2};
    EXPECT_EQ(tryFirst(outlook, {.onDevice = true}).kind, TryKind::MaxAutotune);
    outlook.evidence.peakShare = 0.9;
    EXPECT_EQ(tryFirst(outlook, {.onDevice = true}).kind, TryKind::Default);
    EXPECT_EQ(tryFirst(outlook, {.convolutionRatio = 0.6}).kind, TryKind::Freezing);
    EXPECT_EQ(
        tryFirst(outlook, {.inference = false, .convolutionRatio = 0.6}).kind, TryKind::Default)
        << "what is trained cannot be frozen";
}

TEST(TryFirst, IsAPlanThatCanBeRecorded)
{
    Plan plan {.variants = {{.name = "eager"}}};
    CallOutlook outlook;
    outlook.tryFirst.kind = TryKind::Freezing;
    const auto tried = planToTry(plan, outlook);
    ASSERT_EQ(tried.variants.size(), 2U);
    EXPECT_EQ(tried.variants[0].name, "eager");
    EXPECT_EQ(tried.variants[1].torch.inductor.at("freezing"), "true");
}

TEST(TrialBreaks, AreOfPlacesAndSayWhyTheyEnd)
{
    ComparisonData data;
    EXPECT_EQ(trialBreaks(data, 0).error().kind, ReasonKind::NoTrial);
    data.plan.protocol.trialCompile = false;
    EXPECT_EQ(trialBreaks(data, 0).error().kind, ReasonKind::TrialLeftOut);
    GraphBreakFact there {.id = "gb0124", .file = "model.py", .line = 7};
    data.processes.emplace_back().trials = {{.outcome = TrialOutcome::TooLong,
        .reason = "it was given up after 60 s",
        .breaks = {there, there, {.id = "gb0059", .file = "model.py", .line = 9}}}};
    const auto trial = trialBreaks(data, 0);
    ASSERT_TRUE(trial);
    ASSERT_EQ(trial->breaks.size(), 2U);
    EXPECT_EQ(trial->breaks[0].records, 2);
    EXPECT_EQ(trial->cutShort.kind, ReasonKind::TrialTooLong);
    EXPECT_FALSE(trial->graphs);
    EXPECT_EQ(trialBreaks(data, 1).error().kind, ReasonKind::TrialLeftOut) << "another case";
}
