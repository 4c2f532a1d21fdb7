// SPDX-License-Identifier: Apache-2.0
#include "storage/file/run_writer.h"
#include "tests/storage/journals.h"
#include "tests/storage/recorded_file.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <csignal>
#include <limits>
#include <optional>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace profiler;
using storage::JournalMode;
using tests::TemporaryFolder;

namespace {

constexpr int processes = 4;
constexpr int blocksOfAProcess = 40;
constexpr int callsOfABlock = 2000;

CallBlock numberedBlock(int number)
{
    CallBlock block {.kind = BlockKind::Timed, .round = number, .order = number};
    for (int i = 0; i < callsOfABlock; ++i)
        block.wallNs.push_back(number * 1'000'000 + i);
    block.flags = {"flag " + std::to_string(number)};
    return block;
}

/// In the child: records, and writes a byte to `flushed` after each flush.
void recordNumberedBlocks(const std::filesystem::path& file, JournalMode mode, int flushed)
{
    auto writer = storage::RunWriter::open(file, mode);
    if (!writer)
        _exit(3);
    const auto run = tests::randomRun(1);
    if (!(*writer)->beginComparison(run.data.info, run.data.plan))
        _exit(4);
    int number = 0;
    for (int i = 0; i < processes; ++i) {
        const auto process = (*writer)->beginProcess({.repetition = i});
        for (int k = 0; k < blocksOfAProcess; ++k) {
            if (!process || !(*writer)->add(*process, numberedBlock(number++))
                || !(*writer)->flush() || write(flushed, "f", 1) != 1)
                _exit(5);
        }
        if (!(*writer)->endProcess(*process, {.reason = "finished"}))
            _exit(6);
    }
    if (!(*writer)->endComparison(ComparisonStatus::Complete, "done"))
        _exit(7);
}

/// Reads up to `most` bytes, to the end of the pipe at the latest.
int countBytes(int descriptor, int most)
{
    int bytes = 0;
    char byte = 0;
    while (bytes < most && read(descriptor, &byte, 1) == 1)
        ++bytes;
    return bytes;
}

struct Kill {
    int afterFlushes = 0;
    std::chrono::microseconds delay {}; ///< after those
};

/// Records in a child that is killed; the number of flushes it told of, or nothing when it failed.
std::optional<int> flushesBeforeKill(
    const std::filesystem::path& file, JournalMode mode, const Kill& when)
{
    std::array<int, 2> ends {};
    if (pipe(ends.data()) != 0)
        return std::nullopt;
    const auto child = fork();
    if (child == 0) {
        close(ends[0]);
        recordNumberedBlocks(file, mode, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    auto flushes = countBytes(ends[0], when.afterFlushes);
    std::this_thread::sleep_for(when.delay);
    kill(child, SIGKILL);
    flushes += countBytes(ends[0], std::numeric_limits<int>::max());
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
        return std::nullopt;
    return flushes;
}

void expectPrefix(const ComparisonData& data, int flushes)
{
    int number = 0;
    for (const auto& process : data.processes)
        for (const auto& block : process.blocks)
            EXPECT_EQ(block, numberedBlock(number++));
    EXPECT_GE(number, flushes) << "a flush was lost";
    EXPECT_LE(number, flushes + 1) << "more than the flush that the kill cut off";
}

void checkAfterKill(const std::filesystem::path& file, int flushes)
{
    const auto data = storage::loadComparison(file);
    if (!data) {
        // Killed before the comparison had its row.
        EXPECT_EQ(data.error().kind, ErrorKind::NotFound) << data.error().message;
        EXPECT_EQ(flushes, 0) << data.error().message;
        return;
    }
    if (data->info.status == ComparisonStatus::Partial)
        EXPECT_EQ(data->info.stopReason, "the recorder ended before it was done");
    else
        EXPECT_EQ(data->info.status, ComparisonStatus::Complete);
    expectPrefix(*data, flushes);
    EXPECT_EQ(tests::queried(file, "PRAGMA integrity_check"), "ok");
    EXPECT_EQ(tests::queried(file, "SELECT count(*) FROM pragma_foreign_key_check"), "0");
}

} // namespace

class KilledRecorder : public tests::EachJournal { };

INSTANTIATE_TEST_SUITE_P(Journals, KilledRecorder, KilledRecorder::modes(), KilledRecorder::nameOf);

TEST_P(KilledRecorder, LosesOnlyWhatCameAfterTheLastFlush)
{
    std::mt19937_64 engine(GetParam() == JournalMode::Wal ? 1 : 2);
    for (int i = 0; i < 20; ++i) {
        SCOPED_TRACE(i);
        const TemporaryFolder folder;
        const auto file = folder / "run.fscope";
        const std::chrono::microseconds delay(engine() % 250'000);
        const auto flushes = flushesBeforeKill(file, GetParam(), {.delay = delay});
        ASSERT_TRUE(flushes) << "the child could not record";
        checkAfterKill(file, *flushes);
    }
}

/// The moments in which the tables are made, which a delay seldom meets.
TEST_P(KilledRecorder, LeavesAnEmptyFileOrTablesWhenItHadBarelyBegun)
{
    for (int i = 0; i < 20; ++i) {
        const TemporaryFolder folder;
        const auto file = folder / "run.fscope";
        const auto child = fork();
        if (child == 0) {
            const auto writer = storage::RunWriter::open(file, GetParam());
            _exit(0);
        }
        std::error_code notThere;
        while (!std::filesystem::exists(file, notThere)
            || std::filesystem::file_size(file, notThere) == 0) { }
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        const auto list = storage::listComparisons(file);
        EXPECT_TRUE(list || list.error().kind == ErrorKind::NotFound) << list.error().message;
        tests::recordedFile(file, 8, {.processes = 1});
        EXPECT_TRUE(storage::loadComparison(file));
    }
}

TEST_P(KilledRecorder, LeavesAFileThatTakesTheNextRecording)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    ASSERT_TRUE(flushesBeforeKill(file, GetParam(), {.afterFlushes = 20}));
    tests::recordedFile(file, 8);
    const auto list = storage::listComparisons(file);
    ASSERT_TRUE(list) << list.error().message;
    for (const auto& summary : *list)
        EXPECT_NE(summary.info.status, ComparisonStatus::Running);
    EXPECT_EQ(list->front().info.status, ComparisonStatus::Complete);
    EXPECT_EQ(tests::namesIn(folder.path()), "run.fscope");
}

TEST(DeadRecorder, DoesNotReadAsRunningBesideALivingOne)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    ASSERT_TRUE(flushesBeforeKill(file, JournalMode::Wal, {.afterFlushes = 20}));
    auto sink = storage::openForRecording(file);
    ASSERT_TRUE(sink) << sink.error().message;
    const auto run = tests::randomRun(2);
    ASSERT_TRUE((*sink)->beginComparison(run.data.info, run.data.plan));
    const auto list = storage::listComparisons(file);
    ASSERT_TRUE(list) << list.error().message;
    ASSERT_EQ(list->size(), 2U);
    EXPECT_EQ(list->at(0).info.status, ComparisonStatus::Running);
    EXPECT_NE(list->at(1).info.status, ComparisonStatus::Running);
}
