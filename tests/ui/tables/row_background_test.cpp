// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/row_background.h"

#include <QImage>
#include <QPainter>
#include <QStyleOptionViewItem>

#include <gtest/gtest.h>

namespace {

struct Painted {
    bool selected = false;
    QColor left;
    QColor middle;
};

Painted paint(ui::ThemeKind kind, bool selected, int column, ui::RowBar bar)
{
    const ui::Tokens& tokens = ui::tokensOf(kind);
    QImage image(80, 20, QImage::Format_RGB32);
    image.fill(tokens.panel);
    QStyleOptionViewItem option;
    option.rect = image.rect();
    option.state.setFlag(QStyle::State_Selected, selected);
    QPainter painter(&image);
    Painted painted;
    painted.selected = ui::paintRowGround(painter, tokens, option, column, bar);
    painter.end();
    painted.left = image.pixelColor(1, 10);
    painted.middle = image.pixelColor(40, 10);
    return painted;
}

using ui::RowBar;
using ui::ThemeKind;

TEST(RowGround, TintsASelectedRow)
{
    const auto painted = paint(ThemeKind::Dark, true, 0, RowBar::WithoutTints);
    EXPECT_TRUE(painted.selected);
    EXPECT_EQ(painted.left, ui::tokensOf(ThemeKind::Dark).selection);
    EXPECT_EQ(painted.middle, ui::tokensOf(ThemeKind::Dark).selection);
}

TEST(RowGround, LeavesOtherRowsAsTheyAre)
{
    const auto painted = paint(ThemeKind::Dark, false, 0, RowBar::Always);
    EXPECT_FALSE(painted.selected);
    EXPECT_EQ(painted.left, ui::tokensOf(ThemeKind::Dark).panel);
}

TEST(RowGround, ShowsInHighContrastWhereNoTintDoes)
{
    const auto first = paint(ThemeKind::HighContrast, true, 0, RowBar::WithoutTints);
    EXPECT_EQ(first.left, ui::tokensOf(ThemeKind::HighContrast).accent);
    const auto second = paint(ThemeKind::HighContrast, true, 1, RowBar::WithoutTints);
    EXPECT_EQ(second.left, ui::tokensOf(ThemeKind::HighContrast).selection);
}

TEST(RowGround, HasABarWithTintsWhereItIsWanted)
{
    EXPECT_EQ(paint(ThemeKind::Light, true, 0, RowBar::Always).left,
        ui::tokensOf(ThemeKind::Light).accent);
}

} // namespace
