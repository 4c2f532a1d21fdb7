// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/forest_axes.h"

#include <gtest/gtest.h>

namespace {

ui::ForestRow timed(double medianNs, double p99Ns)
{
    ui::ForestRow row;
    row.medianNs = medianNs;
    row.violin = profiler::Violin {
        .count = 400, .min = medianNs * 0.95, .q3 = medianNs * 1.02, .p99 = p99Ns};
    return row;
}

ui::ForestRow rated(double low, double estimate, double high)
{
    ui::ForestRow row;
    row.ratio = profiler::Interval {estimate, low, high};
    return row;
}

TEST(ForestAxes, ShowEveryMedianAndP99)
{
    const ui::ColumnAxis axis = ui::timeAxis({.rows = {timed(10, 14), timed(8, 9)}});
    for (const double value : {7.6, 10.0, 14.0})
        EXPECT_TRUE(axis.contains(value)) << value;
}

TEST(ForestAxes, KeepShapesReadableBesideATailOutOfProportion)
{
    const ui::ColumnAxis axis = ui::timeAxis({.rows = {timed(10, 14'000)}});
    EXPECT_TRUE(axis.contains(10));
    EXPECT_LT(axis.high, 40);
}

TEST(ForestAxes, AlwaysHoldOneAndTheBand)
{
    const ui::ColumnAxis axis
        = ui::ratioAxis({.rows = {rated(1.6, 1.63, 1.65)}, .bandLow = 0.97, .bandHigh = 1.03});
    for (const double value : {0.97, 1.0, 1.03, 1.6, 1.65})
        EXPECT_TRUE(axis.contains(value)) << value;
    EXPECT_GE(axis.ticks.size(), 3U);
}

TEST(ForestAxes, CutAnIntervalThatSaysNothing)
{
    const ui::ColumnAxis axis = ui::ratioAxis({.rows = {rated(0.02, 1.0, 41)}});
    EXPECT_LT(axis.high, 2);
    EXPECT_GT(axis.low, 0.3);
}

// "0.6×" stood below a ratio told as "1.71× slower".
TEST(ForestAxes, LabelTheSlowerSideAsTheTextDoes)
{
    const ui::ColumnAxis axis
        = ui::ratioAxis({.rows = {rated(0.5, 1 / 1.71, 0.66)}, .bandLow = 0.97, .bandHigh = 1.03});
    EXPECT_TRUE(axis.contains(1 / 1.71));
    EXPECT_EQ(ui::tickText(axis, axis.ticks.front()).right(6), QStringLiteral("slower"));
    EXPECT_EQ(ui::tickText(axis, 1), QStringLiteral("1×"));
    const QRectF column(0, 0, 100, 20);
    EXPECT_NEAR(axis.toX(column, axis.low), 0, 1e-9);
    EXPECT_NEAR(axis.toX(column, axis.high), 100, 1e-9);
    EXPECT_NEAR(axis.toX(column, 1) - axis.toX(column, 0.5),
        axis.toX(column, 2) - axis.toX(column, 1), 1e-9)
        << "2× faster and 2× slower are as far from 1";
}

TEST(ForestAxes, LabelTicksWithTheDigitsTheyNeed)
{
    const ui::ColumnAxis fine {.low = 0.9, .high = 1.1, .ticks = {0.95, 1.0, 1.05}};
    EXPECT_EQ(ui::tickText(fine, 1.0), QStringLiteral("1.00"));
    const ui::ColumnAxis coarse {.low = 0, .high = 30, .ticks = {10, 20}};
    EXPECT_EQ(ui::tickText(coarse, 20), QStringLiteral("20"));
}

} // namespace
