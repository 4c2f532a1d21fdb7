// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/trace_figures.h"
#include "tests/support/table_row.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using ::testing::ElementsAre;

namespace {

void addKernel(TraceRows& rows, std::int64_t start, std::int64_t duration, int stream,
    std::int32_t correlation, std::uint8_t flags = 0)
{
    tests::addRow(rows.kernels, start, duration, 1, correlation, 0, 1, stream, 1, 0, 0, flags);
}

void addCopy(TraceRows& rows, std::int64_t start, std::int64_t duration, CopyKind kind)
{
    tests::addRow(rows.copies, start, duration, kind, 1, 900, 0, 1, 7, 0, 0, 0);
}

void addLaunch(TraceRows& rows, std::int64_t start, std::int32_t correlation)
{
    tests::addRow(rows.apis, start, 5, 1, 1, correlation, 0);
}

void addOperator(
    TraceRows& rows, std::int64_t start, std::int64_t duration, SpanKind kind, int thread = 1)
{
    tests::addRow(rows.operators, start, duration, 1, thread, kind, -1, 0);
}

/// Two streams that overlap, a copy in a gap, a fill at the end.
TraceRows twoStreams()
{
    TraceRows rows;
    addKernel(rows, 100, 50, 7, 1);
    addKernel(rows, 120, 60, 13, 2);
    addKernel(rows, 300, 100, 7, 3);
    addCopy(rows, 200, 20, CopyKind::DeviceToHost);
    addCopy(rows, 420, 10, CopyKind::Memset);
    addLaunch(rows, 90, 1);
    addLaunch(rows, 92, 2);
    addLaunch(rows, 250, 3);
    return rows;
}

} // namespace

TEST(DeviceFigures, CountWhatOverlapsOnce)
{
    const auto figures = deviceFigures(twoStreams());
    ASSERT_TRUE(figures);
    EXPECT_EQ(figures->kernels, (CountedTime {.count = 3, .sumNs = 210, .unionNs = 180}));
    EXPECT_EQ(figures->memcpys, (CountedTime {.count = 1, .sumNs = 20, .unionNs = 20}));
    EXPECT_EQ(figures->memsets, (CountedTime {.count = 1, .sumNs = 10, .unionNs = 10}));
    EXPECT_EQ(figures->busyNs, 210);
    EXPECT_EQ(figures->spanNs, 330);
    EXPECT_EQ(figures->idleNs, 120);
    EXPECT_THAT(figures->gapsNs, ElementsAre(20, 80, 20));
    EXPECT_THAT(figures->streams,
        ElementsAre(StreamBusy {.device = 0, .stream = 7, .busyNs = 180},
            StreamBusy {.device = 0, .stream = 13, .busyNs = 60}));
}

TEST(DeviceFigures, TakeTheDelayFromLaunchToFirstStart)
{
    auto rows = twoStreams();
    addLaunch(rows, 240, 3); // by the runtime, above the driver's at 250
    addLaunch(rows, 10, 77); // nothing of it ran
    addKernel(rows, 500, 1, 7, 1); // a second node of the first launch
    const auto figures = deviceFigures(rows);
    ASSERT_TRUE(figures && figures->launchDelay);
    EXPECT_EQ(*figures->launchDelay,
        (LaunchDelay {.n = 3, .minNs = 10, .p50Ns = 28, .p95Ns = 57, .maxNs = 60}));
}

TEST(DeviceFigures, TakeTheDelayExactlyAtTodaysDate)
{
    constexpr std::int64_t today = 1'763'800'000'123'456'789;
    TraceRows rows;
    addKernel(rows, today + 6302, 50, 7, 1);
    addLaunch(rows, today, 1);
    EXPECT_EQ(deviceFigures(rows)->launchDelay->p50Ns, 6302);
}

TEST(DeviceFigures, ReachToACopyThatTookNoMeasurableTime)
{
    auto rows = twoStreams();
    addCopy(rows, 440, 0, CopyKind::DeviceToHost);
    const auto figures = deviceFigures(rows);
    EXPECT_EQ(figures->spanNs, 340);
    EXPECT_EQ(figures->busyNs, 210);
    EXPECT_EQ(figures->idleNs, 130);
}

TEST(DeviceFigures, LeaveOutWhatHasNoTimes)
{
    auto rows = twoStreams();
    addKernel(rows, 0, 0, 7, 4, kernel_flags::zeroTimestamp);
    addKernel(rows, 10'000, 0, 7, 5, kernel_flags::negative);
    const auto figures = deviceFigures(rows);
    EXPECT_EQ(figures->spanNs, 330);
    EXPECT_EQ(figures->kernels.count, 3);
}

TEST(DeviceFigures, OfACpuTraceAreMissing)
{
    TraceRows rows;
    addOperator(rows, 1, 2, SpanKind::Operator);
    EXPECT_FALSE(deviceFigures(rows));
}

TEST(TracedCalls, SplitWhatRanByTheirWindows)
{
    auto rows = twoStreams();
    addOperator(rows, 60, 100, SpanKind::Operator);
    addOperator(rows, 70, 20, SpanKind::Operator); // inside the one before
    addOperator(rows, 150, 30, SpanKind::Operator, 2); // on another thread, overlapping
    addOperator(rows, 0, 1000, SpanKind::Range); // contains work, is none
    addOperator(rows, 240, 40, SpanKind::Kernel); // reaches over the edge of the calls
    const auto calls
        = tracedCalls({{.startNs = 50, .endNs = 260}, {.startNs = 260, .endNs = 500}}, rows);
    EXPECT_THAT(calls,
        ElementsAre(
            TracedCall {.name = "call 1", .durationNs = 210, .operatorNs = 140, .busyNs = 100},
            TracedCall {.name = "call 2", .durationNs = 240, .operatorNs = 20, .busyNs = 110}));
}

TEST(TracedCalls, AreNamedByTheRangeThatMarksThem)
{
    auto rows = twoStreams();
    rows.names.push_back({.id = 77, .text = "ProfilerStep#6"});
    addOperator(rows, 50, 210, SpanKind::Range);
    rows.operators.name.back() = 77;
    addOperator(rows, 50, 200, SpanKind::Range); // begins alike, ends before
    const auto calls
        = tracedCalls({{.startNs = 50, .endNs = 260}, {.startNs = 260, .endNs = 500}}, rows);
    EXPECT_EQ(calls[0].name, "ProfilerStep#6");
    EXPECT_EQ(calls[1].name, "call 2");
}
