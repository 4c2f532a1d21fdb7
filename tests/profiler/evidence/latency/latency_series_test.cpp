// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/call_series.h"
#include "profiler/evidence/latency/percentile_series.h"
#include "profiler/evidence/latency/process_series.h"
#include "profiler/evidence/latency/slow_calls.h"
#include "profiler/evidence/latency/spread_series.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/report/advice/slow_text.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace profiler {
namespace {

using recorded_example::ExampleOptions;
using recorded_example::recordedExample;
using testing::Contains;
using testing::DoubleNear;
using testing::Each;
using testing::Field;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

struct Judged {
    explicit Judged(const ExampleOptions& options = {})
        : data(recordedExample(options))
        , result(judge(data))
    {
    }

    [[nodiscard]] const CaseResult& first() const { return result.cases.at(0); }

    [[nodiscard]] JudgeInput input() const { return data; }

    ComparisonData data;
    ComparisonResult result;
};

TEST(SpreadSeries, GivesEveryCallToOneBinOrBeyond)
{
    const Judged judged;
    for (const auto grain : {SpreadGrain::Calls, SpreadGrain::Rounds, SpreadGrain::Processes}) {
        for (const auto axis : {ValueAxis::Linear, ValueAxis::Log}) {
            const SpreadSeries series = spreadSeries(judged.data, judged.first(), grain, axis);
            ASSERT_THAT(series.variants, SizeIs(4));
            for (const SpreadVariant& variant : series.variants) {
                const double sum
                    = std::accumulate(variant.shares.begin(), variant.shares.end(), 0.0);
                EXPECT_THAT(sum + variant.beyondShare, DoubleNear(1, 1e-9)) << variant.name;
            }
            EXPECT_LE(series.edgesNs.size(), 200U);
        }
    }
}

TEST(SpreadSeries, ShowsTheJudgedMedianAndP99OfCalls)
{
    const Judged judged;
    const SpreadSeries series = spreadSeries(judged.data, judged.first());
    for (std::size_t i = 0; i < 4; ++i) {
        const LatencySummary& latency = *judged.first().variants[i].latency;
        EXPECT_EQ(series.variants[i].violin.median, latency.median().ns);
        EXPECT_EQ(series.variants[i].violin.p99, latency.p99().ns);
        EXPECT_EQ(series.variants[i].violin.count, latency.calls);
    }
}

TEST(SpreadSeries, CountsRoundsAndProcesses)
{
    const Judged judged;
    EXPECT_EQ(
        spreadSeries(judged.data, judged.first(), SpreadGrain::Rounds).variants[0].violin.count,
        5 * 20);
    EXPECT_EQ(
        spreadSeries(judged.data, judged.first(), SpreadGrain::Processes).variants[0].violin.count,
        5);
}

TEST(SpreadSeries, KeepsAFailedVariantWithItsReason)
{
    ExampleOptions options;
    options.variants[2].failure = "Inductor failed";
    const Judged judged(options);
    const SpreadSeries series = spreadSeries(judged.data, judged.first());
    ASSERT_THAT(series.variants, SizeIs(4));
    EXPECT_FALSE(series.variants[2].whyEmpty.empty());
    EXPECT_TRUE(series.variants[1].whyEmpty.empty());
}

TEST(SpreadSeries, SaysWhyItIsEmpty)
{
    EXPECT_EQ(spreadSeries(ComparisonData {}, {}).whyEmpty.kind, ReasonKind::NoSteadyCallOfCase);
}

TEST(PercentileSeries, AgreesWithTheJudgedPercentiles)
{
    const Judged judged;
    const PercentileSeries series = percentileSeries(judged.data, judged.first(), {});
    for (std::size_t i = 0; i < 4; ++i) {
        const Percentile& p99 = judged.first().variants[i].latency->p99();
        const PercentilePoint& end = series.variants[i].curve.back();
        EXPECT_EQ(end.p, 0.99);
        EXPECT_THAT(end.ns, DoubleNear(*p99.ns, 1e-6));
        EXPECT_THAT(*end.lowNs, DoubleNear(*p99.lowNs, 1e-6));
        EXPECT_THAT(*end.highNs, DoubleNear(*p99.highNs, 1e-6));
    }
}

TEST(PercentileSeries, EndsAtTheLastPercentileWithCallsEnough)
{
    ExampleOptions options;
    options.rounds = 10;
    options.callsPerBlock = 5;
    const Judged judged(options);
    const PercentileSeries series = percentileSeries(judged.data, judged.first(), {});
    EXPECT_EQ(series.shownUpTo, 0.9);
    EXPECT_EQ(series.headline, 0.9);
    ASSERT_TRUE(series.next);
    EXPECT_EQ(series.next->p, 0.95);
    EXPECT_EQ(series.next->needs, 72);
    EXPECT_EQ(series.next->has, 50);
    EXPECT_THAT(series.variants[0].slowest, Each(Field(&PercentilePoint::p, testing::Gt(0.9))));
    EXPECT_THAT(series.variants[0].slowest, SizeIs(25)) << "a tenth of 5 x 50 calls";
}

TEST(PercentileSeries, NamesOnePercentileForAllVariants)
{
    Judged judged;
    for (auto& process : judged.data.processes) {
        if (process.start.variant != 1)
            continue;
        for (auto& block : process.blocks) { // two calls of twenty: p90 is the last with enough
            block.wallNs.resize(std::min<std::size_t>(block.wallNs.size(), 2));
            block.cpuNs.resize(block.wallNs.size());
            block.switches.resize(block.wallNs.size());
        }
    }
    const auto result = judge(judged.data);
    const PercentileSeries series = percentileSeries(judged.data, result.cases.front(), {});
    EXPECT_EQ(series.headline, 0.9);
    for (const auto& variant : series.variants)
        EXPECT_EQ(variant.headline.p, 0.9) << variant.name;
}

TEST(PercentileSeries, RisesFromTheFastestCall)
{
    const Judged judged;
    for (const auto& variant : percentileSeries(judged.data, judged.first(), {}).variants) {
        EXPECT_EQ(variant.curve.front().p, 0);
        EXPECT_TRUE(std::ranges::is_sorted(variant.curve, {}, &PercentilePoint::ns));
        EXPECT_TRUE(std::ranges::is_sorted(variant.slowest, {}, &PercentilePoint::p));
    }
}

TEST(PercentileSeries, TakesTheLimitOfTheCaseBeforeTheGoals)
{
    const Judged judged;
    Goal goal;
    goal.limits.p99 = nanoseconds(15'000'000);
    EXPECT_EQ(percentileSeries(judged.data, judged.first(), goal).limitNs, 15e6);
    goal.caseLimits["default"].p99 = nanoseconds(9'000'000);
    EXPECT_EQ(percentileSeries(judged.data, judged.first(), goal).limitNs, 9e6);
}

TEST(QuantilePairs, SetEveryVariantAgainstTheBaselineAtTheSamePercentile)
{
    const Judged judged;
    const auto pairs = quantilePairs(percentileSeries(judged.data, judged.first(), {}));
    ASSERT_THAT(pairs, SizeIs(3));
    for (const QuantileVariant& variant : pairs)
        EXPECT_THAT(variant.pairs, SizeIs(Ge(100U)));
}

TEST(ProcessSeries, HasADotForEachProcessAndARowForEagerAgain)
{
    const Judged judged;
    const ProcessSeries series = processSeries(judged.data, judged.result, judged.first());
    ASSERT_THAT(series.rows, SizeIs(5));
    EXPECT_THAT(series.rows[0].dots, SizeIs(5));
    EXPECT_TRUE(series.rows[1].again);
    EXPECT_THAT(series.rows[1].dots, SizeIs(3));
    for (const ProcessDot& dot : series.rows[0].dots) {
        EXPECT_LE(*dot.low, dot.value);
        EXPECT_GE(*dot.high, dot.value);
    }
}

TEST(RatioSeries, DotsAreTheJudgedRatiosOfEachProcess)
{
    const Judged judged;
    const RatioSeries series = ratioSeries(judged.data, judged.result, judged.first(), 1);
    const SpeedUp& speedUp = *judged.first().variants[1].speedUp;
    ASSERT_EQ(series.dots.size(), speedUp.byRepetition.size());
    for (std::size_t i = 0; i < series.dots.size(); ++i)
        EXPECT_THAT(series.dots[i].value, DoubleNear(speedUp.byRepetition[i], 1e-12));
    EXPECT_EQ(series.together.estimate, speedUp.ratio.estimate);
    EXPECT_GE(series.band, 0.03);
}

TEST(RatioSeries, HasAnAxisThatOneProcessDoesNotSqueeze)
{
    RatioSeries series {.together = {1.1, 0.02, 45}};
    for (const double ratio : {0.98, 1.02, 1.05, 1.07, 37.0})
        series.dots.push_back({.repetition = static_cast<int>(series.dots.size()), .value = ratio});
    series.dots[4].low = 0.5;
    series.dots[4].high = 60;
    const auto range = rangeOf(series);
    EXPECT_GT(range.low, 0.9);
    EXPECT_LT(range.high, 1.3) << "37 is marked at the edge";
    series.dots.pop_back();
    const auto calm = rangeOf(series);
    EXPECT_LE(calm.low, 1 / 1.03);
    EXPECT_GE(calm.high, 1.07);
}

TEST(CallSeries, MarksAProcessThatRecompiledWhileItsCallsWereTimed)
{
    ExampleOptions options;
    options.variants = recorded_example::exampleVariants(2);
    options.variants[1].recompiledInRounds = {3};
    const Judged judged(options);
    const CallSeries series = callSeries(judged.data, judged.first());
    EXPECT_EQ(series.recompiled, 1);
    const auto mark = std::ranges::find_if(
        series.marks, [](const MarkedCall& call) { return call.slow.leftOut; });
    ASSERT_NE(mark, series.marks.end());
    EXPECT_EQ(mark->slow.variant, 1);
    EXPECT_EQ(mark->slow.cause, SlowCause::Recompile);
    EXPECT_EQ(mark->slow.repetition, 3);
    EXPECT_THAT(slowCallSentence(mark->slow), HasSubstr("left out"));
    EXPECT_GT(mark->place, series.warmUpEnd);
    EXPECT_LE(mark->place, series.end);
    EXPECT_GE(series.extent.high, mark->slow.ns);
    EXPECT_EQ(judged.first().variants[1].repetitionsRecompiled, 1);
    EXPECT_EQ(judged.first().variants[0].repetitionsRecompiled, 0);
}

TEST(CallSeries, PutsTheWarmUpOfTheFirstProcessBeforeAllTimedCalls)
{
    const Judged judged;
    const CallSeries series = callSeries(judged.data, judged.first());
    EXPECT_EQ(series.processes, 5);
    EXPECT_THAT(series.nextProcess, SizeIs(4));
    for (const VariantCalls& variant : series.variants) {
        EXPECT_EQ(variant.place.size() - variant.warmUp, 5U * 20 * 20) << variant.name;
        EXPECT_TRUE(std::ranges::is_sorted(variant.place)) << variant.name;
        EXPECT_LT(variant.place.at(variant.warmUp - 1), series.warmUpEnd);
        EXPECT_GE(variant.place.at(variant.warmUp), series.warmUpEnd);
    }
}

TEST(CallSeries, MarksTheFirstCompileOfCompiledVariantsAlone)
{
    const Judged judged;
    const CallSeries series = callSeries(judged.data, judged.first());
    for (int variant = 0; variant < 4; ++variant) {
        const auto firsts = std::ranges::count_if(series.marks, [variant](const MarkedCall& call) {
            return call.slow.variant == variant && call.slow.cause == SlowCause::FirstCompile;
        });
        EXPECT_EQ(firsts, variant == 0 ? 0 : 1) << variant;
    }
}

TEST(CallExtent, LeavesAGapBelowACompileAlone)
{
    VariantCalls calls {.warmUp = 1};
    calls.ns = {5e9, 1.0e6, 1.1e6, 1.2e6, 1.5e6};
    auto extent = callExtent({calls});
    EXPECT_EQ(extent.low, 1.0e6);
    EXPECT_EQ(extent.high, 5e9);
    ASSERT_TRUE(extent.gap);
    EXPECT_EQ(*extent.gap, std::pair(1.5e6, 5e9));
    calls.ns.front() = 2e6; // not far above: the axis needs no break
    extent = callExtent({calls});
    EXPECT_FALSE(extent.gap);
}

TEST(CallSeries, MarksFewAndCountsAllSlowCalls)
{
    const Judged judged;
    const CallSeries series = callSeries(judged.data, judged.first());
    for (std::size_t i = 0; i < 4; ++i) {
        std::int64_t timed = 0;
        for (const Lane& lane : judged.input().repetitions({.variant = static_cast<int>(i)}))
            for (const SlowCall& call : slowCallsOf(*lane.process, 0, false))
                timed += call.isTimed() ? 1 : 0;
        EXPECT_EQ(timed, judged.first().variants[i].latency->severeOutliers);
        const auto& slow = series.variants[i].slow;
        EXPECT_GE(std::accumulate(slow.begin(), slow.end(), std::int64_t {0}), timed);
    }
    EXPECT_LE(series.marks.size(), 4U * 3 * 3 + 8);
}

TEST(VisibleCalls, OfAMillionCallsAreBounded)
{
    VariantCalls calls;
    for (int i = 1; i <= 1'000'000; ++i) {
        calls.place.push_back(i);
        calls.ns.push_back(1e6 + (i % 997));
    }
    calls.ns[777'777] = 9e9;
    const auto points = visibleCalls(calls, 1, 1e6, 800);
    EXPECT_LE(points.size(), 800U * 8);
    EXPECT_THAT(points, Contains(Field(&CallPoint::ns, 9e9))) << "the slowest call stays";
    EXPECT_EQ(points.front().place, 1);
}

TEST(VisibleCalls, AreAllWhenThereAreFew)
{
    const VariantCalls calls {.place = {1, 2, 3, 1000}, .ns = {4, 3, 2, 1}};
    EXPECT_THAT(visibleCalls(calls, 1, 1000, 400), SizeIs(4));
    EXPECT_THAT(visibleCalls(calls, 2, 500, 400), SizeIs(2));
    EXPECT_THAT(visibleCalls({}, 1, 10, 400), IsEmpty());
}

} // namespace
} // namespace profiler
