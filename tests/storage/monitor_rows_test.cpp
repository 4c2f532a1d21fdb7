// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace_rows.h"
#include "random_facts.h"
#include "recorded_file.h"
#include "storage/file/run_database.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using tests::TemporaryFolder;

namespace {

CounterColumns readings(std::int64_t first, int count)
{
    CounterColumns rows;
    for (int i = 0; i < count; ++i) {
        rows.timeNs.push_back(first + std::int64_t {i} * 50'000'000);
        rows.series.push_back(1 + i % 2);
        rows.value.push_back(0.25 * i);
    }
    return rows;
}

/// A comparison whose host was watched in a repetition and while calls were traced.
ComparisonId recordedMonitors(const std::filesystem::path& file, bool end = true)
{
    auto run = tests::randomRun(1, {.processes = 1, .blocks = 1});
    auto sink = storage::openForRecording(file);
    EXPECT_TRUE(sink) << sink.error().message;
    const auto id = (*sink)->beginComparison(run.data.info, run.data.plan);
    const auto first = (*sink)->beginMonitor({.device = "cpu", .repetition = 0});
    EXPECT_TRUE((*sink)->addCounters(*first,
        {.names = {{1, "cpu_busy_ratio"}, {2, "cpu_steal_ratio"}},
            .rows = readings(1000, 70'000),
            .missing = {{"cpu_clock_mhz", "this machine does not tell it"}}}));
    const auto second = (*sink)->beginMonitor({.device = "cpu"});
    EXPECT_TRUE(
        (*sink)->addCounters(*second, {.names = {{1, "x"}, {2, "y"}}, .rows = readings(7, 3)}));
    EXPECT_TRUE((*sink)->addCounters(*first, {.rows = readings(5'000'000'000'000, 10)}));
    EXPECT_TRUE((*sink)->flush());
    if (end) {
        EXPECT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, ""));
    }
    return *id;
}

} // namespace

TEST(MonitorRowsInTheFile, AreGivenBackAsTheyWereHandedOver)
{
    const TemporaryFolder folder;
    for (const bool ended : {true, false}) { // a recorder that died loses none that was flushed
        const auto file = folder / (ended ? "run.fscope" : "dead.fscope");
        const auto id = recordedMonitors(file, ended);
        const auto loaded = storage::loadMonitorRows(file, id, {0});
        ASSERT_TRUE(loaded) << loaded.error().message;
        EXPECT_EQ(loaded->names.size(), 2U);
        ASSERT_EQ(loaded->rows.size(), 70'010U);
        EXPECT_EQ(loaded->rows.timeNs.front(), 1000);
        EXPECT_EQ(loaded->rows.timeNs[70'000], 5'000'000'000'000);
        EXPECT_DOUBLE_EQ(loaded->rows.value[9], 2.25);
    }
}

TEST(MonitorRowsInTheFile, AreToldInShortWithTheComparison)
{
    const TemporaryFolder folder;
    static_cast<void>(recordedMonitors(folder / "run.fscope"));
    const auto data = storage::loadComparison(folder / "run.fscope");
    ASSERT_EQ(data->monitors.size(), 2U);
    EXPECT_EQ(data->monitors[0].start.repetition, 0);
    EXPECT_THAT(data->monitors[0].series, ElementsAre("cpu_busy_ratio", "cpu_steal_ratio"));
    EXPECT_THAT(data->monitors[0].missing, ElementsAre(Pair("cpu_clock_mhz", HasSubstr("tell"))));
    EXPECT_EQ(data->monitors[0].rows, 70'010);
    EXPECT_EQ(data->monitors[1].start.repetition, std::nullopt);
}

TEST(MonitorRowsInTheFile, ThatAreDamagedAreRefusedAndTheRestStands)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto id = recordedMonitors(file);
    tests::execute(file, "UPDATE monitor_chunk SET data = zeroblob(40) WHERE monitor_id = 1");
    const auto loaded = storage::loadMonitorRows(file, id, {0});
    ASSERT_FALSE(loaded);
    EXPECT_THAT(loaded.error().message, HasSubstr("monitor_chunk"));
    EXPECT_TRUE(storage::loadMonitorRows(file, id, {1}));
    EXPECT_TRUE(storage::loadComparison(file));
    EXPECT_EQ(storage::loadMonitorRows(file, id, {7}).error().kind, ErrorKind::NotFound);
}

TEST(MonitorRowsInTheFile, GoAlongIntoACopyAndAnExtension)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto id = recordedMonitors(file);
    const auto data = storage::loadComparison(file);
    const auto copy = storage::storeCopy(folder / "copy.fscope", *data, {}, {},
        [&](MonitorIndex monitor) { return storage::loadMonitorRows(file, id, monitor); });
    ASSERT_TRUE(copy) << copy.error().message;
    EXPECT_EQ(storage::loadComparison(folder / "copy.fscope")->monitors, data->monitors);
    EXPECT_TRUE(*storage::loadMonitorRows(folder / "copy.fscope", *copy, {0})
        == *storage::loadMonitorRows(file, id, {0}));
    {
        auto sink = storage::openForExtension(folder / "copy.fscope", *copy);
        ASSERT_TRUE(sink) << sink.error().message;
        const auto third = (*sink)->beginMonitor({.device = "cpu", .repetition = 1});
        EXPECT_EQ(third->value, 2);
        EXPECT_TRUE((*sink)->addCounters(*third, {.names = {{1, "z"}}, .rows = {{1}, {1}, {0.5}}}));
        EXPECT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, ""));
    }
    EXPECT_EQ(storage::loadComparison(folder / "copy.fscope")->monitors.size(), 3U);
    EXPECT_EQ(storage::loadMonitorRows(folder / "copy.fscope", *copy, {2})->rows.size(), 1U);
}
