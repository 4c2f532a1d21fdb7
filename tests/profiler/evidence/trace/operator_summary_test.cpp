// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/operator_summary.h"
#include "tests/support/table_row.h"

#include <gmock/gmock.h>

#include <limits>
#include <vector>

namespace profiler {
namespace {

using testing::ElementsAre;

struct Row {
    std::int64_t start;
    std::int64_t duration;
    std::int32_t name;
    std::int32_t thread = 1;
    SpanKind kind = SpanKind::Operator;
};

OperatorColumns columnsOf(const std::vector<Row>& rows)
{
    OperatorColumns columns;
    for (const auto& row : rows)
        tests::addRow(columns, row.start, row.duration, row.name, row.thread, row.kind, -1, 0);
    return columns;
}

std::vector<OperatorStat> statsOf(
    const std::vector<std::vector<Row>>& pieces, const std::vector<TraceCall>& calls = {})
{
    OperatorSummary summary(calls);
    for (const auto& piece : pieces)
        summary.add(columnsOf(piece));
    return summary.stats({{1, "linear"}, {2, "addmm"}});
}

TEST(OperatorSummary, SelfTimeLeavesOutTheSpansInside)
{
    EXPECT_THAT(statsOf({{{0, 100, 1}, {10, 30, 2}, {50, 20, 2}}}),
        ElementsAre(OperatorStat {.name = "linear", .count = 1, .totalNs = 100, .selfNs = 50},
            OperatorStat {.name = "addmm", .count = 2, .totalNs = 50, .selfNs = 50}));
}

TEST(OperatorSummary, OnlyTheInnermostSpanGivesUpTime)
{
    const auto stats = statsOf({{{0, 100, 1}, {10, 80, 2}, {20, 30, 3}}});
    EXPECT_EQ(stats[0].selfNs, 20);
    EXPECT_EQ(stats[1].selfNs, 50);
    EXPECT_EQ(
        stats[2], (OperatorStat {.name = "(name 3)", .count = 1, .totalNs = 30, .selfNs = 30}))
        << "an id without a name is told as such";
}

TEST(OperatorSummary, HoldsNumbersThatAFileMayHold)
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    const std::vector<Row> rows {{0, most, 1}, {5, most, 1}, {least, least, 1}, {least, 10, 2},
        {100, -50, 1}, {most, most, 2}, {least, most, 1}, {-10, least, 2}};
    for (const auto& stat : statsOf({rows, rows}))
        EXPECT_EQ(stat.count, stat.name == "linear" ? 10 : 6);
    for (const auto ns : ownTimes(columnsOf(rows)))
        EXPECT_GE(ns, 0);
    EXPECT_THAT(ownTimes(columnsOf({{0, 100, 1}, {10, -50, 2}})), ElementsAre(100, 0))
        << "one that took less than nothing leaves its parent what it has";
}

TEST(OperatorSummary, SpansOfAnotherThreadDoNotNest)
{
    const auto stats = statsOf({{{0, 100, 1, 1}, {10, 50, 2, 2}}});
    EXPECT_EQ(stats[0].selfNs, 100);
    EXPECT_EQ(stats[1].selfNs, 50);
}

TEST(OperatorSummary, ASpanThatBeginsWhereAnotherEndsStandsBesideIt)
{
    const auto stats = statsOf({{{0, 50, 1}, {50, 50, 2}}});
    EXPECT_EQ(stats[0].selfNs, 50);
    EXPECT_EQ(stats[1].selfNs, 50);
}

TEST(OperatorSummary, NestingReachesOverPieces)
{
    EXPECT_EQ(statsOf({{{0, 100, 1}}, {{10, 30, 2}}})[0].selfNs, 70);
}

TEST(OperatorSummary, OneNameInTwoKindsIsTwoRows)
{
    const auto stats = statsOf({{{0, 40, 1, 1, SpanKind::Range}, {50, 30, 1}}});
    ASSERT_EQ(stats.size(), 2U);
    EXPECT_EQ(stats[0].kind, SpanKind::Range);
    EXPECT_EQ(stats[1].kind, SpanKind::Operator);
}

TEST(OperatorSummary, AChildThatReachesOverItsParentTakesNoMoreThanTheParentHas)
{
    EXPECT_EQ(statsOf({{{0, 100, 1}, {90, 30, 2}}})[0].selfNs, 90);
}

TEST(OperatorSummary, TellsTheMedianOfWhatOneCallTook)
{
    const std::vector<TraceCall> calls {{0, 100}, {100, 200}, {200, 900}};
    const auto stats = statsOf({{{0, 40, 1}, {10, 10, 2}, {50, 20, 1}, {100, 60, 1}, {110, 10, 2},
                                   {200, 700, 1}, {210, 600, 2}, {950, 30, 1}}},
        calls);
    EXPECT_DOUBLE_EQ(stats[0].selfPerCallNs, 50) << "30 + 20, 50 and 100; none is between calls";
    EXPECT_DOUBLE_EQ(stats[1].selfPerCallNs, 10) << "a call that was disturbed changes no median";
}

TEST(OperatorSummary, CallsWithoutItCountAsZero)
{
    const std::vector<TraceCall> calls {{0, 100}, {100, 200}, {200, 300}, {300, 400}};
    EXPECT_DOUBLE_EQ(statsOf({{{210, 40, 1}}}, calls)[0].selfPerCallNs, 0);
    EXPECT_DOUBLE_EQ(statsOf({{{10, 30, 1}, {210, 40, 1}}}, calls)[0].selfPerCallNs, 15);
    EXPECT_DOUBLE_EQ(statsOf({{{10, 30, 1}}})[0].selfPerCallNs, 0) << "no call was traced";
}

TEST(KernelSummary, AddsUpByName)
{
    KernelSummary summary({{0, 15}, {15, 30}});
    KernelColumns rows;
    rows.durationNs = {5, 7, 100};
    rows.name = {1, 1, 2};
    rows.startNs = {0, 10, 20};
    summary.add(rows);
    EXPECT_THAT(summary.stats({{1, "gemm"}, {2, "add"}}),
        ElementsAre(KernelStat {.name = "add",
                        .count = 1,
                        .totalNs = 100,
                        .minNs = 100,
                        .maxNs = 100,
                        .perCallNs = 50},
            KernelStat {.name = "gemm",
                .count = 2,
                .totalNs = 12,
                .minNs = 5,
                .maxNs = 7,
                .perCallNs = 6}));
}

} // namespace
} // namespace profiler
