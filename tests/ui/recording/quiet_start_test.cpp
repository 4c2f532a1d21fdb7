// SPDX-License-Identifier: GPL-3.0-or-later
// A start that waits for other programs, by a program that stands in for the recorder.
#include "tests/ui/recording/sitting.h"
#include "tests/ui/recording/small_plan.h"
#include "ui/comparison/recording_job.h"
#include "ui/pages/live/live_state.h"
#include "ui/pages/new_comparison/draft_headline.h"
#include "ui/pages/new_comparison/start_panel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/button.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using sitting::waitFor;
using testing::HasSubstr;
using namespace ui;

TEST(QuietStart, WaitsAndSaysForWhat)
{
    const QTemporaryDir folder;
    QFile program(folder.filePath(QStringLiteral("recorder")));
    ASSERT_TRUE(program.open(QIODevice::WriteOnly));
    program.write(
        "#!/bin/sh\necho \"$@\" > \"$0.arguments\"\n"
        "echo '{\"schema\":1,\"event\":\"waiting\",\"text\":\"waiting for a quiet machine: "
        "other programs use 1.4 of 2 cores\"}'\nread request\n");
    program.close();
    program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    RecordingJob job;
    job.setProgram(program.fileName());
    job.start(ui_test::smallPlan(3), folder.filePath(QStringLiteral("a.fscope")).toStdString(),
        {.whenQuiet = true});
    ASSERT_TRUE(waitFor([&] { return !job.now().text.isEmpty(); }));
    EXPECT_EQ(job.state(), JobState::Starting);
    LiveState state;
    state.job = &job;
    EXPECT_EQ(headlineOf(state).sentence.toStdString(),
        "**Not started yet:** waiting for a quiet machine: other programs use 1.4 of 2 cores.");
    job.stop();
    ASSERT_TRUE(waitFor([&] { return job.state() == JobState::Ended; })) << "it can be cancelled";
    QFile arguments(program.fileName() + QStringLiteral(".arguments"));
    ASSERT_TRUE(arguments.open(QIODevice::ReadOnly));
    EXPECT_THAT(arguments.readAll().toStdString(), HasSubstr(" --when-quiet"));
}

TEST(QuietStart, IsOfferedOnABusyMachineAlone)
{
    const Theme theme(ThemeChoice::Dark);
    StartPanel panel(theme);
    auto* button = [&]() -> Button* {
        for (auto* each : panel.findChildren<Button*>())
            if (each->accessibleName() == QLatin1String("Start when the machine is quiet"))
                return each;
        return nullptr;
    }();
    ASSERT_NE(button, nullptr);
    DraftState state;
    state.machine = {{.name = QStringLiteral("load"), .result = CheckResult::Ok}};
    panel.showState(state);
    EXPECT_FALSE(button->isVisibleTo(&panel));
    state.machine.front().result = CheckResult::Limits;
    panel.showState(state);
    EXPECT_TRUE(button->isVisibleTo(&panel));
    EXPECT_TRUE(button->isEnabled());
    const QSignalSpy asked(&panel, &StartPanel::startWhenQuietRequested);
    button->click();
    EXPECT_EQ(asked.count(), 1);
}

} // namespace
