// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_text.h"
#include "ui/charts/percentile_chart.h"
#include "ui/figure/scale.h"
#include "ui/theme/theme.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using testing::Contains;
using testing::DoubleNear;

namespace {

TEST(RatioAxis, HasTicksThatReadLikeTheText)
{
    EXPECT_EQ(ui::ratioTickText(1), QStringLiteral("1×"));
    EXPECT_EQ(ui::ratioTickText(1.5), QStringLiteral("1.5×"));
    EXPECT_EQ(ui::ratioTickText(1 / 1.5), QStringLiteral("1.5× slower"));
    EXPECT_EQ(ui::ratioTickText(0.05), QStringLiteral("20× slower"));
}

TEST(RatioAxis, HasOneAndRoundNumbersOnBothSides)
{
    for (const auto& [low, high] : {std::pair {0.58, 1.05}, std::pair {0.9, 1.1},
             std::pair {0.99, 1.65}, std::pair {0.02, 41.0}, std::pair {0.98, 1.03}}) {
        const auto ticks = ui::ratioCandidates(low, high, 7);
        EXPECT_THAT(ticks, Contains(DoubleNear(1, 1e-12))) << low << " to " << high;
        EXPECT_GE(ticks.size(), 3U) << low << " to " << high;
        EXPECT_LE(ticks.size(), 7U) << low << " to " << high;
        EXPECT_TRUE(std::is_sorted(ticks.begin(), ticks.end()));
        for (const double tick : ticks)
            EXPECT_LE(ui::ratioTickText(tick).size(), 12) << tick;
    }
    // A thousandth is as fine as it gets: one with three decimals, however little is shown.
    EXPECT_EQ(ui::ratioCandidates(0.999, 1.0005, 7).size(), 2U);
    EXPECT_TRUE(ui::ratioCandidates(0, 2, 7).empty());
    EXPECT_TRUE(ui::ratioCandidates(2, 1, 7).empty());
}

TEST(PercentileChartUnit, IsTheOneOfThePage)
{
    const ui::Theme theme(ui::ThemeChoice::Dark);
    ui::PercentileChart chart(theme, nullptr);
    profiler::PercentileSeries series {.shownUpTo = 0.9, .headline = 0.9};
    series.variants.push_back({.variant = 0,
        .name = "eager",
        .callsInOneProcess = 40,
        .shownUpTo = 0.9,
        .curve = {{.p = 0, .ns = 0.6e6}, {.p = 0.5, .ns = 2.98e6}, {.p = 0.9, .ns = 4e6}}});
    chart.setSeries(series, 0);
    EXPECT_EQ(chart.unit(), profiler::unitFor(0.6e6));
    chart.setSeries(series, 0, profiler::TimeUnit::Milliseconds);
    EXPECT_EQ(chart.unit(), profiler::TimeUnit::Milliseconds);
    EXPECT_TRUE(chart.table().columns.at(2).endsWith(QStringLiteral("ms")));
    chart.setLogAxis(true);
    EXPECT_EQ(chart.unit(), profiler::TimeUnit::Milliseconds);
}

} // namespace
