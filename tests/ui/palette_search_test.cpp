// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/shown_window.h"
#include "ui/window/palette/action_registry.h"
#include "ui/window/palette/command_palette.h"
#include "ui/window/palette/fuzzy_match.h"
#include "ui/window/workspace/page_stack.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using ui::fuzzyScore;
using ui_test::ShownWindow;

QString operator""_s(const char16_t* text, std::size_t size)
{
    return QString(reinterpret_cast<const QChar*>(text), static_cast<qsizetype>(size));
}

TEST(Fuzzy, FindsLettersInOrderAndWordsInAny)
{
    EXPECT_TRUE(fuzzyScore(u"gb"_s, u"Graph breaks"_s));
    EXPECT_TRUE(fuzzyScore(u"breaks graph"_s, u"Graph breaks"_s));
    EXPECT_FALSE(fuzzyScore(u"bg"_s, u"Graph"_s));
    EXPECT_TRUE(fuzzyScore(u""_s, u"anything"_s));
}

TEST(Fuzzy, PrefersBeginningsAndLettersInARow)
{
    EXPECT_GT(fuzzyScore(u"lat"_s, u"Latency"_s), fuzzyScore(u"lat"_s, u"Relation"_s));
    EXPECT_GT(fuzzyScore(u"cv"_s, u"Copy verdict"_s), fuzzyScore(u"cv"_s, u"Recover"_s));
}

TEST(Palette, ReachesEveryActionOfTheRegistry)
{
    const ShownWindow shown("recommended");
    const auto items = shown.window().control().palette.everything();
    for (const ui::ActionSpec& spec : shown.window().actionRegistry().specs())
        EXPECT_TRUE(std::any_of(items.begin(), items.end(), [&](const ui::PaletteItem& item) {
            return item.text == spec.text && item.run;
        })) << spec.id.toStdString();
}

/// Behind it nothing else, and none without it.
void expectOnlyBehind(ui::PaletteModel& model, const QString& sign, ui::PaletteKind kind)
{
    for (int row = 0; row < model.rowCount(); ++row)
        EXPECT_NE(model.item(row).kind, kind);
    model.setPattern(sign);
    ASSERT_GT(model.rowCount(), 0);
    for (int row = 0; row < model.rowCount(); ++row)
        EXPECT_EQ(model.item(row).kind, kind);
}

TEST(Palette, ListsFindingsBehindAnExclamationMarkOnly)
{
    const ShownWindow shown("recommended");
    ui::PaletteModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setItems(shown.window().control().palette.everything());
    expectOnlyBehind(model, QStringLiteral("!"), ui::PaletteKind::Finding);
    model.setPattern(QStringLiteral("! zzzz"));
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(Palette, ListsKernelsBehindAnAtSignOnlyAndShowsTheirWork)
{
    const ShownWindow shown("traced");
    ui::PaletteModel model;
    model.setItems(shown.window().control().palette.everything());
    expectOnlyBehind(model, QStringLiteral("@"), ui::PaletteKind::Kernel);
    model.item(0).run();
    EXPECT_EQ(shown.window().pages().currentId(), ui::PageId::Kernels);
}

TEST(Palette, OpensAPageByKeysAlone)
{
    const ShownWindow shown("recommended");
    QTest::keyClick(&shown.window(), Qt::Key_K, Qt::ControlModifier);
    auto* palette = shown.window().findChild<ui::CommandPalette*>();
    ASSERT_TRUE(palette->isVisible());
    auto* field = palette->findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("latency"));
    EXPECT_EQ(palette->model().item(0).text, QStringLiteral("Latency"));
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_FALSE(palette->isVisible());
    EXPECT_EQ(shown.window().pages().currentId(), ui::PageId::Latency);
}

} // namespace
