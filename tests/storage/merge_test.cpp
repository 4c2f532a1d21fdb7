// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "storage/file/library.h"
#include "storage/file/merge.h"
#include "storage/file/row_copy.h"
#include "storage/sqlite/migrations.h"
#include "tests/storage/random_traces.h"
#include "tests/support/temporary_folder.h"
#include "tests/tools/run_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

using namespace profiler;
using storage::Merged;
using testing::ElementsAre;
using testing::HasSubstr;
using tests::messageOf;
using tests::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

std::vector<Merged> mergedInto(const fs::path& file, const fs::path& from)
{
    auto merge = storage::Merge::open(file);
    EXPECT_TRUE(merge) << messageOf(merge);
    const auto merged = (*merge)->add(from);
    EXPECT_TRUE(merged) << messageOf(merged);
    std::vector<Merged> what;
    for (const auto& each : merged.value_or(std::vector<storage::MergedComparison> {}))
        what.push_back(each.what);
    return what;
}

std::string refusalOf(const fs::path& file, const fs::path& from)
{
    auto merge = storage::Merge::open(file);
    EXPECT_TRUE(merge) << messageOf(merge);
    const auto merged = (*merge)->add(from);
    EXPECT_FALSE(merged);
    return messageOf(merged);
}

/// All that is read of a comparison, its number aside.
ComparisonData contentOf(const fs::path& file, ComparisonId id)
{
    auto data = storage::loadComparison(file, std::to_string(id.value));
    EXPECT_TRUE(data) << messageOf(data);
    data->info.id = {};
    return *std::move(data);
}

std::vector<ComparisonId> idsIn(const fs::path& file)
{
    std::vector<ComparisonId> ids;
    const auto summaries = storage::listComparisons(file);
    EXPECT_TRUE(summaries) << messageOf(summaries);
    for (const auto& summary : *summaries)
        ids.push_back(summary.info.id);
    std::ranges::reverse(ids);
    return ids;
}

/// How many rows each table has, but for those that belong to the file.
std::string rowsOfTables(const fs::path& file)
{
    SQLite::Database database(file.string(), SQLite::OPEN_READONLY);
    std::string text;
    for (const auto& table : storage::ownedTables(database))
        text += table.name + " "
            + database.execAndGet("SELECT count(*) FROM \"" + table.name + "\"").getString() + "\n";
    return text;
}

/// Begins a copy of a recording whose recorder goes on.
void extend(const fs::path& file, std::int64_t startedNs)
{
    const auto id = idsIn(file).front();
    auto sink = storage::openForExtension(file, id);
    ASSERT_TRUE(sink) << messageOf(sink);
    const auto process = (*sink)->beginProcess({.started = {startedNs}, .pid = 7});
    ASSERT_TRUE(process) << messageOf(process);
    ASSERT_TRUE((*sink)->endProcess(*process, {.ended = {startedNs + 1}}));
    ASSERT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, "extended"));
}

} // namespace

TEST(Merge, KnowsATableForEverythingOfAComparison)
{
    const TemporaryFolder folder;
    tests::recordedFile(folder / "run.fscope");
    SQLite::Database database((folder / "run.fscope").string(), SQLite::OPEN_READONLY);
    std::set<std::string> known {"comparison", "change", "sqlite_sequence"};
    for (const auto& table : storage::ownedTables(database))
        known.insert(table.name);
    SQLite::Statement tables(database, "SELECT name FROM sqlite_schema WHERE type = 'table'");
    while (tables.executeStep())
        EXPECT_TRUE(known.contains(tables.getColumn(0).getString()))
            << tables.getColumn(0).getString() << " is not copied";
}

TEST(Merge, CopiesEveryRowAndFactAndTheLog)
{
    const TemporaryFolder folder;
    const auto all = folder / "all.fscope";
    tests::recordedFile(all, 100); // numbers differ from here on
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const auto one = folder / (std::to_string(seed) + ".fscope");
        tests::recordedFile(one, seed);
        const auto before = tests::bytesOf(one);
        EXPECT_THAT(mergedInto(all, one), ElementsAre(Merged::Added));
        EXPECT_EQ(tests::bytesOf(one), before) << "the file that is taken from is left alone";
        const auto copy = idsIn(all).back();
        EXPECT_EQ(contentOf(all, copy), contentOf(one, idsIn(one).front())) << seed;
        EXPECT_EQ(*tests::wholeLog(all, copy), *tests::wholeLog(one, idsIn(one).front()));
        const auto alone = folder / ("alone" + std::to_string(seed) + ".fscope");
        EXPECT_THAT(mergedInto(alone, one), ElementsAre(Merged::Added));
        EXPECT_EQ(rowsOfTables(alone), rowsOfTables(one));
    }
    EXPECT_EQ(tests::queried(all, "PRAGMA integrity_check"), "ok");
}

TEST(Merge, AddsWhatIsThereAlreadyOnlyOnce)
{
    const TemporaryFolder folder;
    const auto all = folder / "all.fscope";
    tests::recordedFile(folder / "a.fscope", 1);
    tests::recordedFile(folder / "a.fscope", 2);
    EXPECT_THAT(mergedInto(all, folder / "a.fscope"), ElementsAre(Merged::Added, Merged::Added));
    EXPECT_THAT(mergedInto(all, folder / "a.fscope"),
        ElementsAre(Merged::ThereAlready, Merged::ThereAlready));
    // Also where the copy is merged in turn, and back.
    EXPECT_THAT(mergedInto(folder / "b.fscope", all), ElementsAre(Merged::Added, Merged::Added));
    EXPECT_THAT(mergedInto(all, folder / "b.fscope"),
        ElementsAre(Merged::ThereAlready, Merged::ThereAlready));
    EXPECT_EQ(idsIn(all).size(), 2U);
}

TEST(Merge, KnowsRecordingsOfOlderProgramsAgain)
{
    const TemporaryFolder folder;
    for (const auto* name : {"run_schema_1", "run_schema_2", "run_schema_4"}) {
        const auto old = folder / (std::string(name) + ".fscope");
        fs::copy_file(std::string(FUSESCOPE_SOURCE_DIR "/tests/data/") + name + ".fscope", old);
        const auto before = tests::bytesOf(old);
        const auto all = folder / (std::string(name) + "_all.fscope"); // their recordings are alike
        const auto added = mergedInto(all, old);
        EXPECT_THAT(added, testing::Each(Merged::Added)) << name;
        EXPECT_EQ(tests::bytesOf(old), before);
        EXPECT_THAT(mergedInto(all, old), testing::Each(Merged::ThereAlready));
        EXPECT_EQ(contentOf(all, idsIn(all).back()).processes,
            contentOf(old, idsIn(old).back()).processes);
        // A change brings the old file to the newest schema; it stays the same recording.
        ASSERT_TRUE(storage::storeNote(old, idsIn(old).front(), "a note"));
        EXPECT_THAT(mergedInto(all, old), testing::Each(Merged::ThereAlready));
    }
}

TEST(Merge, TakesTheLongerOfTwoAndKeepsWhatTheUserWrote)
{
    const TemporaryFolder folder;
    const auto one = folder / "one.fscope";
    const auto all = folder / "all.fscope";
    tests::recordedFile(folder / "other.fscope", 9);
    tests::recordedFile(one, 1);
    mergedInto(all, one);
    mergedInto(all, folder / "other.fscope");
    const auto id = idsIn(all).front();
    ASSERT_TRUE(storage::storeTags(all, id, {"night"}));
    fs::copy_file(one, folder / "before.fscope");
    extend(one, 5'000'000'000);
    EXPECT_THAT(mergedInto(all, one), ElementsAre(Merged::Replaced));
    EXPECT_EQ(idsIn(all).size(), 2U);
    const auto now = contentOf(all, id); // under its old number
    EXPECT_EQ(now.processes, contentOf(one, idsIn(one).front()).processes);
    EXPECT_THAT(now.tags, testing::Contains("night"));
    EXPECT_THAT(mergedInto(all, folder / "before.fscope"), ElementsAre(Merged::ThereAlready));
    EXPECT_EQ(contentOf(all, id), now);
}

TEST(Merge, NamesWhatWasExtendedInTwoWays)
{
    const TemporaryFolder folder;
    const auto one = folder / "one.fscope";
    const auto other = folder / "other.fscope";
    tests::recordedFile(one, 1);
    fs::copy_file(one, other);
    extend(one, 5'000'000'000);
    extend(other, 6'000'000'000);
    mergedInto(folder / "all.fscope", one);
    const auto kept = contentOf(folder / "all.fscope", {1});
    EXPECT_THAT(mergedInto(folder / "all.fscope", other), ElementsAre(Merged::ExtendedApart));
    EXPECT_EQ(contentOf(folder / "all.fscope", {1}), kept);
}

TEST(Merge, LeavesDeletedOnesDeleted)
{
    const TemporaryFolder folder;
    tests::recordedFile(folder / "one.fscope", 1);
    mergedInto(folder / "all.fscope", folder / "one.fscope");
    ASSERT_TRUE(storage::deleteComparison(folder / "all.fscope", {1}));
    EXPECT_THAT(
        mergedInto(folder / "all.fscope", folder / "one.fscope"), ElementsAre(Merged::Deleted));
    ASSERT_TRUE(storage::deleteComparison(folder / "one.fscope", {1}));
    EXPECT_TRUE(mergedInto(folder / "new.fscope", folder / "one.fscope").empty());
}

TEST(Merge, NamesADamagedFileAndTakesNothingOfIt)
{
    const TemporaryFolder folder;
    const auto all = folder / "all.fscope";
    tests::recordedFile(all, 1);
    const auto before = rowsOfTables(all);
    const auto bad = folder / "bad.fscope";
    tests::recordedFile(bad, 2);
    const auto whole = tests::bytesOf(bad);
    // Cut, a page of zeros, and one bit in a chunk of samples, which no page of SQLite shows.
    tests::writeBytes(bad, whole.substr(0, whole.size() / 2));
    EXPECT_THAT(refusalOf(all, bad), HasSubstr("bad.fscope"));
    auto zeros = whole;
    zeros.replace(whole.size() / 2 / 4096 * 4096, 4096, 4096, '\0');
    tests::writeBytes(bad, zeros);
    EXPECT_THAT(refusalOf(all, bad), HasSubstr("damaged"));
    tests::writeBytes(bad, whole);
    tests::execute(bad,
        "UPDATE sample_chunk SET data = CAST(substr(data, 1, length(data) - 3) || x'aabbcc' AS "
        "BLOB) "
        "WHERE rowid = (SELECT min(rowid) FROM sample_chunk)");
    EXPECT_THAT(refusalOf(all, bad), HasSubstr("damaged"));
    tests::writeBytes(bad, "no database at all, only a text of some length");
    EXPECT_THAT(refusalOf(all, bad), HasSubstr("bad.fscope"));
    EXPECT_THAT(refusalOf(all, folder / "nowhere.fscope"), HasSubstr("nowhere.fscope"));
    EXPECT_THAT(refusalOf(all, all), HasSubstr("merged into"));
    EXPECT_EQ(rowsOfTables(all), before);
}

TEST(Merge, ACopyOfARunningRecordingIsPartialUntilTheWholeOneComes)
{
    const TemporaryFolder folder;
    auto run = tests::randomRun(3);
    auto sink = storage::openForRecording(folder / "one.fscope");
    ASSERT_TRUE(sink);
    ASSERT_TRUE(tests::record(run, **sink));
    EXPECT_THAT(
        mergedInto(folder / "all.fscope", folder / "one.fscope"), ElementsAre(Merged::Added));
    EXPECT_EQ(contentOf(folder / "all.fscope", {1}).info.status, ComparisonStatus::Partial);
    ASSERT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, "done"));
    sink->reset();
    EXPECT_THAT(
        mergedInto(folder / "all.fscope", folder / "one.fscope"), ElementsAre(Merged::Replaced));
    EXPECT_EQ(contentOf(folder / "all.fscope", {1}).info.status, ComparisonStatus::Complete);
}

TEST(Merge, OfTwoHundredFilesTwoAreDamagedAndOneComesTwice)
{
    const TemporaryFolder folder;
    constexpr int files = 200;
    for (std::uint64_t i = 0; i < files; ++i)
        tests::recordedFile(folder / (std::to_string(i) + ".fscope"), 1000 + i,
            {.processes = 2, .blocks = 2, .callsOfABlock = 20});
    for (const int bad : {17, 130}) {
        const auto file = folder / (std::to_string(bad) + ".fscope");
        tests::writeBytes(file, tests::bytesOf(file).substr(0, 6000));
    }
    fs::copy_file(folder / "5.fscope", folder / "twice.fscope");
    int added = 0;
    int again = 0;
    std::vector<std::string> refused;
    for (int round = 0; round < 2; ++round) {
        auto merge = storage::Merge::open(folder / "all.fscope");
        ASSERT_TRUE(merge);
        const auto take = [&](const fs::path& file) {
            const auto merged = (*merge)->add(file);
            if (!merged)
                return refused.push_back(merged.error().message);
            for (const auto& each : *merged)
                ++(each.what == Merged::Added ? added : again);
        };
        for (int i = 0; i < files; ++i)
            take(folder / (std::to_string(i) + ".fscope"));
        take(folder / "twice.fscope");
    }
    EXPECT_EQ(added, files - 2);
    EXPECT_EQ(again, 1 + files - 2 + 1);
    ASSERT_EQ(refused.size(), 4U);
    EXPECT_THAT(refused[0], HasSubstr("17.fscope"));
    EXPECT_THAT(refused[1], HasSubstr("130.fscope"));
    const auto ids = idsIn(folder / "all.fscope");
    ASSERT_EQ(ids.size(), 198U);
    EXPECT_EQ(contentOf(folder / "all.fscope", ids.back()),
        contentOf(folder / "199.fscope", ComparisonId {1}));
}
