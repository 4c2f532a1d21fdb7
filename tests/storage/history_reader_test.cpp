// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "storage/file/recording_parts.h"
#include "storage/history/history_reader.h"
#include "storage/history/recording_files.h"
#include "storage/sqlite/migrations.h"
#include "tests/support/stored_example.h"
#include "tests/support/temporary_folder.h"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>

using namespace profiler;
using testing::ElementsAre;
using testing::HasSubstr;
using tests::nightRecording;
using tests::storedNight;
using tests::TemporaryFolder;

TEST(HistoryReader, FindsThreePlantedChangesInFortyRecordingsOfAFolder)
{
    const TemporaryFolder folder;
    constexpr std::array<double, 4> levels {11, 12.1, 11, 13};
    for (int day = 0; day < 40; ++day)
        storedNight(
            folder.path(), nightRecording(day, levels.at(static_cast<std::size_t>(day / 10))));
    for (const auto metric : {HistoryMetric::Median, HistoryMetric::Throughput}) {
        const auto history = storage::readHistory({folder.path()}, {.metric = metric});
        ASSERT_TRUE(history) << history.error().message;
        ASSERT_EQ(history->points.size(), 40U);
        std::vector<std::string> places;
        for (const auto& change : history->changes)
            places.push_back(history->points[change.after].name);
        EXPECT_THAT(places, ElementsAre("night-10", "night-20", "night-30"));
        EXPECT_TRUE(history->leftOut.empty());
    }
}

TEST(HistoryReader, TellsTheBreaksThatCameWithAChange)
{
    const TemporaryFolder folder;
    for (int day = 0; day < 6; ++day) {
        auto data = nightRecording(day, day < 3 ? 11 : 14);
        if (day >= 3)
            for (auto& process : data.processes)
                if (process.start.variant == 1 && process.start.kind == ProcessKind::Cold)
                    process.breaks.push_back({.id = "gb0059",
                        .reason = "print",
                        .file = "/models/block.py",
                        .line = 12,
                        .function = "forward",
                        .compileId = "0/0",
                        .caseIndex = 0});
        storedNight(folder.path(), data);
    }
    const auto history = storage::readHistory({folder.path()}, {});
    ASSERT_TRUE(history) << history.error().message;
    ASSERT_EQ(history->changes.size(), 1U);
    const auto& differences = history->changes[0].differences;
    const auto found = std::ranges::find(differences, SideKind::Breaks, &SideDifference::kind);
    ASSERT_NE(found, differences.end());
    EXPECT_THAT(found->after, HasSubstr("/models/block.py:12"));
}

TEST(HistoryReader, SkipsBadFilesByName)
{
    const TemporaryFolder folder;
    storedNight(folder.path(), nightRecording(0, 11));
    const auto newer = storedNight(folder.path(), nightRecording(1, 11));
    SQLite::Database(newer.string(), SQLite::OPEN_READWRITE)
        .exec(fmt::format("PRAGMA user_version = {}", storage::knownSchema() + 1));
    folder.write("deep/garbage.fscope", "nothing of ours");
    folder.write("deep/empty.fscope", "");
    folder.write("deep/notes.txt", "not looked at");
    const auto history = storage::readHistory({folder.path()}, {});
    ASSERT_TRUE(history) << history.error().message;
    EXPECT_EQ(history->points.size(), 1U);
    ASSERT_EQ(history->leftOut.size(), 3U);
    for (const auto& each : history->leftOut) {
        EXPECT_EQ(each.kind, LeftOutKind::Unreadable);
        EXPECT_THAT(each.why, HasSubstr(each.file));
    }
}

TEST(HistoryReader, KeepsTheOtherRecordingsOfAFileWhereOneIsDamaged)
{
    const TemporaryFolder folder;
    const auto file = folder / "library.fscope";
    for (int day = 0; day < 6; ++day)
        tests::storedIn(file, nightRecording(day, 11));
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE)
        .exec("UPDATE comparison SET plan_json = '{' WHERE id = 3");
    const auto history = storage::readHistory({file}, {});
    ASSERT_TRUE(history) << history.error().message;
    EXPECT_EQ(history->points.size(), 5U);
    ASSERT_EQ(history->leftOut.size(), 1U);
    EXPECT_THAT(history->leftOut[0].why, HasSubstr("comparison 3"));
}

TEST(HistoryReader, RefusesAnEmptyFolderAndAFolderThatIsNotThere)
{
    const TemporaryFolder folder;
    const auto empty = storage::readHistory({folder.path()}, {});
    ASSERT_FALSE(empty);
    EXPECT_THAT(empty.error().message, HasSubstr("no recording is there"));
    const auto missing = storage::readHistory({folder / "nowhere"}, {});
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message, HasSubstr("there is no file"));
}

TEST(HistoryReader, TakesTheNewestsVariantWhereOthersHaveAnotherOneFirst)
{
    const TemporaryFolder folder;
    auto old = nightRecording(0, 11);
    old.plan.variants[1].name = "second";
    storedNight(folder.path(), old);
    auto both = nightRecording(1, 11);
    storedNight(folder.path(), both);
    const auto history = storage::readHistory({folder.path()}, {});
    ASSERT_TRUE(history) << history.error().message;
    EXPECT_EQ(history->query.variant, both.plan.variants[1].name);
    ASSERT_EQ(history->leftOut.size(), 1U);
    EXPECT_EQ(history->leftOut[0].kind, LeftOutKind::NoSuchVariant);
}

TEST(RecordingParts, HoldWhatIsWantedAndNothingElse)
{
    const TemporaryFolder folder;
    const auto whole = nightRecording(0, 11);
    const auto file = storedNight(folder.path(), whole);
    const auto parts = storage::loadParts(
        file, {1}, {.processes = {ProcessKind::Paired}, .variant = "default", .calls = true});
    ASSERT_TRUE(parts) << parts.error().message;
    EXPECT_EQ(parts->plan, whole.plan);
    ASSERT_EQ(parts->processes.size(), 3U);
    for (const auto& process : parts->processes) {
        EXPECT_EQ(process.start.variant, 1);
        EXPECT_FALSE(process.blocks.empty());
        EXPECT_TRUE(process.blocks.front().cpuNs.empty());
        EXPECT_TRUE(process.compiles.empty());
    }
    EXPECT_FALSE(parts->processes.front().environment.empty());
}
