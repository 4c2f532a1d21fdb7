// SPDX-License-Identifier: Apache-2.0
#include "storage/file/run_writer.h"
#include "tests/storage/recorded_file.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

using namespace profiler;
using testing::HasSubstr;
using tests::bytesOf;
using tests::messageOf;
using tests::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

/// A run database as somebody may send it, with something that is not ours under the name of its
/// lock.
class ForeignLock : public testing::Test {
protected:
    ForeignLock()
    {
        tests::recordedFile(m_file);
        tests::writeBytes(m_victim, "export PATH=/usr/bin\n");
    }

    ~ForeignLock() override = default;

    void expectRefused(const std::string& left)
    {
        const auto sink = storage::openForRecording(m_file);
        ASSERT_FALSE(sink);
        EXPECT_THAT(sink.error().message,
            HasSubstr("mailed.fscope.lock is a link or another program's file"));
        EXPECT_EQ(bytesOf(m_victim), left);
        EXPECT_FALSE(storage::isBeingRecorded(m_file));
        EXPECT_TRUE(storage::listComparisons(m_file));
    }

    TemporaryFolder m_folder;
    fs::path m_file = m_folder / "mailed.fscope";
    fs::path m_lock = m_folder / "mailed.fscope.lock";
    fs::path m_victim = m_folder / "victim";
};

} // namespace

TEST_F(ForeignLock, IsNoLinkToAFileOfTheUser)
{
    fs::create_symlink(m_victim, m_lock);
    expectRefused("export PATH=/usr/bin\n");
}

TEST_F(ForeignLock, IsNoLinkToWhereAFileWouldBeMade)
{
    fs::remove(m_victim);
    fs::create_symlink(m_victim, m_lock);
    expectRefused("");
    EXPECT_FALSE(fs::exists(m_victim));
}

TEST_F(ForeignLock, IsNoSecondNameOfAFileOfTheUser)
{
    fs::create_hard_link(m_victim, m_lock);
    expectRefused("export PATH=/usr/bin\n");
}

TEST_F(ForeignLock, IsNoFileWithOtherContent)
{
    fs::rename(m_victim, m_lock);
    m_victim = m_lock;
    expectRefused("export PATH=/usr/bin\n");
}

TEST_F(ForeignLock, IsNoPipe)
{
    ASSERT_EQ(mkfifo(m_lock.c_str(), 0600), 0);
    expectRefused("export PATH=/usr/bin\n");
}

TEST_F(ForeignLock, MayBeLeftByARecorderThatDied)
{
    tests::writeBytes(m_lock, "123456");
    const auto sink = storage::openForRecording(m_file);
    EXPECT_TRUE(sink) << messageOf(sink);
}

namespace {

/// A recording whose file is taken away under it.
class MovedFile : public testing::Test {
protected:
    MovedFile()
    {
        auto opened = storage::RunWriter::open(m_file, storage::JournalMode::Wal);
        EXPECT_TRUE(opened) << messageOf(opened);
        m_writer = *std::move(opened);
        const auto run = tests::randomRun(3);
        EXPECT_TRUE(m_writer->beginComparison(run.data.info, run.data.plan));
        m_process = m_writer->beginProcess({.variant = 1}).value();
        addBlock();
        EXPECT_TRUE(m_writer->flush());
    }

    ~MovedFile() override = default;

    void addBlock()
    {
        EXPECT_TRUE(m_writer->add(
            m_process, CallBlock {.kind = BlockKind::Timed, .round = 0, .wallNs = {1'000, 1'001}}));
    }

    void expectRescued()
    {
        addBlock();
        const auto ended = m_writer->endComparison(ComparisonStatus::Complete, "");
        ASSERT_FALSE(ended);
        EXPECT_THAT(ended.error().message, HasSubstr("was removed, renamed or replaced"));
        EXPECT_THAT(ended.error().message, HasSubstr("run-recovered.fscope"));
        const auto data = storage::loadComparison(m_folder / "run-recovered.fscope", "");
        ASSERT_TRUE(data) << messageOf(data);
        EXPECT_EQ(data->processes.at(0).blocks.size(), 2U);
    }

    TemporaryFolder m_folder;
    fs::path m_file = m_folder / "run.fscope";
    std::unique_ptr<storage::RunWriter> m_writer;
    ProcessIndex m_process {};
};

} // namespace

TEST_F(MovedFile, WasRemoved)
{
    for (const auto* end : {"", "-wal", "-shm"})
        fs::remove(fs::path(m_file) += end);
    expectRescued();
}

TEST_F(MovedFile, WasReplaced)
{
    TemporaryFolder other;
    tests::recordedFile(other / "b.fscope", 7);
    fs::rename(other / "b.fscope", m_file);
    expectRescued();
}

TEST_F(MovedFile, WasRenamed)
{
    fs::rename(m_file, m_folder / "elsewhere.fscope");
    expectRescued();
}
