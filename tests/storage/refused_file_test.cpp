// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "storage/file/library.h"
#include "storage/file/run_database.h"
#include "storage/sqlite/migrations.h"
#include "tests/storage/recorded_file.h"
#include "tests/storage/refusals.h"
#include "tests/support/temporary_folder.h"
#include "tests/tools/run_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <sys/wait.h>
#include <unistd.h>

using namespace profiler;
using testing::HasSubstr;
using tests::expectRefused;
using tests::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

/// Runs `function` in a child that has no rights of a superuser; whether it returned true.
template <typename Function>
bool inChildWithoutRights(Function&& function)
{
    const auto child = fork();
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(2);
        _exit(function() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void forEverybody(const fs::path& path, bool writable)
{
    using fs::perms;
    auto rights = perms::owner_read | perms::group_read | perms::others_read;
    if (fs::is_directory(path))
        rights |= perms::owner_exec | perms::group_exec | perms::others_exec;
    if (writable)
        rights |= perms::owner_write | perms::others_write;
    fs::permissions(path, rights);
}

std::string bigEndian(std::uint32_t value)
{
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>((value >> static_cast<unsigned>(shift)) & 0xFFU);
    return bytes;
}

/// A rollback journal without pages whose end names the journal of several files.
std::string journalThatNames(const fs::path& victim, std::uint32_t pages)
{
    constexpr std::uint32_t pageSize = 4096;
    constexpr std::uint32_t sectorSize = 512;
    constexpr std::uint32_t lockPage = 0x40000000 / pageSize + 1;
    const std::string magic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
    std::string journal = magic + bigEndian(0) + bigEndian(0) + bigEndian(pages)
        + bigEndian(sectorSize) + bigEndian(pageSize);
    journal.resize(sectorSize);
    const auto name = victim.string();
    std::uint32_t sum = 0;
    for (const char c : name)
        sum += static_cast<unsigned char>(c);
    return journal + bigEndian(lockPage) + name + bigEndian(static_cast<std::uint32_t>(name.size()))
        + bigEndian(sum) + magic;
}

} // namespace

TEST(RefusedFile, IsOneWithAJournalThatWouldDeleteAnotherFile)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    tests::recordedFile(file);
    const auto victim = folder / "letter.txt";
    tests::writeBytes(victim, "dear reader");
    const auto pages = std::stoul(tests::queried(file, "PRAGMA page_count"));
    tests::writeBytes(
        folder / "run.fscope-journal", journalThatNames(victim, static_cast<std::uint32_t>(pages)));
    expectRefused(file, {ErrorKind::BadData, "would delete"});
    EXPECT_EQ(tests::bytesOf(victim), "dear reader");
}

TEST(RefusedFile, IsOneWhoseCompanionIsALink)
{
    for (const auto* suffix : {"-wal", "-journal", "-shm"}) {
        const TemporaryFolder folder;
        const auto file = folder / "run.fscope";
        tests::recordedFile(file);
        tests::execute(file, "PRAGMA journal_mode = WAL");
        const auto victim = folder / "letter.txt";
        tests::writeBytes(victim, "");
        fs::create_symlink(victim, folder / ("run.fscope" + std::string(suffix)));
        expectRefused(file, {ErrorKind::BadData, "is a link"});
        EXPECT_EQ(tests::bytesOf(victim), "") << suffix;
    }
}

TEST(RefusedFile, IsOneThatIsNotThere)
{
    const TemporaryFolder folder;
    const auto file = folder / "none.fscope";
    const auto loaded = storage::loadComparison(file);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::NotFound);
    EXPECT_EQ(loaded.error().message, "there is no file " + file.string());
    EXPECT_FALSE(storage::storeGoal(file, {1}, {}));
    EXPECT_EQ(tests::namesIn(folder.path()), "");

    const auto deep = storage::openForRecording(folder / "no" / "run.fscope");
    ASSERT_FALSE(deep);
    EXPECT_EQ(deep.error().kind, ErrorKind::BadInput);
    EXPECT_THAT(deep.error().message, HasSubstr("there is no folder"));
}

TEST(RefusedFile, IsAFolder)
{
    const TemporaryFolder folder;
    fs::create_directory(folder / "sub");
    expectRefused(folder / "sub", {ErrorKind::BadInput, "is a folder, not a run database"});
}

TEST(RefusedFile, IsNoDatabase)
{
    const TemporaryFolder folder;
    for (const auto* text : {"x", "not a database at all, only a text\n"}) {
        tests::writeBytes(folder / "notes.txt", text);
        expectRefused(
            folder / "notes.txt", {ErrorKind::BadData, "is not a run database of Fusescope"});
    }
    tests::writeBytes(folder / "notes.txt", std::string(100'000, '\0'));
    expectRefused(folder / "notes.txt", {ErrorKind::BadData, "is not a run database of Fusescope"});
}

TEST(RefusedFile, IsADatabaseOfOthers)
{
    const TemporaryFolder folder;
    const auto file = folder / "places.sqlite";
    tests::execute(file, "CREATE TABLE comparison (id INTEGER); PRAGMA user_version = 1");
    expectRefused(file, {ErrorKind::BadData, "is not a run database of Fusescope"});
    tests::execute(file, "PRAGMA journal_mode = WAL");
    tests::execute(file, "INSERT INTO comparison VALUES (1)");
    expectRefused(file, {ErrorKind::BadData, "is not a run database of Fusescope"});
}

TEST(RefusedFile, IsANewerOne)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    tests::recordedFile(file);
    const auto newer = std::to_string(storage::knownSchema() + 1);
    tests::execute(file, "PRAGMA user_version = " + newer);
    expectRefused(file,
        {ErrorKind::BadData,
            "needs Fusescope with schema " + newer + ", this one knows "
                + std::to_string(storage::knownSchema())});
}

TEST(RefusedFile, IsOneWithOurMarkAlone)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    tests::execute(file,
        "PRAGMA application_id = " + std::to_string(storage::applicationId)
            + "; CREATE TABLE other (id INTEGER); PRAGMA user_version = 1");
    const auto loaded = storage::loadComparison(file);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::BadData);
    EXPECT_THAT(loaded.error().message, HasSubstr("does not hold the tables of a run database"));
    expectRefused(file, {ErrorKind::BadData, "its table \"other\" is none of ours"});
}

TEST(EmptyFile, IsInitialisedByARecording)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    tests::writeBytes(file, "");
    const auto loaded = storage::listComparisons(file);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::NotFound);
    tests::recordedFile(file);
    EXPECT_TRUE(storage::loadComparison(file));
}

TEST(EmptyFile, NeedsNoComparisonToBeListed)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    ASSERT_TRUE(storage::openForRecording(file));
    EXPECT_TRUE(storage::listComparisons(file)->empty());
    EXPECT_EQ(storage::loadComparison(file).error().kind, ErrorKind::NotFound);
}

TEST(DamagedFile, IsRefusedWhenItIsCutOff)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    tests::recordedFile(file);
    const auto bytes = tests::bytesOf(file);
    tests::writeBytes(file, bytes.substr(0, bytes.size() / 2));
    const auto loaded = storage::loadComparison(file);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::BadData);
    EXPECT_THAT(loaded.error().message, HasSubstr("is damaged or cut off"));
}

TEST(DamagedFile, NeverHarmsItsReader)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto run = tests::recordedFile(file, 4, {.processes = 3, .blocks = 3});
    const auto sound = tests::bytesOf(file);
    std::mt19937_64 engine(7);
    int refused = 0;
    for (int i = 0; i < 300; ++i) {
        auto bytes = sound;
        for (auto k = 1 + engine() % 40; k > 0; --k)
            bytes[engine() % bytes.size()] = static_cast<char>(engine());
        tests::writeBytes(file, bytes);
        const auto loaded = storage::loadComparison(file);
        const auto list = storage::listComparisons(file);
        const auto log = tests::wholeLog(file, run.data.info.id);
        refused += loaded ? 0 : 1;
        EXPECT_TRUE(loaded || !loaded.error().message.empty());
    }
    EXPECT_GT(refused, 20) << "the mutations reach what is read";
}

TEST(DamagedFile, WithWrongChunkBytesLosesThatSeriesAlone)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    auto run = tests::randomRun(1, {.processes = 0});
    run.data.notices.clear();
    {
        auto sink = storage::openForRecording(file);
        ASSERT_TRUE(tests::record(run, **sink));
        for (int i = 0; i < 2; ++i) {
            const auto process = (*sink)->beginProcess({.variant = i});
            CallBlock block {.caseIndex = 1, .wallNs = {1, 2, 3}, .cpuNs = {4, 5, 6}};
            ASSERT_TRUE((*sink)->add(*process, block));
            ASSERT_TRUE((*sink)->add(*process, MemoryFact {.hostPeakBytes = 77}));
            ASSERT_TRUE((*sink)->endProcess(*process, {}));
        }
        ASSERT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, ""));
    }
    const auto damage = [&](const std::string& series) {
        tests::execute(file,
            "UPDATE sample_chunk SET data = CAST(substr(data, 1, 8) || x'00' || substr(data, 10) "
            "AS BLOB) "
            "WHERE process_id = 2 AND series = '"
                + series + "'");
    };
    damage("cpu");
    auto data = storage::loadComparison(file);
    ASSERT_TRUE(data) << data.error().message;
    ASSERT_EQ(data->processes.at(1).blocks.size(), 1U);
    EXPECT_EQ(data->processes[1].blocks[0].wallNs, (std::vector<std::int64_t> {1, 2, 3}));
    EXPECT_TRUE(data->processes[1].blocks[0].cpuNs.empty());
    ASSERT_EQ(data->notices.size(), 1U);
    EXPECT_THAT(data->notices[0].sentence, HasSubstr("their call times are sound"));

    damage("wall");
    data = storage::loadComparison(file);
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ(data->processes[0].blocks.size(), 1U);
    EXPECT_TRUE(data->processes[1].blocks.empty());
    EXPECT_EQ(data->processes[1].memory[0].hostPeakBytes, 77);
    ASSERT_EQ(data->notices.size(), 1U);
    EXPECT_EQ(data->notices[0].rule, "damaged_samples");
    EXPECT_EQ(data->notices[0].variant, 1);
    EXPECT_EQ(data->notices[0].caseIndex, 1);
    EXPECT_THAT(data->notices[0].sentence, HasSubstr("the calls of 1 blocks of process 1"));
}

TEST(DamagedFile, WithImpossibleRowsIsRefused)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    // NOLINTBEGIN(bugprone-suspicious-missing-comma): one statement is as long as two lines
    for (const auto* sql : {"UPDATE phase SET case_index = 2", "UPDATE block SET case_index = -1",
             "UPDATE process SET process_index = process_index + 100",
             "UPDATE process SET kind = ''",
             "INSERT INTO notice (comparison_id, variant_index, rule, sentence) SELECT id, 100, "
             "'rule', '' FROM comparison",
             "UPDATE comparison SET plan_json = '{'", "UPDATE process SET pid = 5000000000",
             "DROP TABLE numerics"}) {
        // NOLINTEND(bugprone-suspicious-missing-comma)
        SCOPED_TRACE(sql);
        fs::remove(file);
        tests::recordedFile(file, 3, {.processes = 12});
        tests::execute(file, sql);
        const auto loaded = storage::loadComparison(file);
        ASSERT_FALSE(loaded);
        EXPECT_EQ(loaded.error().kind, ErrorKind::BadData) << loaded.error().message;
    }
}

TEST(DamagedFile, WithMoreRowsThanAnyRecordingHoldsIsRefused)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const std::string numbers
        = "WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 101000) ";
    for (const auto& [rows, said] : std::vector<std::pair<std::string, std::string>> {
             {"UPDATE comparison SET plan_json = json_set(plan_json, '$.cases', (" + numbers
                     + "SELECT json_group_array(json_object('name', i || '')) FROM n))",
                 "cases"},
             {"INSERT INTO graph_break (process_id, break_id, reason, explanation, hint, file, "
              "line, function, compile_id) "
                     + numbers + "SELECT 1, '', '', '', '', '', 1, '', '' FROM n",
                 "graph breaks"}}) {
        fs::remove(file);
        tests::recordedFile(file, 3, {.processes = 12});
        tests::execute(file, rows);
        const auto loaded = storage::loadComparison(file);
        ASSERT_FALSE(loaded);
        EXPECT_EQ(loaded.error().kind, ErrorKind::BadData);
        EXPECT_THAT(loaded.error().message, HasSubstr(said + ", and no more than"));
    }
}

TEST(DamagedFile, ClaimsOfRangesAreChecked)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    for (const auto* change :
        {"wall_first = 9223372036854775807", "wall_count = -5", "wall_count = 9223372036854775807",
            "wall_first = -1", "wall_first = 0, wall_count = 65536"}) {
        SCOPED_TRACE(change);
        fs::remove(file);
        tests::recordedFile(file, 2);
        tests::execute(file, std::string("UPDATE block SET ") + change);
        const auto loaded = storage::loadComparison(file);
        ASSERT_TRUE(loaded) << loaded.error().message;
        EXPECT_EQ(loaded->notices.back().rule, "damaged_samples");
    }
}

TEST(UnwritablePlace, IsRefusedByARecording)
{
    const TemporaryFolder folder;
    const auto locked = folder / "locked";
    fs::create_directory(locked);
    forEverybody(folder.path(), true);
    forEverybody(locked, false);
    EXPECT_TRUE(inChildWithoutRights([&] {
        const auto sink = storage::openForRecording(locked / "run.fscope");
        return !sink && sink.error().kind == ErrorKind::Unavailable
            && sink.error().message.find("cannot be written (Permission denied)")
            != std::string::npos;
    }));
}

TEST(UnwritablePlace, IsReadWhenTheFileWasClosed)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    const auto run = tests::recordedFile(file);
    for (const auto* mode : {"DELETE", "WAL"}) { // a reader that closed last may leave WAL in it
        tests::execute(file, std::string("PRAGMA journal_mode = ") + mode);
        forEverybody(file, false);
        forEverybody(folder.path(), false);
        EXPECT_TRUE(inChildWithoutRights([&] {
            const auto loaded = storage::loadComparison(file);
            const auto list = storage::listComparisons(file);
            return loaded && list && loaded->processes == run.data.processes
                && loaded->info.status == ComparisonStatus::Complete;
        })) << mode;
        forEverybody(file, true);
        forEverybody(folder.path(), true);
    }
}

TEST(UnwritablePlace, KeepsItsNotesAndNamesAndSaysSo)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    tests::recordedFile(file);
    forEverybody(file, false);
    forEverybody(folder.path(), false);
    EXPECT_TRUE(inChildWithoutRights([&] {
        const auto note = storage::storeNote(file, {1}, "text");
        const auto deleted = storage::deleteComparison(file, {1});
        const auto compacted = storage::compact(file);
        return !note && note.error().kind == ErrorKind::Unavailable && !deleted && !compacted
            && note.error().message.find(file.string()) != std::string::npos
            && storage::listComparisons(file)->size() == 1;
    }));
}

TEST(UnwritablePlace, IsReadAlsoWhenTheRecorderWasKilled)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    fs::create_directory(folder / "copy");
    auto run = tests::randomRun(6);
    {
        auto sink = storage::openForRecording(file);
        ASSERT_TRUE(tests::record(run, **sink));
        ASSERT_TRUE((*sink)->flush());
        // What a kill leaves now, without its shared memory.
        for (const auto* name : {"run.fscope", "run.fscope-wal"}) {
            fs::copy_file(folder / name, folder / "copy" / name);
            forEverybody(folder / "copy" / name, false);
        }
    }
    forEverybody(folder.path(), false);
    forEverybody(folder / "copy", false);
    const auto copy = folder / "copy" / "run.fscope";
    EXPECT_TRUE(inChildWithoutRights([&] {
        const auto loaded = storage::loadComparison(copy);
        return loaded && loaded->processes == run.data.processes
            && loaded->info.status == ComparisonStatus::Partial;
    }));
    EXPECT_EQ(tests::namesIn(folder / "copy"), "run.fscope run.fscope-wal");
}
