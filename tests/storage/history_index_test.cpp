// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "storage/file/library.h"
#include "storage/file/run_database.h"
#include "storage/history/history_index.h"
#include "storage/history/history_reader.h"
#include "storage/sqlite/statement_guard.h"
#include "tests/support/stored_example.h"
#include "tests/support/temporary_folder.h"

#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace profiler;
using testing::SizeIs;
using tests::TemporaryFolder;
using tests::textOf;

namespace {

namespace fs = std::filesystem;

/// What is younger is not trusted by its time.
void makeOld(const fs::path& file, int hours = 1)
{
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
}

/// Of two cases and two compiled variants.
void add(const fs::path& file, int day, double eagerMs)
{
    auto data = recorded_example::recordedExample({.seed = static_cast<std::uint64_t>(day) + 1,
        .variants = recorded_example::exampleVariants(3),
        .cases = {{.name = "s32", .eagerMs = eagerMs}, {.name = "s64", .eagerMs = 2 * eagerMs}},
        .coldProcesses = 1,
        .repetitions = 3,
        .rounds = 10,
        .callsPerBlock = 10});
    data.info.name = "night-" + std::to_string(day);
    data.info.started.ns += day * std::int64_t {86'400'000'000'000};
    tests::storedIn(file, data);
}

class HistoryIndex : public testing::Test {
protected:
    fs::path store(int day, double eagerMs = 11)
    {
        fs::create_directories(runs);
        auto file = runs / ("night-" + std::to_string(day) + ".fscope");
        fs::remove(file);
        add(file, day, eagerMs);
        makeOld(file);
        return file;
    }

    [[nodiscard]] Result<History> read(const HistoryQuery& query = {}) const
    {
        return storage::readHistory({runs}, query, {.index = index});
    }

    [[nodiscard]] Result<History> readDirectly(const HistoryQuery& query = {}) const
    {
        return storage::readHistory({runs}, query);
    }

    /// Both ways, and the same.
    void expectSame(const HistoryQuery& query = {}) const
    {
        const auto direct = readDirectly(query);
        const auto indexed = read(query);
        ASSERT_TRUE(direct) << direct.error().message;
        ASSERT_TRUE(indexed) << indexed.error().message;
        EXPECT_TRUE(*indexed == *direct) << static_cast<int>(query.metric);
    }

    [[nodiscard]] int count(const std::string& sql) const
    {
        return SQLite::Database(index.string()).execAndGet(sql).getInt();
    }

    TemporaryFolder folder;
    fs::path runs = folder / "runs";
    fs::path index = folder / "cache/fusescope/history.sqlite";
};

/// Nothing in it is of ours any more, but its size and its time are.
void spoil(const fs::path& file)
{
    const auto written = fs::last_write_time(file);
    const auto size = fs::file_size(file);
    std::ofstream(file, std::ios::binary) << std::string(size, 'x');
    fs::last_write_time(file, written);
}

constexpr std::array allMetrics {HistoryMetric::Median, HistoryMetric::P99,
    HistoryMetric::Throughput, HistoryMetric::Compile, HistoryMetric::Memory, HistoryMetric::Breaks,
    HistoryMetric::SpeedUp};

TEST_F(HistoryIndex, GivesWhatTheRecordingsGiveFieldByField)
{
    std::vector<fs::path> files;
    for (int day = 0; day < 4; ++day)
        files.push_back(store(day));
    std::vector<HistoryQuery> queries;
    for (const auto metric : allMetrics)
        for (const auto* variant : {"", "eager", "reduce-overhead"})
            queries.push_back({.metric = metric, .caseName = "s64", .variant = variant});
    std::vector<History> direct;
    for (const auto& query : queries) {
        direct.push_back(readDirectly(query).value());
        EXPECT_TRUE(read(query).value() == direct.back()) << static_cast<int>(query.metric);
    }
    for (const auto& file : files)
        spoil(file);
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const auto indexed = read(queries[i]);
        ASSERT_TRUE(indexed) << indexed.error().message;
        EXPECT_TRUE(*indexed == direct[i]) << static_cast<int>(queries[i].metric);
    }
    EXPECT_FALSE(readDirectly());
}

TEST_F(HistoryIndex, ReadsAChangedFileAnew)
{
    const auto file = store(0);
    store(1);
    expectSame();
    ASSERT_TRUE(storage::renameComparison(file, {1}, "another name"));
    makeOld(file, 2);
    EXPECT_EQ(read()->points[0].name, "another name");
    store(1, 22);
    expectSame();
    EXPECT_GT(read()->points[1].value->value, 1.5 * read()->points[0].value->value);
}

TEST_F(HistoryIndex, FollowsALibraryThatGrows)
{
    fs::create_directories(runs);
    const auto library = runs / "library.fscope";
    for (int day = 0; day < 5; ++day)
        add(library, day, 11);
    expectSame();
    add(library, 5, 13);
    expectSame();
    ASSERT_TRUE(storage::deleteComparison(library, {2}));
    ASSERT_TRUE(storage::renameComparison(library, {3}, "another name"));
    expectSame();
    makeOld(library);
    expectSame();
    expectSame();
    EXPECT_THAT(read()->points, SizeIs(5));
}

TEST_F(HistoryIndex, ForgetsWhatIsGone)
{
    const auto file = store(0);
    store(1);
    store(2);
    expectSame();
    EXPECT_EQ(count("SELECT count(*) FROM file"), 3);
    fs::remove(file);
    expectSame();
    EXPECT_THAT(read()->points, SizeIs(2));
    EXPECT_EQ(count("SELECT count(*) FROM file"), 2);
    EXPECT_EQ(count("SELECT count(*) FROM recording"), 2);
}

TEST_F(HistoryIndex, IsMadeAnewWhereItIsDamaged)
{
    for (int day = 0; day < 3; ++day)
        store(day);
    expectSame();
    const auto sound = textOf(index);
    auto holed = sound;
    holed.replace(100, 4000, std::string(4000, '\x5a'));
    const std::string garbage(20'000, 'g');
    for (const auto& damaged :
        {garbage, holed, sound.substr(0, sound.size() / 2), sound + "tail"}) {
        std::ofstream(index, std::ios::binary) << damaged;
        expectSame();
        EXPECT_EQ(count("SELECT count(*) FROM file"), 3);
        EXPECT_EQ(
            SQLite::Database(index.string()).execAndGet("PRAGMA quick_check").getString(), "ok");
    }
}

TEST_F(HistoryIndex, DoesNotTrustAContentThatWasChanged)
{
    for (int day = 0; day < 3; ++day)
        store(day);
    for (const auto* change : {"UPDATE recording SET content = substr(content, 1, 40)",
             "UPDATE recording SET content = zeroblob(length(content))",
             "UPDATE recording SET content_bytes = 1 << 40",
             "UPDATE recording SET content_bytes = -1", "UPDATE recording SET comparison_id = 7"}) {
        expectSame();
        SQLite::Database(index.string(), SQLite::OPEN_READWRITE).exec(change);
        expectSame();
        EXPECT_EQ(count("SELECT count(*) FROM recording WHERE comparison_id = 1"
                        " AND content_bytes > 100 AND length(content) > 100"),
            3)
            << change;
    }
}

TEST_F(HistoryIndex, IsAsNoneWhereItCannotBeUsed)
{
    store(0);
    store(1);
    folder.write("cache", "a file in the place of its folder");
    expectSame();
    fs::remove(folder / "cache");
    fs::create_directories(index);
    expectSame();
    fs::remove(index);

    const auto other = folder.write("other", "somebody else's");
    fs::create_symlink(other, index);
    expectSame();
    EXPECT_EQ(textOf(other), "somebody else's");
    fs::remove(index);

    expectSame();
    SQLite::Database holder(index.string(), SQLite::OPEN_READWRITE);
    holder.exec("BEGIN EXCLUSIVE");
    expectSame();
    holder.exec("ROLLBACK");
}

TEST_F(HistoryIndex, LeavesWhatANewerProgramMade)
{
    store(0);
    expectSame();
    SQLite::Database(index.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
    const auto newer = textOf(index);
    store(1);
    expectSame();
    EXPECT_EQ(textOf(index), newer);
}

TEST_F(HistoryIndex, DropsWhatAnotherVersionOfTheProgramRead)
{
    const auto file = store(0);
    expectSame();
    SQLite::Database(index.string(), SQLite::OPEN_READWRITE).exec("UPDATE file SET program = '0'");
    spoil(file);
    EXPECT_FALSE(read());
    store(0);
    expectSame();
    EXPECT_EQ(count("SELECT count(*) FROM file WHERE program = '0'"), 0);
}

TEST_F(HistoryIndex, TrustsNoFileThatMayChangeWithoutATrace)
{
    const auto file = store(0);
    EXPECT_TRUE(storage::stampOf(file));
    folder.write("runs/night-0.fscope-wal", "");
    EXPECT_FALSE(storage::stampOf(file));
    fs::remove(runs / "night-0.fscope-wal");
    fs::last_write_time(file, fs::file_time_type::clock::now());
    EXPECT_FALSE(storage::stampOf(file));
    EXPECT_FALSE(storage::stampOf(runs / "nowhere.fscope"));
}

TEST_F(HistoryIndex, KeepsNothingOfARecordingThatHasNotEnded)
{
    const auto file = store(0);
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE)
        .exec("UPDATE comparison SET ended_utc_ns = NULL, status = 'running'");
    makeOld(file);
    expectSame();
    EXPECT_FALSE(fs::exists(index) && count("SELECT count(*) FROM recording") > 0);
}

TEST_F(HistoryIndex, ServesSeveralAtOnce)
{
    for (int day = 0; day < 12; ++day)
        store(day);
    const auto direct = readDirectly().value();
    std::atomic<int> same = 0;
    {
        std::vector<std::jthread> readers;
        for (int i = 0; i < 4; ++i)
            readers.emplace_back([&] {
                for (int again = 0; again < 5; ++again) {
                    const auto history = read();
                    same += history && *history == direct ? 1 : 0;
                }
            });
    }
    EXPECT_EQ(same, 20);
    EXPECT_EQ(count("SELECT count(*) FROM file"), 12);
}

TEST_F(HistoryIndex, KeepsWhatWasReadBeforeItWasCancelled)
{
    // More than processors, so that files are read one by one.
    const auto days = 40 + 2 * static_cast<int>(std::thread::hardware_concurrency());
    for (int day = 0; day < days; ++day)
        store(day);
    std::atomic<int> done = 0;
    const auto count = [&](std::size_t /*read*/, std::size_t all) {
        EXPECT_EQ(all, static_cast<std::size_t>(days));
        ++done;
    };
    {
        const storage::CancelScope scope([&] { return done > 4; });
        const auto history = storage::readHistory({runs}, {}, {.index = index, .progress = count});
        ASSERT_FALSE(history);
        EXPECT_EQ(history.error().kind, ErrorKind::Interrupted);
    }
    const auto kept = this->count("SELECT count(*) FROM file");
    EXPECT_GT(kept, 2);
    EXPECT_LT(kept, days);
    expectSame();
    EXPECT_EQ(this->count("SELECT count(*) FROM file"), days);
}

TEST_F(HistoryIndex, CountsTheRecordingsOfALibrary)
{
    fs::create_directories(runs);
    for (int day = 0; day < 5; ++day)
        add(runs / "library.fscope", day, 11);
    for (int again = 0; again < 2; ++again) {
        std::atomic<int> counted = 0;
        const auto count = [&](std::size_t /*read*/, std::size_t /*all*/) { ++counted; };
        ASSERT_TRUE(storage::readHistory({runs}, {}, {.index = index, .progress = count}));
        EXPECT_EQ(counted, std::thread::hardware_concurrency() > 1 ? 5 : 1);
    }
}

TEST_F(HistoryIndex, IsForItsUserAlone)
{
    store(0);
    expectSame();
    EXPECT_EQ(fs::status(index).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(HistoryIndex, AFolderAloneIsReadWithoutTheFoldersInIt)
{
    store(0);
    fs::create_directories(runs / "older");
    add(runs / "older/night-1.fscope", 1, 11);
    expectSame();
    EXPECT_THAT(read()->points, SizeIs(2));
    const auto alone
        = storage::readHistory({runs}, {}, {.index = index, .depth = storage::FolderDepth::Alone});
    ASSERT_TRUE(alone) << alone.error().message;
    EXPECT_THAT(alone->points, SizeIs(1));
    EXPECT_EQ(count("SELECT count(*) FROM file"), 2);
}

} // namespace
