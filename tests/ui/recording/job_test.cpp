// SPDX-License-Identifier: GPL-3.0-or-later
// Real recordings through the window, as small as they can be: backend eager alone.
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/ui/recording/sitting.h"
#include "tests/ui/recording/small_plan.h"
#include "tests/ui/shown_window.h"
#include "ui/comparison/program_call.h"
#include "ui/comparison/recording_job.h"
#include "ui/pages/live/crash_panel.h"
#include "ui/pages/live/live_page.h"
#include "ui/pages/live/workers_table.h"
#include "ui/pages/new_comparison/command_panel.h"
#include "ui/pages/new_comparison/new_comparison_page.h"
#include "ui/window/bars/job_card.h"
#include "ui/window/find/find_text.h"
#include "ui/window/workspace/page_stack.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <utility>

namespace {

using sitting::waitFor;
using testing::HasSubstr;
using namespace ui;

/// On this machine's interpreter of the tests.
profiler::Plan smallPlan(int rounds)
{
    auto plan = ui_test::smallPlan(rounds);
    plan.python = FUSESCOPE_PYTHON;
    return plan;
}

class Job : public testing::Test {
protected:
    void SetUp() override { ASSERT_FALSE(recorderProgram().isEmpty()); }

    [[nodiscard]] std::filesystem::path file() const
    {
        return m_folder.filePath(QStringLiteral("job.fscope")).toStdString();
    }

    [[nodiscard]] profiler::ComparisonStatus storedStatus() const
    {
        const auto data = storage::loadComparison(file());
        EXPECT_TRUE(data) << data.error().message;
        return data ? data->info.status : profiler::ComparisonStatus::Running;
    }

    QTemporaryDir m_folder;
    RecordingJob m_job;
};

TEST_F(Job, RecordsAPlanAndTellsItsStages)
{
    const QSignalSpy opened(&m_job, &RecordingJob::opened);
    QStringList stages;
    QObject::connect(&m_job, &RecordingJob::changed, &m_job, [&] {
        for (const StageTime& stage : m_job.now().stages)
            if (!stages.contains(stage.stage))
                stages << stage.stage;
    });
    m_job.start(smallPlan(3), file());
    EXPECT_EQ(m_job.state(), JobState::Starting);
    ASSERT_TRUE(waitFor([&] { return m_job.state() == JobState::Ended; }));
    EXPECT_EQ(m_job.end(), JobEnd::Done) << m_job.refusal().toStdString();
    EXPECT_EQ(opened.count(), 1);
    EXPECT_GT(m_job.comparison(), 0);
    EXPECT_EQ(m_job.doneRatio(), 1);
    for (const char* stage : {"import", "build", "warmup"})
        EXPECT_TRUE(stages.contains(QLatin1String(stage))) << stage;
    EXPECT_EQ(storedStatus(), profiler::ComparisonStatus::Complete);
}

TEST_F(Job, SaysInOneSentenceWhyNothingStarted)
{
    auto plan = smallPlan(1);
    plan.workload.spec = "builtin:nothing";
    m_job.start(plan, file());
    ASSERT_TRUE(waitFor([&] { return m_job.state() == JobState::Ended; }));
    EXPECT_EQ(m_job.end(), JobEnd::NotStarted);
    EXPECT_THAT(m_job.refusal().toStdString(), HasSubstr("there is no built-in model nothing"));
}

TEST_F(Job, PausesAfterARoundAndGoesOn)
{
    m_job.start(smallPlan(400), file());
    ASSERT_TRUE(waitFor([&] { return m_job.now().round >= 0; }));
    m_job.pause();
    ASSERT_TRUE(waitFor([&] { return m_job.state() == JobState::Paused; }));
    const int round = m_job.now().round;
    bool movedWhilePaused = false;
    QObject::connect(&m_job, &RecordingJob::changed, &m_job, [&] {
        movedWhilePaused
            = movedWhilePaused || (m_job.state() == JobState::Paused && m_job.now().round != round);
    });
    m_job.resume();
    ASSERT_TRUE(waitFor([&] { return m_job.now().round > round; }));
    EXPECT_FALSE(movedWhilePaused);
    m_job.stop();
    ASSERT_TRUE(waitFor([&] { return m_job.state() == JobState::Ended; }));
}

TEST_F(Job, CancelLeavesAReadablePartialComparison)
{
    m_job.start(smallPlan(5000), file());
    ASSERT_TRUE(waitFor([&] { return m_job.now().round >= 1; }));
    m_job.stop();
    EXPECT_EQ(m_job.state(), JobState::Stopping);
    ASSERT_TRUE(waitFor([&] { return m_job.state() == JobState::Ended; }));
    EXPECT_EQ(m_job.end(), JobEnd::Stopped);
    EXPECT_EQ(storedStatus(), profiler::ComparisonStatus::Partial);
}

/// Kills the worker of the second variant once.
TEST_F(Job, ShowsACrashInWordsAndRecordsOn)
{
    auto plan = smallPlan(60);
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 2;
    ui_test::ShownWindow shown(QSize(1680, 1020));
    shown.showPage(PageId::Live);
    auto* page = shown.window().findChild<LivePage*>();
    ASSERT_NE(page, nullptr);
    page->setJob(&m_job);
    bool killed = false;
    bool changed = false; // reading the file for each look would slow what records
    QObject::connect(&m_job, &RecordingJob::changed, &m_job, [&] { changed = true; });
    int number = 0; // on a busy machine the first process may be over before it is seen
    m_job.start(plan, file());
    ASSERT_TRUE(waitFor([&] {
        if (m_job.now().round >= 1 && !killed && std::exchange(changed, false))
            if (const auto data = storage::loadComparison(file()))
                for (const auto& process : data->processes)
                    if (process.start.variant == 1 && !process.end && process.start.pid > 0) {
                        killed = ::kill(process.start.pid, SIGKILL) == 0;
                        number = process.start.repetition + 1;
                    }
        return killed || m_job.state() == JobState::Ended;
    }));
    ASSERT_TRUE(killed);
    const auto* crash = page->findChild<CrashPanel*>();
    ASSERT_TRUE(waitFor([&] { return crash->isVisibleTo(page); }));
    QStringList lines;
    for (const QWidget* part : crash->findChildren<QWidget*>())
        lines << shownText(*part);
    const std::string text = lines.join(u'\n').toStdString();
    const std::string process = "process " + std::to_string(number);
    EXPECT_THAT(text, HasSubstr("graph, " + process + ", crashed"));
    EXPECT_THAT(text, HasSubstr(process + " stays valid for eager"));
    ASSERT_TRUE(waitFor([&] { return m_job.state() == JobState::Ended; }));
    EXPECT_EQ(m_job.end(), JobEnd::SomeFailed) << m_job.refusal().toStdString();
}

TEST(NewComparisonPage, ChecksStartsAndFollowsARecording)
{
    const QTemporaryDir folder;
    ui_test::ShownWindow shown(QSize(1680, 1020));
    shown.showPage(PageId::NewComparison);
    auto* page = shown.window().findChild<NewComparisonPage*>();
    ASSERT_NE(page, nullptr);
    auto plan = smallPlan(3);
    plan.protocol.warmUpTimeLimit = profiler::Protocol {}.warmUpTimeLimit; // which has no option
    page->showPlan(plan, QStringLiteral("opened from a test"));
    ASSERT_TRUE(waitFor([&] { return page->state().estimate && page->isReady(); }))
        << page->verdictSentence().toStdString();
    EXPECT_THAT(page->verdictSentence().toStdString(), HasSubstr("2 variants"));
    EXPECT_THAT(page->command().text().toStdString(), HasSubstr("--model builtin:mlp"));
    EXPECT_THAT(page->command().text().toStdString(), HasSubstr("graph=backend:eager"));
    EXPECT_FALSE(page->state().machine.empty()) << "the machine was asked";

    plan.workload.spec = "builtin:mlq";
    page->showPlan(plan, {});
    ASSERT_TRUE(waitFor([&] { return !page->state().refusal.isEmpty(); }));
    EXPECT_THAT(page->verdictSentence().toStdString(), HasSubstr("there is no built-in model mlq"))
        << "the words of the command line";

    plan.workload.spec = "builtin:mlp";
    page->showPlan(plan, {});
    ASSERT_TRUE(waitFor([&] { return page->state().estimate.has_value(); }));
    const QString file = folder.filePath(QStringLiteral("window.fscope"));
    QSignalSpy requested(page, &NewComparisonPage::recordingRequested);
    Q_EMIT page->recordingRequested(plan, file.toStdString());
    EXPECT_EQ(shown.window().pages().currentId(), PageId::Live);
    auto* live = shown.window().findChild<LivePage*>();
    ASSERT_NE(live, nullptr);
    ASSERT_TRUE(waitFor([&] { return live->state().isRunning(); }));
    const auto* card = shown.window().findChild<JobCard*>();
    EXPECT_TRUE(card->isVisible());
    ASSERT_TRUE(waitFor([&] {
        return !live->state().isRunning() && live->state().view.comparison != nullptr
            && live->state().view.comparison->result.info.status
            == profiler::ComparisonStatus::Complete;
    })) << live->verdictSentence().toStdString();
    EXPECT_THAT(live->verdictSentence().toStdString(), HasSubstr("Recorded"));
    EXPECT_GE(live->findChild<WorkersTable*>()->model()->rowCount(), 2);
}

} // namespace
