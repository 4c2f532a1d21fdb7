// SPDX-License-Identifier: GPL-3.0-or-later
// The open file goes away or becomes another one while it is shown.
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/ui/bad_input/opened_file.h"
#include "ui/pages/log/notes_panel.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/workspace/page_stack.h"

#include <QTest>

#include <gmock/gmock.h>

#include <fstream>

namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class LostFile : public ui_test::OpenedFile {
protected:
    void SetUp() override { openRecorded(); }

    /// One comparison, as it was recorded: nothing was written into it.
    static void expectUntouched(const fs::path& file)
    {
        const auto other = storage::loadComparison(file);
        ASSERT_TRUE(other) << other.error().message;
        EXPECT_EQ(other->info.name, "theirs");
        EXPECT_EQ(other->note, "");
        EXPECT_TRUE(other->tags.empty());
        EXPECT_FALSE(other->plan.goal.horizonCalls);
    }

    void expectBanner(const char* words) const
    {
        ASSERT_TRUE(waitFor([&] { return !banner().empty(); }));
        EXPECT_THAT(banner(),
            AllOf(HasSubstr(words), HasSubstr("What is shown was read at"),
                HasSubstr("stays valid"), HasSubstr("save a copy")));
        EXPECT_EQ(shownName(), "mine");
    }

    void expectNoteKept(const char* why) const
    {
        ASSERT_TRUE(
            waitFor([&] { return notes().state().contains(QLatin1String("Not saved in")); }));
        EXPECT_THAT(notes().state().toStdString(), AllOf(HasSubstr(why), HasSubstr("stays here")));
        EXPECT_EQ(notes().note(), QStringLiteral("my words"));
    }

    /// What was seen is written whole, with the words that no file took, and shown from there.
    void expectCopy() const
    {
        const auto copy = path("copy.fscope");
        window().control().saving.saveCopy(QString::fromStdString(copy.string()));
        ASSERT_TRUE(waitFor([&] { return window().view().file.toStdString() == copy.string(); }))
            << status();
        EXPECT_EQ(banner(), "");
        const auto data = storage::loadComparison(copy);
        ASSERT_TRUE(data) << data.error().message;
        EXPECT_EQ(data->info.name, "mine");
        EXPECT_EQ(data->note, "my words");
        EXPECT_EQ(data->processes, window().view().comparison->data.processes);
        ASSERT_TRUE(waitFor([&] { return notes().isSaved(); }));
        EXPECT_EQ(notes().note(), QStringLiteral("my words"));
    }
};

} // namespace

TEST_F(LostFile, IsDeletedAndCanBeWrittenAnew)
{
    fs::remove(file());
    expectBanner("here is no file");
    writeNote(QStringLiteral("my words"));
    expectNoteKept("here is no file");
    expectChangedGoalKept();
    expectUsable();
    EXPECT_FALSE(fs::exists(file())) << "nobody made an empty one";
    expectCopy();
}

TEST_F(LostFile, IsReplacedByAnotherDatabaseThatIsLeftAsItIs)
{
    ui_test::recordInto(path("theirs.fscope"), "theirs");
    fs::rename(path("theirs.fscope"), file());
    // At once, before the window has looked.
    writeNote(QStringLiteral("my words"));
    changeGoal();
    expectNoteKept("was replaced");
    expectBanner("was replaced");
    window().showPage(ui::PageId::Runs);
    expectUsable();
    expectUntouched(file());
    expectCopy();
    expectUntouched(file());
}

TEST_F(LostFile, IsReplacedAndOpenedAgain)
{
    ui_test::recordInto(path("theirs.fscope"), "theirs");
    fs::rename(path("theirs.fscope"), file());
    expectBanner("was replaced");
    window().actionRegistry().action(QStringLiteral("file.reload"))->trigger();
    ASSERT_TRUE(waitFor([&] { return shownName() == "theirs"; })) << status();
    EXPECT_EQ(banner(), "");
}

TEST_F(LostFile, IsReplacedWhileARunOfItIsTagged)
{
    window().showPage(ui::PageId::Runs);
    auto& runs = *window().findChild<ui::RunsPage*>();
    auto& model = const_cast<ui::RunsModel&>(runs.model());
    ASSERT_TRUE(waitFor([&] { return model.rowCount() == 1; }));
    ui_test::recordInto(path("theirs.fscope"), "theirs");
    fs::rename(path("theirs.fscope"), file());
    ASSERT_TRUE(
        model.setData(model.index(0, ui::RunsModel::Tags), QStringLiteral("night"), Qt::EditRole));
    ASSERT_TRUE(waitFor([&] { return runs.isReady(); }));
    expectUntouched(file());
}

TEST_F(LostFile, IsCutOff)
{
    fs::resize_file(file(), fs::file_size(file()) / 2);
    expectBanner("damaged or cut off");
    writeNote(QStringLiteral("my words"));
    expectNoteKept("damaged or cut off");
    expectUsable();
    expectCopy();
}

TEST_F(LostFile, IsOverwrittenWithSomethingElse)
{
    {
        std::ofstream out(file(), std::ios::trunc);
        for (int i = 0; i < 10'000; ++i)
            out << "not a database ";
    }
    expectBanner("is not a run database");
    writeNote(QStringLiteral("my words"));
    expectNoteKept("is not a run database");
    expectUsable();
    expectCopy();
}

TEST_F(LostFile, ComesBackAndGetsWhatWaited)
{
    fs::rename(file(), path("elsewhere.fscope"));
    expectBanner("here is no file");
    writeNote(QStringLiteral("my words"));
    expectNoteKept("here is no file");
    fs::rename(path("elsewhere.fscope"), file());
    ASSERT_TRUE(waitFor([&] { return banner().empty(); }));
    ASSERT_TRUE(waitFor([&] { return notes().isSaved(); }));
    EXPECT_EQ(storage::loadComparison(file())->note, "my words");
}

TEST_F(LostFile, LeavesTheShownOneWhereAnotherCannotBeOpened)
{
    std::ofstream(path("empty.fscope")).close();
    open(path("empty.fscope"));
    ASSERT_TRUE(waitFor([&] { return status().find("is empty") != std::string::npos; }));
    EXPECT_EQ(shownName(), "mine");
    writeNote(QStringLiteral("my words"));
    ASSERT_TRUE(waitFor([&] { return notes().isSaved(); }));
    EXPECT_EQ(storage::loadComparison(file())->note, "my words");
    EXPECT_EQ(fs::file_size(path("empty.fscope")), 0U);
    // And it is still watched.
    fs::remove(file());
    expectBanner("here is no file");
}
