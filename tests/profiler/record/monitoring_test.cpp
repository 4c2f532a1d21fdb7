// SPDX-License-Identifier: Apache-2.0
#include "fake_recording.h"
#include "profiler/findings/conclude.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/verdict_notes.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace profiler {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// Keeps the readings that a CollectingSink hands on.
class CounterSink : public CollectingSink {
public:
    Result<void> addCounters(MonitorIndex monitor, const CounterPiece& piece) override
    {
        pieces.push_back(piece);
        monitors.push_back(monitor);
        return CollectingSink::addCounters(monitor, piece);
    }

    std::vector<CounterPiece> pieces;
    std::vector<MonitorIndex> monitors;
};

class MonitoredRecording : public FakeRecording { };

} // namespace

TEST_F(MonitoredRecording, WatchesTheHostInEveryRepetitionAndWhileItTraces)
{
    auto plan = planFor("");
    plan.protocol.traceCalls = 2;
    CounterSink counters;
    const auto outcome = profiler::record(requestFor(plan), counters, listener, stop);
    ASSERT_TRUE(outcome) << outcome.error().message;
    const auto& monitors = counters.data().monitors;
    int repetitions = 0;
    for (const auto& monitor : monitors) {
        EXPECT_EQ(monitor.start.source, MonitorSource::Host);
        EXPECT_EQ(monitor.start.device, "cpu");
        if (monitor.start.repetition) {
            EXPECT_EQ(*monitor.start.repetition, repetitions);
            ++repetitions;
        }
    }
    EXPECT_EQ(repetitions, plan.protocol.repetitionsMin);
    EXPECT_EQ(monitors.back().start.repetition, std::nullopt);
    for (std::size_t i = 0; i < counters.pieces.size(); ++i)
        for (const auto id : counters.pieces[i].rows.series) {
            const auto monitor = static_cast<std::size_t>(counters.monitors[i].value);
            EXPECT_GE(id, 1);
            EXPECT_LE(id, static_cast<std::int32_t>(monitors.at(monitor).series.size()));
        }
}

/// The made-up GPU (tests/profiler/collect/fakes) has two processes and runs into its power cap.
TEST_F(MonitoredRecording, TellsTheStateOfTheDeviceInEveryBlock)
{
    auto plan = planFor("gpu");
    plan.numeric.device = "made-up-device";
    ASSERT_TRUE(record(plan));
    int blocks = 0;
    for (const auto* lane : processes(ProcessKind::Paired))
        for (const auto* block : timedBlocksOf(*lane)) {
            ++blocks;
            EXPECT_EQ(block->machine.smClockMhz, 1980);
            EXPECT_EQ(block->machine.memoryClockMhz, 2619);
            EXPECT_EQ(block->machine.powerWatts, 350.5);
            EXPECT_EQ(block->machine.temperatureCelsius, 61);
            EXPECT_EQ(block->machine.clockEventReasons, 4);
            EXPECT_EQ(block->machine.foreignGpuProcesses, 0) << "both are lanes of ours";
            EXPECT_THAT(block->flags, Contains("gpu_clocks"));
        }
    EXPECT_GE(blocks, 2 * 2 * 4);
    const auto result = conclude(data());
    EXPECT_TRUE(result.quality.deviceStateKnown);
    EXPECT_EQ(result.quality.loweredClockRatio, 1);
    EXPECT_THAT(contentionText(result.quality), HasSubstr("a lowered GPU clock in 100 %"));
    EXPECT_THAT(result.findings, Contains(testing::Field(&Finding::rule, "clock_drop")));
    for (const auto& note : trustNotes(result, result.cases.front()))
        EXPECT_THAT(note.text, Not(HasSubstr("can be trusted")));
}

TEST_F(MonitoredRecording, NamesAnotherProcessOnTheDevice)
{
    auto plan = planFor("gpu raise_in_call@default");
    plan.numeric.device = "made-up-device";
    ASSERT_TRUE(record(plan));
    const auto lanes = processes(ProcessKind::Paired, 0);
    ASSERT_FALSE(lanes.empty());
    for (const auto* block : timedBlocksOf(*lanes.front())) {
        EXPECT_EQ(block->machine.foreignGpuProcesses, 1) << "one lane of ours is left";
        EXPECT_THAT(block->flags, Contains("gpu_shared"));
    }
    EXPECT_GT(conclude(data()).quality.sharedDeviceRatio, 0);
}

TEST_F(MonitoredRecording, KnowsNoStateOfADeviceThatIsNotFound)
{
    auto plan = planFor("");
    plan.numeric.device = "made-up-device"; // and no UUID of it
    ASSERT_TRUE(record(plan));
    for (const auto* lane : processes(ProcessKind::Paired))
        for (const auto* block : timedBlocksOf(*lane))
            EXPECT_FALSE(block->machine.smClockMhz || block->machine.clockEventReasons);
    EXPECT_FALSE(judge(data()).quality.deviceStateKnown);
}

/// No GPU is asked for counters where the CPU is measured, and none is missed.
TEST_F(MonitoredRecording, LeavesTheGpuAloneWhereTheCpuIsMeasured)
{
    ASSERT_TRUE(record(planFor("")));
    EXPECT_FALSE(data().monitors.empty());
    for (const auto& monitor : data().monitors)
        EXPECT_FALSE(monitor.missing.contains("device"));
}

} // namespace profiler
