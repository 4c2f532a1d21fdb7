// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/example_states.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/patience.h"
#include "tests/ui/shown_window.h"
#include "ui/text/text.h"
#include "ui/widgets/button.h"
#include "ui/widgets/chip.h"
#include "ui/window/bars/case_list.h"
#include "ui/window/bars/case_selector.h"
#include "ui/window/bars/chip_row.h"
#include "ui/window/bars/comparison_bar.h"
#include "ui/window/bars/side_bar.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/workspace/blank_page.h"
#include "ui/window/workspace/page_stack.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using ui_test::ShownWindow;

ui::ChipRow& chipsOf(const ShownWindow& shown)
{
    return *shown.window().findChild<ui::ChipRow*>();
}

ui::Chip* chip(const ShownWindow& shown, int variant)
{
    for (ui::Chip* each : chipsOf(shown).findChildren<ui::Chip*>())
        if (each->variant() == variant && each->isVisible())
            return each;
    return nullptr;
}

void waitUntilJudged(const ShownWindow& shown)
{
    ASSERT_TRUE(QTest::qWaitFor([&] { return shown.window().isSettled(); }, ui_test::patience));
    shown.settle();
}

double ratioOf(const ShownWindow& shown, int variant)
{
    return shown.window()
        .view()
        .caseResult()
        ->variants.at(static_cast<std::size_t>(variant))
        .speedUp->ratio.estimate;
}

std::string nameOf(const ShownWindow& shown, int variant)
{
    return shown.window().view().caseResult()->variants.at(static_cast<std::size_t>(variant)).name;
}

TEST(Chips, OverflowNeverHidesBaselineAndFocus)
{
    ShownWindow shown("long_names", QSize(1280, 720));
    for (int focus = 0; focus < 8; ++focus) {
        shown.window().shown().setFocus(focus);
        shown.settle();
        EXPECT_NE(chip(shown, 0), nullptr) << focus;
        EXPECT_NE(chip(shown, focus), nullptr) << focus;
        EXPECT_THAT(chipsOf(shown).overflow(), Not(Contains(focus)));
        for (const ui::Chip* each : chipsOf(shown).findChildren<ui::Chip*>()) {
            if (each->isVisible()) {
                EXPECT_LE(each->geometry().right(), chipsOf(shown).width()) << focus;
            }
        }
    }
    EXPECT_FALSE(chipsOf(shown).overflow().empty());
}

TEST(Chips, AreWholeInTheSmallestWindow)
{
    for (const char* state : {"recommended", "twelve_cases", "long_names"}) {
        ShownWindow shown(state, QSize(1100, 700));
        for (int focus = 1; focus < 4; ++focus) {
            shown.window().shown().setFocus(focus);
            shown.settle();
            for (const auto* each : chipsOf(shown).findChildren<QAbstractButton*>())
                if (each->isVisible()) {
                    EXPECT_LE(each->geometry().right(), chipsOf(shown).width())
                        << state << ", " << each->text().toStdString();
                }
        }
    }
}

TEST(Chips, MakeBaselineInvertsTheRatioAndKeepsTheColours)
{
    ShownWindow shown("recommended");
    shown.window().shown().setFocus(2);
    const double before = ratioOf(shown, 2);
    const std::string focused = nameOf(shown, 2);
    const QColor colour = shown.theme().variant(2).colour;
    QTest::keyClick(&shown.window(), Qt::Key_X);
    waitUntilJudged(shown);
    EXPECT_EQ(nameOf(shown, 0), focused);
    EXPECT_EQ(nameOf(shown, 1), "eager");
    EXPECT_NEAR(ratioOf(shown, 1) * before, 1, 1e-9);
    EXPECT_EQ(shown.theme().variant(0).colour, colour) << "the variant keeps its colour";
    EXPECT_EQ(shown.window().view().focus, 1) << "the former baseline is what it is compared with";
    QTest::keyClick(&shown.window(), Qt::Key_X);
    waitUntilJudged(shown);
    EXPECT_EQ(nameOf(shown, 0), "eager");
}

TEST(Chips, AreRenamedMovedAndHiddenByKeysAlone)
{
    ShownWindow shown("recommended", QSize(1900, 1020)); // all chips fit
    shown.window().shown().setFocus(3);
    chipsOf(shown).startRenaming(2);
    auto* field = chipsOf(shown).findChild<QLineEdit*>();
    field->setText(QStringLiteral("graphs"));
    QTest::keyClick(field, Qt::Key_Return);
    waitUntilJudged(shown);
    EXPECT_EQ(nameOf(shown, 2), "graphs");
    EXPECT_THAT(ui::qt(profiler::recordedName(shown.window().view().comparison->data, 2)),
        QStringLiteral("reduce-overhead"));
    chip(shown, 2)->setFocus();
    QTest::keyClick(chip(shown, 2), Qt::Key_Left, Qt::ControlModifier);
    waitUntilJudged(shown);
    EXPECT_EQ(nameOf(shown, 1), "graphs");
    QTest::keyClick(chip(shown, 1), Qt::Key_Space, Qt::ControlModifier);
    EXPECT_TRUE(shown.window().view().isHidden(1));
    shown.window().control().presentation.moveVariant(1, 3);
    waitUntilJudged(shown);
    EXPECT_TRUE(shown.window().view().isHidden(3)) << "hiding follows the variant";
}

TEST(Chips, TwoVariantsCannotHaveOneName)
{
    ShownWindow shown("recommended");
    shown.window().control().presentation.renameVariant(2, QStringLiteral("eager"));
    EXPECT_THAT(shown.window().statusLine().text().toStdString(), HasSubstr("already"));
    EXPECT_EQ(nameOf(shown, 2), "reduce-overhead");
}

TEST(Cases, ListShowsNameShapeRatioAndVerdictWithAllCasesOnTop)
{
    ShownWindow shown("twelve_cases");
    auto* selector = shown.window().findChild<ui::CaseSelector*>();
    selector->setFocus();
    QTest::keyClick(selector, Qt::Key_Return);
    auto* list = shown.window().findChild<ui::CaseList*>();
    ASSERT_TRUE(list->isVisible());
    EXPECT_EQ(list->model().rowCount(), 13);
    EXPECT_EQ(list->model().index(0, 0).data().toString(), QStringLiteral("All cases"));
    for (int column = 0; column < ui::CaseModel::ColumnCount; ++column)
        EXPECT_FALSE(list->model().index(4, column).data().toString().isEmpty()) << column;
    auto* table = list->findChild<QTableView*>();
    QTest::keyClick(table, Qt::Key_Down);
    QTest::keyClick(table, Qt::Key_Return);
    EXPECT_EQ(shown.window().view().caseIndex, 1);
    QTest::keyClick(selector, Qt::Key_Return);
    QTest::keyClick(table, Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(table, Qt::Key_Return);
    EXPECT_EQ(shown.window().pages().currentId(), ui::PageId::Results);
}

TEST(Cases, ModelIsATable)
{
    ui::CaseModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    ui::ComparisonView view;
    for (const char* state : {"recommended", "results_differ", "failed_variant", "twelve_cases"}) {
        view.comparison = example_states::judgedState(state);
        model.showView(view);
        EXPECT_EQ(model.rowCount(), static_cast<int>(view.comparison->result.cases.size()) + 1);
    }
    model.showView({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(Themes, SystemFollowsTheDesktopWhileItRuns)
{
    ShownWindow shown("recommended");
    shown.theme().setChoice(ui::ThemeChoice::System);
    const auto desktopTurns = [](const QColor& ground) {
        QPalette palette;
        palette.setColor(QPalette::Window, ground);
        QApplication::setPalette(palette);
        QEvent changed(QEvent::ApplicationPaletteChange); // what a running event loop sends
        QCoreApplication::sendEvent(qApp, &changed);
    };
    desktopTurns(QColor(250, 250, 250));
    EXPECT_EQ(shown.theme().kind(), ui::ThemeKind::Light);
    EXPECT_EQ(qApp->palette().color(QPalette::Window), shown.theme().tokens().window);
    desktopTurns(QColor(20, 20, 20));
    EXPECT_EQ(shown.theme().kind(), ui::ThemeKind::Dark);
    shown.theme().setChoice(ui::ThemeChoice::Light);
    desktopTurns(QColor(21, 21, 21));
    EXPECT_EQ(shown.theme().kind(), ui::ThemeKind::Light) << "a choice of one's own holds";
}

TEST(Themes, ChangeLiveByTheirAction)
{
    ShownWindow shown("recommended");
    shown.window().actionRegistry().trigger(QStringLiteral("theme.contrast"));
    shown.settle();
    EXPECT_EQ(shown.picture().pixelColor(400, 60), QColor(Qt::black));
    shown.window().actionRegistry().trigger(QStringLiteral("theme.light"));
    shown.settle();
    EXPECT_GT(shown.picture().pixelColor(400, 60).lightness(), 200);
}

TEST(SideBar, CollapsesToIconsAndKeepsItsBadges)
{
    ShownWindow shown("recommended");
    shown.window().shown().setFocus(2); // two graph breaks
    QTest::keyClick(&shown.window(), Qt::Key_B, Qt::ControlModifier);
    shown.settle();
    auto* bar = shown.window().findChild<ui::SideBar*>();
    EXPECT_EQ(bar->width(), 48);
    EXPECT_TRUE(shown.showsSomething());
    QTest::keyClick(&shown.window(), Qt::Key_B, Qt::ControlModifier);
    shown.settle();
    EXPECT_EQ(bar->width(), 208);
}

class RememberedWindow : public testing::Test {
protected:
    RememberedWindow() { m_theme.applyTo(*qApp); }

    std::unique_ptr<ui::MainWindow> open()
    {
        auto window = std::make_unique<ui::MainWindow>(m_theme, &m_settings);
        window->resize(1680, 1020);
        window->show();
        window->control().files.showComparison(
            example_states::judgedState("recommended"), QStringLiteral("example.fscope"));
        window->showPage(ui::PageId::Overview);
        EXPECT_TRUE(QTest::qWaitForWindowExposed(window.get(), ui_test::patience));
        ui_test::waitUntilLaidOut(*window);
        return window;
    }

    ui::Theme m_theme {ui::ThemeChoice::Dark};
    QTemporaryDir m_folder;
    QSettings m_settings {m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
};

TEST_F(RememberedWindow, OpensAsItWasClosed)
{
    int width = 0;
    {
        const auto window = open();
        auto* inner = window->findChild<QMainWindow*>(QStringLiteral("workspace"));
        auto* dock = window->findChild<QDockWidget*>(QStringLiteral("inspector"));
        ASSERT_TRUE(dock->isVisible());
        inner->resizeDocks({dock}, {440}, Qt::Horizontal);
        ui_test::waitUntilLaidOut(*window);
        width = dock->width();
        window->actionRegistry().trigger(QStringLiteral("view.sideBar"));
        window->close();
    }
    const auto window = open();
    auto* dock = window->findChild<QDockWidget*>(QStringLiteral("inspector"));
    EXPECT_EQ(dock->width(), width);
    EXPECT_GT(width, 400);
    EXPECT_TRUE(window->findChild<ui::SideBar*>()->isIconOnly());
    window->actionRegistry().trigger(QStringLiteral("view.resetLayout"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return dock->width() < 350; }, ui_test::patience));
    EXPECT_FALSE(window->findChild<ui::SideBar*>()->isIconOnly());
}

TEST_F(RememberedWindow, KeepsNamesAndOrderOfTheVariants)
{
    {
        const auto window = open();
        window->control().presentation.renameVariant(2, QStringLiteral("graphs"));
        ASSERT_TRUE(QTest::qWaitFor([&] { return window->isSettled(); }, ui_test::patience));
        window->control().presentation.makeBaseline(2);
        ASSERT_TRUE(QTest::qWaitFor([&] { return window->isSettled(); }, ui_test::patience));
    }
    ui::PresentationStore store(&m_settings);
    const auto kept = store.load(example_states::judgedState("recommended")->result.info);
    EXPECT_THAT(kept.order, testing::ElementsAre(2, 0, 1, 3));
    EXPECT_EQ(kept.names.at(2), "graphs");
}

TEST_F(RememberedWindow, KeepsAnInspectorClosedOnItsPage)
{
    {
        const auto window = open();
        QTest::keyClick(window.get(), Qt::Key_I);
        EXPECT_FALSE(window->findChild<QDockWidget*>(QStringLiteral("inspector"))->isVisible());
    }
    const auto window = open();
    EXPECT_FALSE(window->findChild<QDockWidget*>(QStringLiteral("inspector"))->isVisible());
}

TEST(Blank, SaysWhatToDoAndShowsAnOutlineWhileReading)
{
    ShownWindow shown(QSize(1280, 720));
    shown.showPage(ui::PageId::Overview);
    EXPECT_TRUE(shown.window().pages().isBlank());
    EXPECT_FALSE(shown.window().pages().blank().isLoading());
    const auto buttons = shown.window().pages().blank().findChildren<ui::Button*>();
    EXPECT_EQ(buttons.size(), 2);
    shown.window().control().files.showComparison(
        example_states::judgedState("undecided"), QStringLiteral("f"));
    EXPECT_FALSE(shown.window().pages().isBlank());
}

/// Names and roles of all that takes the keyboard, as assistive programs see it.
void collectUnnamed(QAccessibleInterface* item, QStringList& unnamed)
{
    if (item == nullptr || !item->isValid())
        return;
    const QAccessible::State state = item->state();
    if (state.focusable && !state.invisible && !state.disabled
        && item->text(QAccessible::Name).trimmed().isEmpty()) {
        const QObject* object = item->object();
        unnamed << (object == nullptr ? QStringLiteral("?")
                                      : QLatin1String(object->metaObject()->className()));
    }
    for (int i = 0; i < item->childCount(); ++i)
        if (QAccessibleInterface* child = item->child(i); child != nullptr && child->isValid())
            if (child->role() != QAccessible::Cell && child->role() != QAccessible::ColumnHeader
                && child->role() != QAccessible::RowHeader)
                collectUnnamed(child, unnamed);
}

class AccessibleFrame : public testing::TestWithParam<const char*> { };

TEST_P(AccessibleFrame, HasNoControlWithoutAName)
{
    for (const QSize size : {QSize(1680, 1020), QSize(1280, 720)}) {
        const ShownWindow shown(GetParam(), size);
        QStringList unnamed;
        collectUnnamed(QAccessible::queryAccessibleInterface(&shown.window()), unnamed);
        EXPECT_TRUE(unnamed.isEmpty()) << unnamed.join(QLatin1Char(' ')).toStdString();
    }
}

INSTANTIATE_TEST_SUITE_P(States, AccessibleFrame,
    testing::Values("recommended", "undecided", "eight", "failed_variant"));

} // namespace
