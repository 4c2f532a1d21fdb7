// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/support/stored_example.h"
#include "tests/ui/example_states.h"
#include "tests/ui/patience.h"
#include "tests/ui/shown_window.h"
#include "ui/pages/overview/goal_panel.h"
#include "ui/text/quantity_text.h"
#include "ui/widgets/button.h"
#include "ui/widgets/status_label.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/control/copy_commands.h"

#include <QComboBox>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace {

using testing::HasSubstr;
using ui_test::ShownWindow;

QString word(const ShownWindow& shown)
{
    for (const ui::Badge* badge : shown.window().findChildren<ui::Badge*>())
        if (badge->isVisible())
            return badge->text();
    return {};
}

TEST(Quantities, AreReadAsPeopleTypeThem)
{
    using std::chrono::nanoseconds;
    EXPECT_EQ(ui::countFrom(QStringLiteral("100 000")), 100'000);
    EXPECT_EQ(ui::countFrom(QStringLiteral("100\u202f000 calls")), 100'000);
    EXPECT_EQ(ui::countFrom(QStringLiteral("1M")), 1'000'000);
    EXPECT_EQ(ui::countFrom(QStringLiteral("1e5")), 100'000);
    EXPECT_EQ(ui::countFrom(QStringLiteral("100,000")), 100'000) << "as English writes it";
    EXPECT_EQ(ui::countFrom(QStringLiteral("1,5M")), 1'500'000);
    EXPECT_FALSE(ui::durationFrom(QStringLiteral("1,500 ms"))) << "1.5 or 1500?";
    EXPECT_FALSE(ui::countFrom(QStringLiteral("many")));
    EXPECT_FALSE(ui::countFrom(QStringLiteral("-3")));
    EXPECT_EQ(ui::durationFrom(QStringLiteral("15")), nanoseconds(15'000'000));
    EXPECT_EQ(ui::durationFrom(QStringLiteral("0,25 ms")), nanoseconds(250'000));
    EXPECT_EQ(ui::durationFrom(QStringLiteral("250 µs")), nanoseconds(250'000));
    EXPECT_FALSE(ui::durationFrom(QStringLiteral("15 parsecs")));
    EXPECT_EQ(ui::bytesFrom(QStringLiteral("6 GiB")), std::int64_t {6} << 30);
    EXPECT_EQ(ui::bytesFrom(QStringLiteral("500MB")), 500'000'000);
    EXPECT_FALSE(ui::bytesFrom(QStringLiteral("")));
}

class EditedGoal : public testing::Test {
protected:
    /// Opens the fields in the inspector.
    static ui::GoalForm& formOf(const ShownWindow& shown)
    {
        for (ui::Button* button : shown.window().findChildren<ui::Button*>())
            if (button->accessibleName() == QStringLiteral("Edit the goal"))
                button->click();
        return *shown.window().findChild<ui::GoalForm*>();
    }

    static void type(QWidget& parent, const QString& name, const QString& text)
    {
        for (QLineEdit* field : parent.findChildren<QLineEdit*>()) {
            if (field->accessibleName() != name)
                continue;
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, text.isEmpty() ? QStringLiteral(" ") : text);
            QTest::keyClick(field, Qt::Key_Return);
            return;
        }
        FAIL() << name.toStdString();
    }

    static void wait(const ShownWindow& shown)
    {
        ASSERT_TRUE(QTest::qWaitFor([&] { return shown.window().isSettled(); }, ui_test::patience));
        shown.settle();
    }
};

TEST_F(EditedGoal, ChangesTheRecommendationAtOnce)
{
    const ShownWindow shown("recommended");
    ASSERT_EQ(word(shown), QStringLiteral("Recommended"));
    type(formOf(shown), QStringLiteral("Horizon"), QStringLiteral("100"));
    wait(shown);
    EXPECT_EQ(word(shown), QStringLiteral("Keep eager"));
    EXPECT_EQ(shown.window().view().comparison->result.plan.goal.horizonCalls, 100);
    EXPECT_THAT(ui::verdictSentence(shown.window().control().context).toStdString(),
        HasSubstr("keep eager"));
}

TEST_F(EditedGoal, ALimitOfOneCaseHoldsForThatCase)
{
    const ShownWindow shown("recommended");
    ui::GoalForm& form = formOf(shown);
    type(form, QStringLiteral("p99 at most"), {}); // the limit that b64 does not meet
    wait(shown);
    for (QComboBox* box : form.findChildren<QComboBox*>())
        if (box->accessibleName() == QStringLiteral("Limits for")) {
            box->setCurrentIndex(1);
            Q_EMIT box->activated(1);
        }
    type(form, QStringLiteral("p99 at most"), QStringLiteral("1 ms"));
    wait(shown);
    const auto& goal = shown.window().view().comparison->result.plan.goal;
    ASSERT_TRUE(goal.caseLimits.contains("b32"));
    EXPECT_EQ(goal.caseLimits.at("b32").p99, std::chrono::milliseconds(1));
    EXPECT_EQ(word(shown), QStringLiteral("Keep eager"));
    shown.window().shown().setCase(1);
    EXPECT_EQ(word(shown), QStringLiteral("Recommended"));
}

TEST_F(EditedGoal, WhatCannotBeReadChangesNothingAndIsSaid)
{
    const ShownWindow shown("recommended");
    ui::GoalForm& form = formOf(shown);
    type(form, QStringLiteral("p99 at most"), QStringLiteral("soon"));
    EXPECT_THAT(form.answer().toStdString(), HasSubstr("soon"));
    EXPECT_TRUE(shown.window().isSettled());
    EXPECT_EQ(word(shown), QStringLiteral("Recommended"));
}

TEST_F(EditedGoal, IsStoredWithTheComparison)
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.fscope"));
    const auto data = example_states::dataOf("recommended");
    tests::storedIn(file.toStdString(), data);
    const ShownWindow shown(QSize(1680, 1020));
    shown.window().control().files.openFile(file.toStdString(), std::string());
    shown.showPage(ui::PageId::Overview);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return shown.window().view().comparison != nullptr; }, ui_test::patience));
    profiler::Goal goal = data.plan.goal;
    goal.horizonCalls = 123;
    shown.window().control().presentation.changeGoal(goal);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            const auto stored = storage::loadComparison(file.toStdString());
            return stored && stored->plan.goal.horizonCalls == 123;
        },
        ui_test::patience));
}

TEST_F(EditedGoal, HoldsInTheWindowWhereTheFileCannotBeWritten)
{
    const ShownWindow shown("recommended"); // of a file that is not there
    profiler::Goal goal = shown.window().view().comparison->result.plan.goal;
    goal.horizonCalls = 100;
    shown.window().control().presentation.changeGoal(goal);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return shown.window().statusLine().text().contains(
                QStringLiteral("holds in this window"));
        },
        ui_test::patience));
    wait(shown);
    EXPECT_EQ(word(shown), QStringLiteral("Keep eager"));
}

} // namespace
