// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/evidence/kernels/waterfall.h"
#include "ui/figure/label_layout.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"

#include <QFontMetrics>

#include <gtest/gtest.h>

#include <cstddef>

namespace ui {
namespace {

const QRectF bounds(0, 0, 400, 300);

void expectApart(const std::vector<QRectF>& places)
{
    for (std::size_t a = 0; a < places.size(); ++a) {
        EXPECT_FALSE(places[a].isEmpty()) << "label " << a;
        EXPECT_TRUE(bounds.contains(places[a])) << "label " << a;
        for (std::size_t b = a + 1; b < places.size(); ++b)
            EXPECT_FALSE(places[a].intersects(places[b])) << a << " and " << b;
    }
}

TEST(LabelLayout, KeepsEightLabelsOfOnePointApart)
{
    const std::vector<PointLabel> labels(8, {QPointF(200, 150), QSizeF(60, 14)});
    expectApart(placeBesidePoints(labels, bounds));
}

TEST(LabelLayout, StaysInsideAtTheCorner)
{
    expectApart(placeBesidePoints(
        {{QPointF(399, 299), QSizeF(60, 14)}, {QPointF(0, 0), QSizeF(60, 14)}}, bounds));
}

TEST(LabelLayout, LeavesFreeWhatIsTaken)
{
    const QRectF taken(200, 150, 200, 150);
    const auto places = placeBesidePoints({{QPointF(200, 150), QSizeF(60, 14)}}, bounds, {taken});
    EXPECT_FALSE(places.at(0).intersects(taken));
}

TEST(LabelLayout, GivesUpRatherThanOverlap)
{
    const auto places = placeBesidePoints({{QPointF(5, 5), QSizeF(60, 14)}}, QRectF(0, 0, 20, 20));
    EXPECT_TRUE(places.at(0).isEmpty());
}

TEST(LabelColumn, StaysNearWhatLabelsWantInTheirOrder)
{
    const auto tops = placeInColumn({{100, 30}, {102, 30}, {20, 30}}, 0, 300);
    EXPECT_EQ(tops[2], 20);
    EXPECT_GE(tops[1], tops[0] + 30);
    EXPECT_EQ(tops[0], 100);
}

TEST(LabelColumn, IsPushedUpFromTheLowerEnd)
{
    const auto tops = placeInColumn({{290, 30}, {295, 30}}, 0, 300);
    EXPECT_LE(tops[1] + 30, 300);
    EXPECT_LE(tops[0] + 30, tops[1]);
}

TEST(LabelColumn, StartsAtTheTopWhenThereIsNoRoom)
{
    const auto tops = placeInColumn({{50, 200}, {60, 200}}, 0, 300);
    EXPECT_EQ(tops[0], 0);
    EXPECT_GE(tops[1], 200);
}

TEST(LabelLayout, NamesOfAllStepsFitIntoTwoLinesOfANarrowColumn)
{
    constexpr int narrow = 86; // ten steps and both ends in a window of 1280, and a little beyond
    const QFont font = uiFont(type::small, QFont::Medium);
    for (int step = 0; step <= static_cast<int>(profiler::WaterfallStep::Unexplained); ++step) {
        const QString name
            = qt(profiler::waterfallStepName(static_cast<profiler::WaterfallStep>(step)));
        const QStringList lines = inTwoLines(name, font, narrow);
        ASSERT_LE(lines.size(), 2);
        EXPECT_FALSE(lines.join(QString()).contains(QChar(0x2026))) << name.toStdString();
        for (const QString& line : lines)
            EXPECT_LE(QFontMetrics(font).horizontalAdvance(line), narrow) << name.toStdString();
    }
    EXPECT_EQ(inTwoLines(QStringLiteral("sync"), font, narrow).size(), 1);
}

} // namespace
} // namespace ui
