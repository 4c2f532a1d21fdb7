// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/clock_events.h"
#include "profiler/evidence/device/device_overview.h"
#include "profiler/evidence/device/monitor_series.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/reason_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

constexpr std::int64_t second = 1'000'000'000;

/// Readings at 0 s, 1 s, 2 s …
CounterSeries everySecond(std::vector<double> values, const std::string& name = "power_watts")
{
    CounterSeries series {.name = name};
    for (std::size_t i = 0; i < values.size(); ++i)
        series.timeNs.push_back(static_cast<std::int64_t>(i) * second);
    series.value = std::move(values);
    return series;
}

CallBlock blockAt(std::int64_t start, std::vector<std::int64_t> calls, int round)
{
    return {.kind = round < 0 ? BlockKind::WarmUp : BlockKind::Timed,
        .round = round,
        .started = {start},
        .wallNs = std::move(calls)};
}

/// Two variants; each repetition warms up for a second and times one block of two calls, 1 s each.
ComparisonData twoRepetitions()
{
    ComparisonData data;
    data.plan.variants = {{.name = "eager"}, {.name = "default"}};
    data.plan.cases = {{}};
    for (int repetition = 0; repetition < 2; ++repetition)
        for (int variant = 0; variant < 2; ++variant)
            data.processes.push_back({.start = {.kind = ProcessKind::Paired,
                                          .variant = variant,
                                          .repetition = repetition,
                                          .started = {variant * second}},
                .blocks = {blockAt(variant * second + second / 2, {second / 2}, -1),
                    blockAt((2 + 2 * variant) * second, {second, second}, 0)}});
    return data;
}

} // namespace

TEST(CounterSeries, TakeReadingsApartAndLeaveOutWhatIsNoNumber)
{
    const MonitorRows rows {.names = {{1, "a"}, {2, "b"}},
        .rows = {.timeNs = {1, 1, 2, 3, 2, 4},
            .series = {1, 2, 1, 9, 1, 1},
            .value = {0.5, 7, 0.6, 1, std::numeric_limits<double>::quiet_NaN(), 0.7}}};
    const auto series = counterSeries(rows);
    ASSERT_EQ(series.size(), 2U);
    EXPECT_THAT(series[0].value, ElementsAre(0.5, 0.6, 0.7));
    EXPECT_THAT(series[1].timeNs, ElementsAre(1));
    EXPECT_EQ(seriesOf(series, "c"), nullptr);
}

TEST(LanesAtWork, AreTheWarmUpAndThenEachBlock)
{
    const auto lanes = lanesAtWork(twoRepetitions(), 0);
    ASSERT_EQ(lanes.size(), 4U);
    EXPECT_FALSE(lanes[0].timed());
    EXPECT_EQ(lanes[0].span, (TimeSpan {0, second}));
    EXPECT_EQ(lanes[1].variant, 1);
    EXPECT_TRUE(lanes[2].timed());
    EXPECT_EQ(lanes[2].calls, 2);
    EXPECT_EQ(lanes[2].span, (TimeSpan {2 * second, 4 * second}));
    EXPECT_THAT(lanesAtWork(twoRepetitions(), 7), IsEmpty());
}

TEST(LanesAtWork, WarmUpInTurnThoughTheirProcessesStartTogether)
{
    auto data = twoRepetitions();
    for (auto& process : data.processes)
        process.start.started = {0};
    const auto lanes = lanesAtWork(data, 0);
    ASSERT_EQ(lanes.size(), 4U);
    EXPECT_EQ(lanes[0].span, (TimeSpan {0, second}));
    EXPECT_EQ(lanes[1].variant, 1);
    EXPECT_EQ(lanes[1].span, (TimeSpan {second, 2 * second}));
}

TEST(MedianDuring, TakesTheNextReadingWhereASpanHasNone)
{
    const auto series = everySecond({1, 2, 3, 40});
    const std::vector<TimeSpan> spans {{0, 2 * second}, {2 * second + 1, 2 * second + 5}};
    EXPECT_EQ(medianDuring(series, spans), 2); // 1, 2, 40
    EXPECT_EQ(medianDuring(series, {}), std::nullopt);
}

TEST(IntegralDuring, IsWattsTimesSeconds)
{
    const auto series = everySecond({100, 200, 200, 100});
    EXPECT_DOUBLE_EQ(*integralDuring(series, {0, second}), 150);
    EXPECT_DOUBLE_EQ(*integralDuring(series, {second / 2, 2 * second}), 87.5 + 200);
    EXPECT_DOUBLE_EQ(*integralDuring(series, {second, second}), 0);
    EXPECT_EQ(integralDuring(series, {2 * second, 4 * second}), std::nullopt) << "not all of it";
    EXPECT_EQ(integralDuring({}, {0, 1}), std::nullopt);
}

TEST(EnergyPerCall, IsThePowerOfItsTimedBlocks)
{
    const auto data = twoRepetitions();
    const std::vector<RepetitionCounters> counters {
        {.repetition = 0, .series = {everySecond({50, 50, 100, 100, 100, 300, 300})}},
        {.repetition = 1, .series = {everySecond({50, 50, 120, 120, 120, 300, 300})}}};
    const auto eager = energyPerCall(data, counters, 0, 0);
    ASSERT_TRUE(eager) << reasonText(eager.error());
    EXPECT_DOUBLE_EQ(eager->joules.estimate, 110); // 100 W and 120 W for two seconds, two calls
    EXPECT_DOUBLE_EQ(eager->meanWatts, 110);
    EXPECT_EQ(eager->repetitions, 2);
    EXPECT_LT(eager->joules.low, 110);
    EXPECT_FALSE(energyPerCall(data, {}, 0, 0));
    EXPECT_DOUBLE_EQ(*timedMedian(data, counters, "power_watts", 0, 0), 110);
}

TEST(ThrottleBands, NameTheStrongestReasonAndNeverIdleClocks)
{
    EXPECT_EQ(clockEventName(0x1), ""); // idle
    EXPECT_EQ(clockEventName(0x2), ""); // the user's own clocks
    EXPECT_EQ(clockEventName(0x4), "power limit");
    EXPECT_EQ(clockEventName(0x44), "too hot (hardware)");
    const auto bands = throttleBands(everySecond({0, 4, 4, 1, 0x44, 4, 0}, "clock_event_reasons"));
    EXPECT_THAT(bands,
        ElementsAre(ThrottleBand {{0, 2 * second}, "power limit"},
            ThrottleBand {{3 * second, 4 * second}, "too hot (hardware)"},
            ThrottleBand {{4 * second, 5 * second}, "power limit"}));
    const auto summary = throttleSummary(bands, lanesAtWork(twoRepetitions(), 0));
    EXPECT_DOUBLE_EQ(summary.seconds, 4);
    EXPECT_THAT(summary.reasons, ElementsAre("power limit", "too hot (hardware)"));
    EXPECT_TRUE(summary.hitTimedBlock);
    EXPECT_FALSE(throttleSummary({bands[0]}, lanesAtWork(twoRepetitions(), 0)).hitTimedBlock);
}
