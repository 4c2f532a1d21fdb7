// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings on another machine through the window: a real sshd, another user, and the built
// recorder, which is sent there.
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/app/cli/other_machine.h"
#include "tests/ui/recording/sitting.h"
#include "tests/ui/recording/small_plan.h"
#include "tests/ui/shown_window.h"
#include "ui/comparison/program_call.h"
#include "ui/comparison/recording_job.h"
#include "ui/pages/live/live_page.h"
#include "ui/pages/new_comparison/command_panel.h"
#include "ui/pages/new_comparison/new_comparison_page.h"
#include "ui/widgets/button.h"
#include "ui/widgets/field.h"
#include "ui/window/workspace/page_stack.h"

#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using sitting::waitFor;
using testing::HasSubstr;
using tests::OtherMachine;
using ui_test::smallPlan;
using namespace ui;

class ElsewhereJob : public testing::Test {
protected:
    void SetUp() override
    {
        if (const auto why = OtherMachine::whyNot(); !why.empty())
            GTEST_SKIP() << why;
        const auto& folder = machine.folder();
        const auto ssh = machine.sshVariable();
        qputenv("FUSESCOPE_SSH", QByteArray::fromStdString(ssh.substr(ssh.find('=') + 1)));
        for (const char* place : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
            qputenv(place, QByteArray::fromStdString((folder.path() / "own" / place).string()));
        machine.start();
    }

    void addName() const
    {
        ProgramCall call;
        bool added = false;
        QObject::connect(&call, &ProgramCall::answered, &call,
            [&](const ProgramAnswer& answer) { added = answer.exitCode == 0; });
        call.start({QStringLiteral("remote"), QStringLiteral("add"), QStringLiteral("box"),
            QString::fromStdString(machine.address()), QStringLiteral("--python"),
            QStringLiteral(FUSESCOPE_PYTHON)});
        ASSERT_TRUE(waitFor([&] { return !call.isRunning(); }));
        ASSERT_TRUE(added);
    }

    [[nodiscard]] std::filesystem::path file() const { return machine.folder() / "job.fscope"; }

    OtherMachine machine;
};

/// A choice of the page by its accessible name.
Choice* choiceOf(const NewComparisonPage& page, const char* name)
{
    for (auto* choice : page.findChildren<Choice*>())
        if (choice->accessibleName() == QLatin1String(name))
            return choice;
    return nullptr;
}

void choose(Choice& choice, const QString& data)
{
    const int place = choice.findData(data);
    ASSERT_GE(place, 0) << data.toStdString();
    choice.setCurrentIndex(place);
    Q_EMIT choice.activated(place);
}

TEST_F(ElsewhereJob, IsRecordedThereAndLiesInTheFileHere)
{
    addName();
    RecordingJob job;
    int opened = 0;
    QObject::connect(&job, &RecordingJob::opened, &job, [&] {
        ++opened;
        EXPECT_TRUE(job.hasRow());
    });
    job.start(smallPlan(3), file(), {.machine = QStringLiteral("box")});
    EXPECT_FALSE(job.hasRow()) << "its rows come at the end";
    ASSERT_TRUE(waitFor([&] { return job.state() == JobState::Ended; }));
    EXPECT_EQ(job.end(), JobEnd::Done) << job.refusal().toStdString();
    EXPECT_EQ(opened, 1);
    const auto data = storage::loadComparison(file());
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ(data->info.status, profiler::ComparisonStatus::Complete);
    EXPECT_EQ(data->info.id.value, job.comparison());
}

TEST_F(ElsewhereJob, StopsThereAndBringsBackWhatWasRecorded)
{
    addName();
    RecordingJob job;
    job.start(smallPlan(4000), file(), {.machine = QStringLiteral("box")});
    ASSERT_TRUE(waitFor([&] { return job.now().round >= 1 || !job.isRunning(); }));
    EXPECT_GT(job.doneRatio(), 0);
    job.stop();
    ASSERT_TRUE(waitFor([&] { return job.state() == JobState::Ended; }));
    EXPECT_EQ(job.end(), JobEnd::Stopped) << job.refusal().toStdString();
    const auto data = storage::loadComparison(file());
    ASSERT_TRUE(data) << data.error().message;
    EXPECT_EQ(data->info.status, profiler::ComparisonStatus::Partial);
}

/// The form with a small plan, checked; nullptr: it does not come to that.
NewComparisonPage* shownForm(ui_test::ShownWindow& shown)
{
    shown.window().showPage(PageId::NewComparison);
    auto* page = shown.window().findChild<NewComparisonPage*>();
    if (page == nullptr)
        return nullptr;
    page->showPlan(smallPlan(3), {});
    return waitFor([&] { return page->isReady(); }) ? page : nullptr;
}

TEST_F(ElsewhereJob, AMachineWithANameCanBeChosenInTheForm)
{
    addName();
    ui_test::ShownWindow shown(QSize(1680, 1020));
    auto* page = shownForm(shown);
    ASSERT_NE(page, nullptr);
    auto* where = choiceOf(*page, "Machine that records");
    ASSERT_NE(where, nullptr);
    EXPECT_EQ(where->currentIndex(), 0) << "this one";
    ASSERT_NO_FATAL_FAILURE(choose(*where, QStringLiteral("box")));
    EXPECT_THAT(page->command().text().toStdString(), HasSubstr("--on box"));
    ASSERT_TRUE(waitFor([&] { return page->isReady(); }));
    for (const auto& check : page->state().machine)
        EXPECT_NE(check.result, CheckResult::Stops) << check.sentence.toStdString();
    EXPECT_EQ(page->state().whyNotStart(), QString()) << page->state().whyNotStart().toStdString();
    EXPECT_TRUE(page->state().estimate.has_value());

    page->start();
    EXPECT_EQ(shown.window().pages().currentId(), PageId::Live);
    auto* live = shown.window().findChild<LivePage*>();
    ASSERT_NE(live, nullptr);
    EXPECT_THAT(live->verdictSentence().toStdString(), HasSubstr("on box"));
    ASSERT_TRUE(waitFor([&] {
        return !live->state().isRunning() && live->state().view.comparison != nullptr;
    })) << live->verdictSentence().toStdString();
    EXPECT_THAT(live->verdictSentence().toStdString(), HasSubstr("Recorded"));
}

TEST_F(ElsewhereJob, AMachineThatDoesNotAnswerIsOneSentence)
{
    machine.switchOff();
    ui_test::ShownWindow shown(QSize(1680, 1020));
    auto* page = shownForm(shown);
    ASSERT_NE(page, nullptr);
    auto* where = choiceOf(*page, "Machine that records");
    ASSERT_NE(where, nullptr);
    ASSERT_NO_FATAL_FAILURE(choose(*where, QStringLiteral("ssh")));
    EXPECT_THAT(page->state().whyNotStart().toStdString(), HasSubstr("expected ssh://user@host"));
    QLineEdit* address = nullptr;
    for (auto* field : page->findChildren<TextField*>())
        if (field->accessibleName() == QLatin1String("Address of the machine"))
            address = field;
    ASSERT_NE(address, nullptr);
    EXPECT_TRUE(address->isVisible());
    address->setText(QString::fromStdString(machine.address()).mid(6)); // without ssh://
    Q_EMIT address->editingFinished();
    EXPECT_EQ(page->draft().machine.toStdString(), machine.address());
    ASSERT_TRUE(waitFor([&] { return page->isReady(); }));
    ASSERT_EQ(page->state().machine.size(), 1U);
    EXPECT_EQ(page->state().machine.front().name, QStringLiteral("machine"));
    EXPECT_FALSE(page->state().whyNotStart().isEmpty());
}

} // namespace
