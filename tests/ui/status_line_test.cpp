// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/page_text.h"
#include "tests/ui/patience.h"
#include "tests/ui/shown_window.h"
#include "ui/comparison/recording_job.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/widgets/button.h"
#include "ui/window/bars/status_line.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using ui_test::ShownWindow;
using ui_test::textIn;

ui::Button* button(const QWidget& parent, const QString& text)
{
    for (ui::Button* each : parent.findChildren<ui::Button*>())
        if (each->text() == text && each->isVisible())
            return each;
    return nullptr;
}

/// A program in place of fusescope.
class FakeRecorder {
public:
    explicit FakeRecorder(const QByteArray& body)
    {
        QFile script(program());
        EXPECT_TRUE(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\n" + body);
        script.setPermissions(script.permissions() | QFileDevice::ExeOwner);
    }

    [[nodiscard]] QString program() const { return m_folder.filePath(QStringLiteral("recorder")); }

    [[nodiscard]] QString path(const char* name) const
    {
        return m_folder.filePath(QLatin1String(name));
    }

private:
    QTemporaryDir m_folder;
};

TEST(RunMore, RecordsWithProgressInTheStatusLine)
{
    const FakeRecorder recorder(
        "echo \"$@\" > \"$0.arguments\"\n"
        "echo '{\"schema\":1,\"event\":\"round\",\"text\":\"round 3\",\"done_ratio\":0.5,"
        "\"left_ns\":120000000000}'\nsleep 0.3\n");
    const ShownWindow shown("undecided");
    shown.window().recordingJob().setProgram(recorder.program());
    ui::Button* run = nullptr;
    for (ui::Button* each : shown.window().findChildren<ui::Button*>())
        if (each->isVisible() && each->text().startsWith(QStringLiteral("Run ")))
            run = each;
    ASSERT_NE(run, nullptr);
    QSignalSpy ended(&shown.window().recordingJob(), &ui::RecordingJob::ended);
    run->click();
    const ui::StatusLine& line = shown.window().statusLine();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return textIn(line).contains(QStringLiteral("50 % done")); }, ui_test::patience));
    EXPECT_THAT(textIn(line).toStdString(), HasSubstr("left"));
    ASSERT_TRUE(ended.wait(ui_test::patience));
    EXPECT_EQ(textIn(line), QString());
    QFile arguments(recorder.program() + QStringLiteral(".arguments"));
    ASSERT_TRUE(arguments.open(QIODevice::ReadOnly));
    EXPECT_THAT(arguments.readAll().toStdString(),
        AllOf(StartsWith("extend "), HasSubstr("example.fscope@1 --processes")));
}

TEST(RunMore, CanBeCancelled)
{
    const FakeRecorder recorder("exec sleep 60\n");
    const ShownWindow shown("undecided");
    shown.window().recordingJob().setProgram(recorder.program());
    QSignalSpy ended(&shown.window().recordingJob(), &ui::RecordingJob::ended);
    Q_EMIT shown.window().findChild<ui::OverviewPage*>()->recordMoreRequested(6);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return shown.window().recordingJob().isRunning(); }, ui_test::patience));
    ui::Button* cancel = button(shown.window(), QStringLiteral("Cancel"));
    ASSERT_NE(cancel, nullptr);
    cancel->click();
    ASSERT_TRUE(ended.wait(ui_test::patience));
    EXPECT_THAT(shown.window().statusLine().text().toStdString(), HasSubstr("Cancelled"));
}

TEST(RunMore, IsNotEndedByOneClickOnceItRuns)
{
    const FakeRecorder recorder(
        "echo '{\"schema\":1,\"event\":\"round\",\"text\":\"round 3\",\"done_ratio\":0.5}'\n"
        "exec sleep 60\n");
    const ShownWindow shown("undecided");
    auto& job = shown.window().recordingJob();
    job.setProgram(recorder.program());
    QSignalSpy ended(&job, &ui::RecordingJob::ended);
    Q_EMIT shown.window().findChild<ui::OverviewPage*>()->recordMoreRequested(6);
    ASSERT_TRUE(QTest::qWaitFor([&] { return job.doneRatio() > 0; }, ui_test::patience));
    ui::Button* cancel = button(shown.window(), QStringLiteral("Cancel"));
    ASSERT_NE(cancel, nullptr);
    cancel->click();
    EXPECT_EQ(cancel->text(), QStringLiteral("End the recording?"));
    EXPECT_TRUE(job.isRunning());
    cancel->click();
    ASSERT_TRUE(ended.wait(ui_test::patience));
}

TEST(PageStack, GivesTheKeysToNoButtonWhenAPageIsHidden)
{
    const ShownWindow shown("undecided");
    shown.showPage(ui::PageId::NewComparison);
    ui::Button* start = button(shown.window(), QStringLiteral("Start   Ctrl+Enter"));
    ASSERT_NE(start, nullptr);
    start->setFocus();
    shown.showPage(ui::PageId::Live);
    EXPECT_EQ(qobject_cast<ui::Button*>(shown.window().focusWidget()), nullptr);
}

TEST(RunMore, AFailureIsASentenceWithDetailsToCopy)
{
    const FakeRecorder recorder(
        "echo 'fusescope: no compiler was found; install g++' >&2\nexit 2\n");
    const ShownWindow shown("undecided");
    shown.window().recordingJob().setProgram(recorder.program());
    QSignalSpy ended(&shown.window().recordingJob(), &ui::RecordingJob::ended);
    Q_EMIT shown.window().findChild<ui::OverviewPage*>()->recordMoreRequested(6);
    ASSERT_TRUE(ended.count() > 0 || ended.wait(ui_test::patience));
    EXPECT_THAT(shown.window().statusLine().text().toStdString(), HasSubstr("install g++"));
    shown.settle();
    ui::Button* copy = button(shown.window(), QStringLiteral("Copy details"));
    ASSERT_NE(copy, nullptr);
    copy->click();
    EXPECT_THAT(QGuiApplication::clipboard()->text().toStdString(), HasSubstr("install g++"));
}

} // namespace
