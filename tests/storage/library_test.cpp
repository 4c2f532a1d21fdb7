// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/variant.h"
#include "storage/file/library.h"
#include "storage/file/writer_lock.h"
#include "storage/sqlite/migrations.h"
#include "tests/storage/recorded_file.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using testing::HasSubstr;
using tests::messageOf;
using tests::TemporaryFolder;

namespace {

class Library : public testing::Test {
protected:
    void SetUp() override
    {
        m_id = tests::recordedFile(m_file, 1).data.info.id;
        tests::recordedFile(m_file, 2);
    }

    [[nodiscard]] ComparisonData loaded() const
    {
        const auto data = storage::loadComparison(m_file, std::to_string(m_id.value));
        EXPECT_TRUE(data) << messageOf(data);
        return data.value_or(ComparisonData {});
    }

    [[nodiscard]] std::size_t listed() const { return storage::listComparisons(m_file)->size(); }

    TemporaryFolder m_folder;
    std::filesystem::path m_file = m_folder / "run.fscope";
    ComparisonId m_id;
};

} // namespace

TEST_F(Library, KeepsANoteWithTheComparisonAndTakesItAway)
{
    EXPECT_EQ(loaded().note, "");
    const auto before = *storage::changeCounter(m_file);
    const std::string note = "größer, 'quoted'\n\n; DROP TABLE comparison; --";
    ASSERT_TRUE(storage::storeNote(m_file, m_id, note));
    EXPECT_EQ(loaded().note, note);
    EXPECT_GT(*storage::changeCounter(m_file), before) << "followers see it";
    ASSERT_TRUE(storage::storeNote(m_file, m_id, "second"));
    EXPECT_EQ(loaded().note, "second");
    ASSERT_TRUE(storage::storeNote(m_file, m_id, ""));
    EXPECT_EQ(loaded().note, "");
    EXPECT_EQ(tests::queried(m_file, "SELECT count(*) FROM comparison_note"), "0");
}

TEST_F(Library, SortsTagsAndKeepsEachOnce)
{
    ASSERT_TRUE(storage::storeTags(m_file, m_id, {"night", " a b ", "", "night"}));
    EXPECT_EQ(loaded().tags, (std::vector<std::string> {"a b", "night"}));
    const auto summaries = storage::listComparisons(m_file);
    EXPECT_EQ(summaries->back().tags, (std::vector<std::string> {"a b", "night"}));
    EXPECT_TRUE(summaries->front().tags.empty());
    ASSERT_TRUE(storage::storeTags(m_file, m_id, {}));
    EXPECT_TRUE(loaded().tags.empty());
}

TEST_F(Library, RenamesAndFindsByTheNewName)
{
    ASSERT_TRUE(storage::renameComparison(m_file, m_id, " after the fix "));
    EXPECT_EQ(loaded().info.name, "after the fix");
    EXPECT_EQ(storage::loadComparison(m_file, "after the fix")->info.id, m_id);
}

TEST_F(Library, RefusesWhatIsTooLongOrEmptyInOneSentence)
{
    EXPECT_THAT(
        messageOf(storage::renameComparison(m_file, m_id, " \n ")), HasSubstr("needs a name"));
    EXPECT_THAT(messageOf(storage::renameComparison(
                    m_file, m_id, std::string(storage::longestName + 1, 'x'))),
        HasSubstr("at most"));
    EXPECT_THAT(
        messageOf(storage::storeTags(m_file, m_id, {std::string(storage::longestTag + 1, 'x')})),
        HasSubstr("at most"));
    EXPECT_THAT(
        messageOf(storage::storeNote(m_file, m_id, std::string(storage::longestNote + 1, 'x'))),
        HasSubstr("at most"));
    EXPECT_EQ(loaded().note, "");
}

TEST_F(Library, HidesADeletedComparisonUntilItIsRestored)
{
    const auto whole = loaded();
    ASSERT_TRUE(storage::deleteComparison(m_file, m_id));
    EXPECT_EQ(listed(), 1U);
    EXPECT_FALSE(storage::loadComparison(m_file, std::to_string(m_id.value)));
    EXPECT_FALSE(storage::storeNote(m_file, m_id, "on a deleted one"));
    EXPECT_FALSE(storage::deleteComparison(m_file, m_id)) << "it is not there twice";
    const auto deleted = storage::listDeleted(m_file);
    ASSERT_EQ(deleted->size(), 1U);
    EXPECT_EQ(deleted->front().info.id, m_id);
    ASSERT_TRUE(storage::restoreComparison(m_file, m_id));
    EXPECT_EQ(loaded(), whole);
    EXPECT_TRUE(storage::listDeleted(m_file)->empty());
    EXPECT_THAT(messageOf(storage::restoreComparison(m_file, m_id)), HasSubstr("no deleted"));
}

TEST_F(Library, CompactionDropsDeletedOnesForGood)
{
    ASSERT_TRUE(storage::storeNote(m_file, m_id, "gone with it"));
    ASSERT_TRUE(storage::deleteComparison(m_file, m_id));
    const auto dropped = storage::compact(m_file);
    ASSERT_TRUE(dropped) << messageOf(dropped);
    EXPECT_EQ(*dropped, 1);
    EXPECT_EQ(listed(), 1U);
    EXPECT_TRUE(storage::listDeleted(m_file)->empty());
    EXPECT_FALSE(storage::restoreComparison(m_file, m_id));
    EXPECT_EQ(tests::queried(m_file, "SELECT count(*) FROM comparison_note"), "0");
    EXPECT_EQ(tests::queried(m_file, "SELECT count(DISTINCT comparison_id) FROM process"), "1");
    EXPECT_EQ(tests::queried(m_file, "PRAGMA integrity_check"), "ok");
    EXPECT_EQ(tests::namesIn(m_folder.path()), "run.fscope");
}

TEST_F(Library, DoesNotDeleteOrCompactWhatIsBeingRecorded)
{
    auto sink = storage::openForRecording(m_file);
    ASSERT_TRUE(sink) << messageOf(sink);
    const auto run = tests::randomRun(3);
    const auto id = (*sink)->beginComparison(run.data.info, run.data.plan);
    ASSERT_TRUE(id) << messageOf(id);
    EXPECT_THAT(messageOf(storage::deleteComparison(m_file, *id)), HasSubstr("being recorded"));
    EXPECT_THAT(messageOf(storage::compact(m_file)), HasSubstr("another recording"));
    EXPECT_TRUE(storage::storeNote(m_file, *id, "while it runs"));
    EXPECT_TRUE(storage::deleteComparison(m_file, m_id)) << "another one of the file";
    ASSERT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, "done"));
    EXPECT_EQ(storage::loadComparison(m_file)->note, "while it runs");
    EXPECT_TRUE(storage::deleteComparison(m_file, *id));
}

TEST(OldSchema, ReadsWithoutNotesAndGetsThemWithTheFirstChange)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    std::filesystem::copy_file(FUSESCOPE_SOURCE_DIR "/tests/data/run_schema_1.fscope", file);
    const auto before = storage::loadComparison(file);
    ASSERT_TRUE(before) << messageOf(before);
    EXPECT_TRUE(storage::listDeleted(file)->empty());
    EXPECT_EQ(tests::queried(file, "PRAGMA user_version"), "1") << "reading changes nothing";
    ASSERT_TRUE(storage::storeNote(file, before->info.id, "kept"));
    EXPECT_EQ(tests::queried(file, "PRAGMA user_version"), std::to_string(storage::knownSchema()));
    auto after = storage::loadComparison(file);
    ASSERT_TRUE(after) << messageOf(after);
    EXPECT_EQ(after->note, "kept");
    after->note.clear();
    EXPECT_EQ(*after, *before);
}

TEST(Sources, AreKeptOncePerPlaceWithTheirFrames)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    auto sink = storage::openForRecording(file);
    ASSERT_TRUE(sink);
    const auto run = tests::randomRun(3);
    ASSERT_TRUE((*sink)->beginComparison(run.data.info, run.data.plan));
    const SourceFact first {.file = "m.py",
        .line = 7,
        .firstLine = 5,
        .text = "a\nb\nc",
        .frames = {{"lib.py", 1, "call", "f()", true}, {"m.py", 7, "forward", "c", false}}};
    auto second = first;
    second.text = "told again";
    ASSERT_TRUE((*sink)->addSource(first));
    ASSERT_TRUE((*sink)->addSource(second));
    second.line = 8;
    ASSERT_TRUE((*sink)->addSource(second));
    ASSERT_TRUE((*sink)->endComparison(ComparisonStatus::Complete, "done"));
    const auto data = storage::loadComparison(file);
    ASSERT_TRUE(data) << messageOf(data);
    EXPECT_EQ(data->sources, (std::vector {first, second}));
}

TEST(Sources, BeyondTheirBoundsAreDamage)
{
    const TemporaryFolder folder;
    const auto file = folder / "run.fscope";
    tests::recordedFile(file, 1);
    tests::execute(file,
        "INSERT INTO source_excerpt (comparison_id, file, line, first_line, text) "
        "VALUES (1, 'm.py', 1, 1, printf('%.*c', 40000, 'x'))");
    const auto data = storage::loadComparison(file);
    ASSERT_FALSE(data);
    EXPECT_EQ(data.error().kind, ErrorKind::BadData);
    EXPECT_THAT(data.error().message, HasSubstr("excerpt of source"));
}
