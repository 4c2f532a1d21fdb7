// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/variant.h"
#include "tests/ui/shown_window.h"
#include "ui/window/bars/comparison_bar.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/palette/shortcut_dialog.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLineEdit>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace {

using testing::HasSubstr;
using ui::ActionRegistry;
using ui_test::ShownWindow;

class Registry : public testing::Test {
protected:
    Registry()
        : m_settings(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)
    {
    }

    /// Two commands, `first` on Ctrl+1 and `second` on J.
    std::unique_ptr<ActionRegistry> make()
    {
        auto registry = std::make_unique<ActionRegistry>(m_window, &m_settings);
        const auto command = [this, &registry](const char* id, const QKeySequence& key) {
            registry->add({.id = QLatin1String(id),
                .group = QStringLiteral("Group"),
                .text = QLatin1String(id),
                .help = QStringLiteral("Does it"),
                .keys = {key},
                .run = [this, id] { ++m_runs[id]; }});
        };
        command("first", QKeySequence(Qt::CTRL | Qt::Key_1));
        command("second", QKeySequence(Qt::Key_J));
        return registry;
    }

    QTemporaryDir m_folder;
    QSettings m_settings;
    QWidget m_window;
    std::map<std::string, int> m_runs;
};

TEST_F(Registry, RefusesKeysThatBelongToAnotherCommandInASentence)
{
    const auto registry = make();
    const QString answer
        = registry->setKey(QStringLiteral("second"), QKeySequence(Qt::CTRL | Qt::Key_1));
    EXPECT_THAT(answer.toStdString(), HasSubstr("first"));
    EXPECT_THAT(answer.toStdString(), HasSubstr("Ctrl+1"));
    EXPECT_EQ(registry->keyText(QStringLiteral("second")), QStringLiteral("J"));
}

TEST_F(Registry, RemembersChangedKeysAndForgetsThemOnReset)
{
    EXPECT_EQ(make()->setKey(QStringLiteral("second"), QKeySequence(Qt::Key_L)), QString());
    const auto registry = make();
    EXPECT_EQ(registry->keyText(QStringLiteral("second")), QStringLiteral("L"));
    registry->resetAllKeys();
    EXPECT_EQ(registry->keyText(QStringLiteral("second")), QStringLiteral("J"));
    EXPECT_EQ(make()->keyText(QStringLiteral("second")), QStringLiteral("J"));
}

TEST_F(Registry, WritesTheKeyIntoTooltipsAndKeepsItThere)
{
    const auto registry = make();
    QWidget button;
    registry->describe(&button, QStringLiteral("second"));
    EXPECT_THAT(button.toolTip().toStdString(), HasSubstr("(J)"));
    EXPECT_EQ(registry->setKey(QStringLiteral("second"), QKeySequence(Qt::Key_L)), QString());
    EXPECT_THAT(button.toolTip().toStdString(), HasSubstr("(L)"));
}

TEST_F(Registry, DialogSaysWhyKeysAreRefused)
{
    const auto registry = make();
    const ui::Theme theme(ui::ThemeChoice::Dark);
    ui::ShortcutDialog dialog(theme, *registry);
    dialog.choose(QStringLiteral("second"));
    dialog.setKey(QKeySequence(Qt::CTRL | Qt::Key_1));
    EXPECT_THAT(dialog.answer().toStdString(), HasSubstr("already belongs to"));
    dialog.setKey(QKeySequence(Qt::Key_K));
    EXPECT_EQ(registry->keyText(QStringLiteral("second")), QStringLiteral("K"));
}

TEST_F(Registry, ModelIsATable)
{
    const auto registry = make();
    const ui::Theme theme(ui::ThemeChoice::Dark);
    const ui::ShortcutDialog dialog(theme, *registry);
    QAbstractItemModel& model = *dialog.findChild<QTableView*>()->model();
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(registry->setKey(QStringLiteral("second"), {}), QString());
    EXPECT_EQ(model.index(1, 2).data().toString(), QString());
}

TEST(WindowActions, NoTwoShareAKeyAndEachHasAName)
{
    const ShownWindow shown("recommended");
    std::map<std::string, std::string> owners;
    std::set<std::string> names;
    for (const ui::ActionSpec& spec : shown.window().actionRegistry().specs()) {
        EXPECT_FALSE(spec.text.isEmpty()) << spec.id.toStdString();
        EXPECT_FALSE(spec.help.isEmpty()) << spec.id.toStdString();
        EXPECT_TRUE(names.insert(spec.text.toStdString()).second) << spec.text.toStdString();
        for (const QKeySequence& key : shown.window().actionRegistry().keys(spec.id)) {
            const std::string text = key.toString().toStdString();
            EXPECT_TRUE(owners.emplace(text, spec.id.toStdString()).second)
                << text << " belongs to " << owners[text] << " and " << spec.id.toStdString();
        }
    }
}

TEST(WindowActions, LettersAreTypedIntoATextFieldAndFireNothing)
{
    const ShownWindow shown("recommended");
    QLineEdit field(&shown.window());
    field.show();
    field.setFocus();
    const int before = shown.window().view().caseIndex;
    QTest::keyClicks(&field, QStringLiteral("x]i?/"));
    EXPECT_EQ(field.text(), QStringLiteral("x]i?/"));
    EXPECT_EQ(shown.window().view().caseIndex, before);
    EXPECT_TRUE(shown.window().isSettled()) << "X swaps baseline and focus elsewhere";
}

} // namespace
