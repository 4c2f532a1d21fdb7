// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/charts/sample_series.h"
#include "ui/charts/payback_chart.h"
#include "ui/figure/document_export.h"

#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace ui {
namespace {

using test::crowdedPayback;
using test::designPayback;
using test::grabbed;
using test::isBlank;

constexpr QSize panelSize {500, 290};

TEST(PaybackChart, DrawsOneCurveALineAndABandForEachColdOne)
{
    const Theme theme(ThemeChoice::Dark);
    PaybackChart chart(theme);
    chart.setSeries(designPayback(), 2);
    EXPECT_EQ(chart.graphCount(), (3 * 3) + 1);
}

std::vector<PaybackChart::Crossing> crossingsOf(
    ThemeChoice choice, profiler::PaybackSeries series, int focus, double scale, const char* name)
{
    const Theme theme(choice);
    PaybackChart chart(theme);
    chart.setSeries(std::move(series), focus);
    (void)grabbed(chart, theme, panelSize, scale, name);
    return chart.crossings();
}

TEST(PaybackChart, LabelsEachCrossingWithItsCalls)
{
    const auto crossings = crossingsOf(ThemeChoice::Dark, designPayback(), 2, 1, "payback");
    ASSERT_EQ(crossings.size(), 4U);
    EXPECT_EQ(crossings[0].line, 1U) << "the focused variant chooses its place first";
    for (const auto& crossing : crossings)
        EXPECT_FALSE(crossing.label.isEmpty()) << crossing.text.toStdString();
    EXPECT_TRUE(crossings[1].text.endsWith(u"warm cache"_qs));
}

TEST(PaybackChart, KeepsCrossingLabelsApartHoweverCrowded)
{
    const auto crossings
        = crossingsOf(ThemeChoice::Light, crowdedPayback(), 3, 1.5, "payback-crowded");
    ASSERT_EQ(crossings.size(), 8U);
    for (std::size_t a = 0; a < crossings.size(); ++a) {
        EXPECT_FALSE(crossings[a].label.isEmpty());
        for (std::size_t b = a + 1; b < crossings.size(); ++b)
            EXPECT_FALSE(crossings[a].label.intersects(crossings[b].label)) << a << " and " << b;
    }
}

TEST(PaybackChart, FollowsTheTheme)
{
    Theme theme(ThemeChoice::Dark);
    PaybackChart chart(theme);
    chart.setSeries(designPayback(), 2);
    const QImage dark = grabbed(chart, theme, panelSize, 1.5, "payback");
    theme.setChoice(ThemeChoice::Light);
    const QImage light = grabbed(chart, theme, panelSize, 1.5, "payback");
    EXPECT_FALSE(isBlank(dark));
    EXPECT_FALSE(isBlank(light));
    EXPECT_NE(dark, light);
    EXPECT_NE(grabbed(chart, theme, panelSize, 1, "payback-1x").size(), light.size());
}

TEST(PaybackChart, TableEqualsTheSeries)
{
    const Theme theme(ThemeChoice::Dark);
    PaybackChart chart(theme);
    chart.setSeries(designPayback(), 2);
    const ChartTable table = chart.table();
    ASSERT_EQ(table.rows.size(), 4);
    for (qsizetype row = 0; row < table.rows.size(); ++row) {
        const auto& line = chart.series().lines[static_cast<std::size_t>(row)];
        EXPECT_EQ(table.rows[row].size(), table.columns.size());
        EXPECT_EQ(table.rows[row][2].toDouble(), line.costNs.estimate / 1e9);
        EXPECT_EQ(table.rows[row][4].toLongLong(), line.crossing->calls);
    }
}

TEST(PaybackChart, CrosshairNamesEveryLine)
{
    const Theme theme(ThemeChoice::Dark);
    PaybackChart chart(theme);
    chart.setSeries(designPayback(), 2);
    (void)grabbed(chart, theme, panelSize, 1, "payback");
    chart.setPointer(QPointF(chart.axisRect()->rect().center()));
    ASSERT_TRUE(chart.reading());
    EXPECT_EQ(chart.reading()->rows.size(), 4U);
    chart.setPointer(std::nullopt);
    EXPECT_FALSE(chart.reading());
}

TEST(PaybackChart, ZoomStaysInsideAndResets)
{
    const Theme theme(ThemeChoice::Dark);
    PaybackChart chart(theme);
    chart.setSeries(designPayback(), 2);
    const QCPRange whole = chart.xAxis->range();
    chart.xAxis->setRange(whole.lower - 5, whole.upper + 5);
    EXPECT_GE(chart.xAxis->range().lower, whole.lower);
    EXPECT_LE(chart.xAxis->range().upper, whole.upper);
    chart.xAxis->setRange(3, 4);
    chart.resetView();
    EXPECT_EQ(chart.xAxis->range(), whole);
}

TEST(PaybackChart, SaysWhyItIsEmpty)
{
    const Theme theme(ThemeChoice::Dark);
    PaybackChart chart(theme);
    chart.setSeries({.whyEmpty = profiler::recorded("default: compile time was not recorded")}, 1);
    EXPECT_FALSE(isBlank(grabbed(chart, theme, panelSize, 1, "payback-empty")));
    EXPECT_EQ(chart.accessibleDescription(), u"default: compile time was not recorded"_qs);
}

TEST(ChartExport, WritesEveryFormat)
{
    const Theme theme(ThemeChoice::Dark);
    PaybackChart chart(theme);
    chart.setSource({.line = u"Fusescope 0.1.0 · sample.fscope"_qs});
    chart.setSeries(designPayback(), 2);
    const QTemporaryDir folder;
    for (const auto& [name, start] : {std::pair {"a.png", "\x89PNG"}, std::pair {"a.svg", "<?xml"},
             std::pair {"a.pdf", "%PDF"}, std::pair {"a.csv", "variant,"}}) {
        const QString file = folder.filePath(QString::fromLatin1(name));
        ASSERT_TRUE(saveDocument(wholeDocument(chart), file)) << name;
        QFile written(file);
        ASSERT_TRUE(written.open(QIODevice::ReadOnly));
        EXPECT_TRUE(written.readAll().startsWith(start)) << name;
    }
    EXPECT_FALSE(saveDocument(wholeDocument(chart), folder.filePath(u"a.bmp"_qs)));
    EXPECT_FALSE(saveDocument(wholeDocument(chart), u"/nowhere/at/all.png"_qs));
}

TEST(ChartExport, DrawsInLightAndLeavesTheScreenAsItWas)
{
    const Theme theme(ThemeChoice::Dark);
    PaybackChart chart(theme);
    chart.setSeries(designPayback(), 2);
    const QImage before = grabbed(chart, theme, panelSize, 1, "payback");
    const QImage file = imageOf(drawDocument(chart));
    EXPECT_EQ(file.pixelColor(0, 0), tokensOf(ThemeKind::Light).panel);
    EXPECT_EQ(grabbed(chart, theme, panelSize, 1, "payback"), before);
    const QByteArray svg = svgOf(drawDocument(chart));
    EXPECT_TRUE(svg.contains("DejaVu Sans"));
    EXPECT_FALSE(svg.contains("#000000")) << "no colour of the theme: a tick that nobody sees";
}

} // namespace
} // namespace ui
