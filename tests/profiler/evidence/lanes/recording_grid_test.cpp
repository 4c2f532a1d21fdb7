// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/recording_grid.h"
#include "profiler/evidence/latency/block_series.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace profiler {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t gridSecond = 1'000'000'000;

ProcessRecord process(ProcessKind kind, int variant, int repetition, std::int64_t start,
    std::optional<ProcessOutcome> outcome, std::int64_t end = 0)
{
    ProcessRecord record;
    record.start = {.kind = kind,
        .variant = variant,
        .repetition = repetition,
        .started = {start * gridSecond}};
    if (outcome)
        record.end = ProcessEnd {.outcome = *outcome, .ended = {end * gridSecond}};
    return record;
}

CallBlock block(int round)
{
    return {.round = round, .wallNs = {1'000'000, 1'100'000, 1'200'000}};
}

/// Eager, a and b; two cold processes each, three repetitions at least; second one running.
ComparisonData running()
{
    ComparisonData data;
    data.info.started = {10 * gridSecond};
    data.plan.variants = {{.name = "eager"}, {.name = "a", .kind = VariantKind::Compiled},
        {.name = "b", .kind = VariantKind::Compiled}};
    data.plan.protocol
        = {.coldEmpty = 2, .coldKept = 1, .repetitionsMin = 3, .rounds = 4, .noiseRepetitions = 1};
    for (int variant = 0; variant < 3; ++variant)
        data.processes.push_back(process(ProcessKind::Cold, variant, 0, 10 + 10 * variant,
            ProcessOutcome::Finished, 20 + 10 * variant));
    for (int variant = 0; variant < 3; ++variant) {
        data.processes.push_back(
            process(ProcessKind::Paired, variant, 0, 40, ProcessOutcome::Finished, 60));
        data.processes.back().blocks = {block(0), block(1), block(2), block(3)};
    }
    data.processes.push_back(process(ProcessKind::Paired, 0, 1, 60, std::nullopt));
    data.processes.back().steady = {{.caseIndex = 0, .steady = true}};
    data.processes.push_back(process(ProcessKind::Paired, 1, 1, 62, ProcessOutcome::Crashed, 65));
    data.processes.back().blocks = {block(0), block(1)};
    data.processes.back().end->reason = "killed by signal 11";
    data.processes.push_back(process(ProcessKind::Paired, 2, 1, 65, std::nullopt));
    return data;
}

const WorkCell& cell(const RecordingGrid& grid, int row, const std::string& column)
{
    const auto found = std::ranges::find(grid.columns, column, columnName);
    EXPECT_NE(found, grid.columns.end()) << column;
    return grid.rows.at(static_cast<std::size_t>(row))
        .cells.at(static_cast<std::size_t>(found - grid.columns.begin()));
}

TEST(RecordingGrid, HasAColumnForEachSortOfProcess)
{
    const auto grid = recordingGrid(running(), {70 * gridSecond});
    std::vector<std::string> names;
    for (const auto& column : grid.columns)
        names.push_back(columnName(column));
    EXPECT_EQ(names,
        (std::vector<std::string> {
            "cold", "warm cache", "process 1", "process 2", "process 3", "trace"}))
        << "which also compares results";
    ASSERT_EQ(grid.rows.size(), 4U);
    EXPECT_TRUE(grid.rows.back().again);
}

TEST(RecordingGrid, HasAColumnForResultsWhereProcessesOfTheirOwnCompareThem)
{
    const auto columnsOf = [](const ComparisonData& data) {
        std::vector<std::string> names;
        for (const auto& column : recordingGrid(data, {70 * gridSecond}).columns)
            names.push_back(columnName(column));
        return names;
    };
    auto onDevice = running();
    onDevice.plan.numeric.device = "cuda:0";
    EXPECT_THAT(columnsOf(onDevice), testing::IsSupersetOf({"results", "trace"}));
    auto older = running(); // and ended
    older.info.status = ComparisonStatus::Partial;
    EXPECT_THAT(columnsOf(older), testing::Not(testing::Contains("results")));
    older.processes.push_back(process(ProcessKind::Check, 0, 0, 70, ProcessOutcome::Finished, 75));
    EXPECT_THAT(columnsOf(older), testing::Contains("results"));
}

TEST(RecordingGrid, TellsDoneRunningWaitingPlannedAndCrashedApart)
{
    const auto grid = recordingGrid(running(), {70 * gridSecond});
    EXPECT_EQ(cell(grid, 1, "cold").state, WorkState::Planned) << "one of two";
    EXPECT_EQ(cell(grid, 1, "cold").done, 1);
    EXPECT_EQ(cell(grid, 0, "warm cache").state, WorkState::None) << "eager compiles nothing";
    EXPECT_EQ(cell(grid, 2, "process 1").state, WorkState::Done);
    EXPECT_EQ(cell(grid, 2, "process 1").rounds, 4);
    EXPECT_EQ(cell(grid, 0, "process 2").state, WorkState::Waiting) << "warm, no block yet";
    EXPECT_EQ(cell(grid, 1, "process 2").state, WorkState::Failed);
    EXPECT_EQ(cell(grid, 1, "process 2").outcome, ProcessOutcome::Crashed);
    EXPECT_EQ(cell(grid, 1, "process 2").reason, recorded("killed by signal 11"));
    EXPECT_EQ(cell(grid, 2, "process 2").state, WorkState::Running);
    EXPECT_EQ(cell(grid, 2, "process 3").state, WorkState::Planned);
    EXPECT_EQ(cell(grid, 3, "process 2").state, WorkState::None) << "noise is measured once";
    EXPECT_EQ(grid.repetitionsDone, 1);
}

TEST(RecordingGrid, EstimatesTheRestFromWhatHasRun)
{
    const auto data = running();
    const auto grid = recordingGrid(data, {70 * gridSecond});
    ASSERT_TRUE(grid.left);
    // Cold: 3 × 10 s; warm cache: 2 lanes' 20 s; repetitions: 10 s of the second, 20 s of the
    // third; traces: a process for each of three variants, as long as a lane.
    EXPECT_EQ(*grid.left, 30s + 40s + 10s + 20s + 60s);
    EXPECT_NEAR(grid.doneRatio, 60.0 / 220, 1e-9);
}

TEST(RecordingGrid, DoesNotGuessBeforeAnythingEnded)
{
    auto data = running();
    data.processes.resize(1);
    data.processes.front().end.reset();
    const auto grid = recordingGrid(data, {12 * gridSecond});
    EXPECT_FALSE(grid.left);
    EXPECT_LT(grid.doneRatio, 0.5);
}

TEST(RecordingGrid, IsDoneWhenTheRecordingIs)
{
    const auto data = recorded_example::recordedExample();
    const auto grid = recordingGrid(data, {});
    EXPECT_EQ(grid.doneRatio, 1);
    EXPECT_EQ(grid.repetitionsDone, 5);
    for (const auto& row : grid.rows)
        for (const auto& each : row.cells)
            EXPECT_TRUE(each.state == WorkState::Done || each.state == WorkState::None);
}

TEST(RecordingGrid, SurvivesARecordingWithoutProcesses)
{
    ComparisonData data;
    data.plan.variants = {{.name = "eager"}};
    EXPECT_FALSE(recordingGrid(data, {}).columns.empty());
    data.info.status = ComparisonStatus::Partial;
    EXPECT_NO_FATAL_FAILURE(static_cast<void>(recordingGrid(data, {})));
}

TEST(BlockSeries, ShowsTheLastRepetitionsWithTheirBlocks)
{
    const auto series = blockSeries(running(), 0, 3);
    EXPECT_EQ(series.repetitions, 2);
    EXPECT_FALSE(series.lastIsEmpty);
    ASSERT_EQ(series.lanes.size(), 3U);
    EXPECT_EQ(series.lanes[2].points.size(), 4U);
    EXPECT_EQ(series.lanes[2].points.front().medianNs, 1.1e6);
    ASSERT_TRUE(series.lanes[1].broken);
    EXPECT_EQ(series.lanes[1].broken->place, 5) << "second round of the second repetition";
}

TEST(BlockSeries, TellsOutliersAndWhetherSomethingElseUsedTheProcessor)
{
    auto data = recorded_example::recordedExample({.repetitions = 1, .rounds = 12});
    EXPECT_EQ(blockOutliersText(blockSeries(data, 0)), "");
    int slowed = 0;
    for (auto& process : data.processes)
        if (process.start.kind == ProcessKind::Paired && process.start.variant < 2
            && !process.start.again)
            for (auto& block : process.blocks)
                if (block.kind == BlockKind::Timed && block.clock == Clock::Call && block.round == 5
                    && block.caseIndex == 0) {
                    for (auto& ns : block.wallNs)
                        ns *= 9;
                    if (process.start.variant == 1)
                        block.flags = {"cpu_pressure"};
                    ++slowed;
                }
    ASSERT_EQ(slowed, 2);
    EXPECT_EQ(blockOutliersText(blockSeries(data, 0)),
        "2 outlier blocks: 1 with CPU contention, 1 without a recorded cause");
}

TEST(BlockSeries, SaysWhyThereIsNothingToShow)
{
    ComparisonData data;
    data.plan.variants = {{.name = "eager"}};
    EXPECT_EQ(blockSeries(data, 0).whyEmpty.kind, ReasonKind::RoundsAfterCold);
    data.processes.push_back(process(ProcessKind::Paired, 0, 0, 1, std::nullopt));
    EXPECT_EQ(blockSeries(data, 0).whyEmpty.kind, ReasonKind::RoundsWhenWarm);
}

} // namespace
} // namespace profiler
