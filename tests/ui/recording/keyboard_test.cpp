// SPDX-License-Identifier: GPL-3.0-or-later
// From first start to a verdict on a file of one's own, by keyboard alone, as the accessibility
// tree names things. The recording is real; backend eager keeps it short.
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/recording/keyboard.h"
#include "tests/ui/recording/sitting.h"
#include "tests/ui/shown_window.h"
#include "ui/comparison/recording_job.h"
#include "ui/pages/live/live_page.h"
#include "ui/pages/new_comparison/new_comparison_page.h"
#include "ui/window/control/copy_commands.h"
#include "ui/window/workspace/page_stack.h"

#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using ui::PageId;

using sitting::backendColumn;
using sitting::Keyboard;
using sitting::waitFor;

/// The tabs are one stop; arrows choose.
void chooseModel(const Keyboard& keyboard, const ui::NewComparisonPage& page, const QString& source)
{
    ASSERT_TRUE(keyboard.goTo(QStringLiteral("Built-in")));
    keyboard.press(Qt::Key_Right);
    keyboard.press(Qt::Key_Right);
    EXPECT_EQ(Keyboard::focusedName(), QStringLiteral("Python file"));
    keyboard.press(Qt::Key_Tab);
    ASSERT_TRUE(keyboard.goTo(QStringLiteral("Python file")));
    keyboard.write(source);
    keyboard.press(Qt::Key_Tab);
    ASSERT_TRUE(waitFor([&] { return !page.draft().callable.isEmpty(); })) << "the file was read";
    ASSERT_TRUE(keyboard.goTo(QStringLiteral("Callable")));
    ASSERT_EQ(page.draft().callable, QStringLiteral("make")) << "before the class above it";
    keyboard.press(Qt::Key_Up);
    ASSERT_EQ(page.draft().callable, QStringLiteral("Scorer"));
    keyboard.press(Qt::Key_Down);
    ASSERT_EQ(page.draft().callable, QStringLiteral("make"));
}

/// Arrows to the cell, Enter to edit it.
void chooseBackend(const Keyboard& keyboard, const ui::NewComparisonPage& page)
{
    ASSERT_TRUE(keyboard.goTo(QStringLiteral("Variants")));
    keyboard.press(Qt::Key_Home, Qt::ControlModifier);
    keyboard.press(Qt::Key_Down);
    for (int column = 0; column < backendColumn; ++column)
        keyboard.press(Qt::Key_Right);
    keyboard.press(Qt::Key_Return);
    EXPECT_EQ(Keyboard::focusedName(), QStringLiteral("backend"));
    keyboard.write(QStringLiteral("eager"));
    keyboard.press(Qt::Key_Return);
    ASSERT_EQ(page.draft().variants.size(), 2U);
    ASSERT_TRUE(
        waitFor([&] { return page.draft().variants[1].backend == QStringLiteral("eager"); }));
}

/// Small, but enough for a verdict.
void chooseMeasurement(
    const Keyboard& keyboard, const ui::NewComparisonPage& page, const QString& output)
{
    ASSERT_TRUE(keyboard.goTo(QStringLiteral("Normal")));
    keyboard.press(Qt::Key_Left);
    EXPECT_EQ(page.draft().effort, profiler::Effort::Quick);
    for (const auto& [name, text] :
        {std::pair {QStringLiteral("Processes: repetitions, such as 5..15"), QStringLiteral("3")},
            std::pair {QStringLiteral("Rounds in a repetition"), QStringLiteral("10")},
            std::pair {QStringLiteral("Python of the workers"), QStringLiteral(FUSESCOPE_PYTHON)},
            std::pair {QStringLiteral("Run database to record into"), output}}) {
        ASSERT_TRUE(keyboard.goTo(name)) << name.toStdString();
        keyboard.write(text);
        keyboard.press(Qt::Key_Tab);
    }
    ASSERT_TRUE(keyboard.goTo(QStringLiteral("Compile time")));
    keyboard.press(Qt::Key_Space);
    EXPECT_FALSE(page.draft().cold);
}

void record(
    const Keyboard& keyboard, const ui::MainWindow& window, const ui::NewComparisonPage& page)
{
    ASSERT_TRUE(waitFor([&] { return page.isReady() && page.state().estimate.has_value(); }))
        << page.verdictSentence().toStdString();
    keyboard.press(Qt::Key_Return, Qt::ControlModifier);
    ASSERT_EQ(window.pages().currentId(), PageId::Live) << page.verdictSentence().toStdString();
    auto* live = window.findChild<ui::LivePage*>();
    ASSERT_TRUE(waitFor([&] { return live->state().isRunning(); }));
    ASSERT_TRUE(waitFor([&] {
        const auto& comparison = live->state().view.comparison;
        return !live->state().isRunning() && comparison != nullptr
            && comparison->result.info.status == profiler::ComparisonStatus::Complete;
    })) << live->verdictSentence().toStdString();
}

} // namespace

TEST(ByKeyboardAlone, AFileOfOnesOwnComesToAVerdict)
{
    const QTemporaryDir folder;
    const QString source = folder.filePath(QStringLiteral("scorer.py"));
    ASSERT_TRUE(sitting::writeModel(source));
    const QString output = folder.filePath(QStringLiteral("scorer.fscope"));

    const ui_test::ShownWindow shown(QSize(1680, 1020));
    ui::MainWindow& window = shown.window();
    window.activateWindow();
    const Keyboard keyboard(window);
    keyboard.press(Qt::Key_N, Qt::ControlModifier);
    ASSERT_EQ(window.pages().currentId(), PageId::NewComparison);
    auto* page = window.findChild<ui::NewComparisonPage*>();
    ASSERT_TRUE(waitFor([&] { return page->isReady(); }));

    ASSERT_NO_FATAL_FAILURE(chooseModel(keyboard, *page, source));
    ASSERT_NO_FATAL_FAILURE(chooseBackend(keyboard, *page));
    ASSERT_NO_FATAL_FAILURE(chooseMeasurement(keyboard, *page, output));
    ASSERT_NO_FATAL_FAILURE(record(keyboard, window, *page));

    keyboard.press(Qt::Key_1, Qt::ControlModifier);
    ASSERT_EQ(window.pages().currentId(), PageId::Overview);
    const std::string sentence = ui::verdictSentence(window.control().context).toStdString();
    // Beside other tests a repetition may not settle, or the machine is too busy for a verdict.
    EXPECT_THAT(sentence,
        AnyOf(AllOf(HasSubstr("eager"), HasSubstr("3 processes")),
            HasSubstr("run 1 more repetition"), HasSubstr("the machine was too busy")));
}
