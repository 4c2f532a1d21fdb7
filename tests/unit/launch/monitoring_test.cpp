// SPDX-License-Identifier: Apache-2.0
#include "fake_recording.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace profiler {
namespace {

using testing::Contains;

/// Keeps the readings that a CollectingSink hands on.
class CounterKeeper : public CollectingSink {
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
    CounterKeeper keeper;
    const auto outcome = profiler::record(requestFor(plan), keeper, listener, stop);
    ASSERT_TRUE(outcome) << outcome.error().message;
    const auto& monitors = keeper.data().monitors;
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
    for (std::size_t i = 0; i < keeper.pieces.size(); ++i)
        for (const auto id : keeper.pieces[i].rows.series) {
            const auto monitor = static_cast<std::size_t>(keeper.monitors[i].value);
            EXPECT_GE(id, 1);
            EXPECT_LE(id, static_cast<std::int32_t>(monitors.at(monitor).series.size()));
        }
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
