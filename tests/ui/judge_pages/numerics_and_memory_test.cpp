// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "tests/ui/judge_pages/shown_example.h"
#include "ui/charts/loss_chart.h"
#include "ui/charts/ulp_chart.h"
#include "ui/pages/memory/memory_page.h"
#include "ui/pages/memory/memory_tables.h"
#include "ui/pages/numerics/numerics_page.h"
#include "ui/pages/numerics/numerics_tables.h"
#include "ui/tables/bar_table.h"
#include "ui/widgets/tab_strip.h"

#include <QLabel>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace ui {
namespace {

using testing::HasSubstr;

TEST(NumericsPage, SaysHowMuchOfTheToleranceIsUsed)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<NumericsPage>(theme, viewOfExample({}), {1472, 968});
    EXPECT_THAT(sentenceOf(*page), HasSubstr("match eager: largest error is"));
    EXPECT_THAT(sentenceOf(*page), HasSubstr("41 % of the tolerance"));
    EXPECT_EQ(cellText(page->variants(), 2, 1), u"close"_qs);
    EXPECT_EQ(page->tensors().dataModel().rowCount(), 1);
}

TEST(NumericsPage, SaysWhyNothingWasChecked)
{
    const Theme theme(ThemeChoice::Dark);
    ExampleOptions options;
    options.checked = false;
    const auto page = shown<NumericsPage>(theme, viewOfExample(options), {1472, 968});
    EXPECT_THAT(sentenceOf(*page), HasSubstr("not checked"));
    EXPECT_EQ(cellText(page->variants(), 1, 3), u"–"_qs);
    EXPECT_FALSE(page->variants().dataModel().cell(1, 3).reason.isEmpty());
}

TEST(NumericsPage, DrawsLossesOfBothSidesAndTheirDistance)
{
    const Theme theme(ThemeChoice::Dark);
    ComparisonView view;
    view.comparison = example_states::judgedState("training");
    view.focus = 1;
    const auto page = shown<NumericsPage>(theme, view, {1472, 968});
    ASSERT_TRUE(page->losses().isVisible());
    EXPECT_EQ(page->losses().curveCount(), 4U) << "three variants, and eager in fp64";
    EXPECT_EQ(page->losses().table().rows.size(), 20);
    QString words;
    for (const auto* label : page->findChildren<QLabel*>())
        words += label->text();
    EXPECT_THAT(words.toStdString(), HasSubstr("over 20 steps"));
    auto* kind = page->findChild<TabStrip*>();
    kind->setCurrent(1);
    Q_EMIT kind->currentChanged(1);
    EXPECT_EQ(page->losses().curveCount(), 3U) << "the baseline is what they are far from";
    const auto inference = shown<NumericsPage>(theme, viewOfExample({}), {1472, 968});
    EXPECT_FALSE(inference->losses().isVisible());
}

TEST(NumericsPage, NamesTheFirstModuleAboveTheToleranceAndDrawsDistances)
{
    const Theme theme(ThemeChoice::Dark);
    ComparisonView view;
    view.comparison = example_states::judgedState("modules");
    view.focus = 1;
    const auto page = shown<NumericsPage>(theme, view, {1472, 1400});
    ASSERT_TRUE(page->modules().isVisible());
    ASSERT_EQ(page->modules().dataModel().rowCount(), 9);
    EXPECT_EQ(cellText(page->modules(), 5, 0), u"layers.1.norm"_qs);
    EXPECT_EQ(cellText(page->modules(), 5, 7), u"first above the tolerance"_qs);
    EXPECT_EQ(cellText(page->modules(), 0, 7), u"equal"_qs);
    ASSERT_TRUE(page->distances().isVisible());
    const ChartTable table = page->distances().table();
    EXPECT_EQ(table.columns.size(), 5);
    EXPECT_EQ(table.rows.size(), 17) << "up to 2^15";
    EXPECT_THAT(page->distances().accessibleName().toStdString(),
        HasSubstr("default against eager: 40 of 32"));
    const auto without = shown<NumericsPage>(theme, viewOfExample({}), {1472, 968});
    EXPECT_FALSE(without->modules().isVisible());
    EXPECT_FALSE(without->distances().isVisible());
}

TEST(MemoryPage, SaysWhatACallNeedsAndHowItDiffers)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<MemoryPage>(theme, viewOfExample({.onGpu = true}), {1472, 968});
    EXPECT_THAT(sentenceOf(*page), HasSubstr("reduce-overhead peaks at 3."));
    EXPECT_THAT(sentenceOf(*page), HasSubstr("against eager (+"));
    EXPECT_EQ(cellText(page->figures(), 2, 7), u"needs more"_qs);
    EXPECT_EQ(cellText(page->figures(), 0, 1), u"–"_qs) << "no peak of the build was recorded";
}

TEST(MemoryPage, HasOneUnitForAColumnAndRoundTicks)
{
    const ComparisonView view = viewOfExample(ExampleOptions {.onGpu = true});
    const auto rows = profiler::memoryRows(view.comparison->data, *view.caseResult());
    const BarContent table = peakTable(view, rows, MemoryKind::Device);
    std::set<QString> units;
    for (const auto& bars : table.bars) {
        EXPECT_GE(bars.ticks.size(), 2U);
        EXPECT_DOUBLE_EQ(bars.ticks.back().at, 1);
        for (const auto& tick : bars.ticks) {
            units.insert(tick.text.section(u' ', 1));
            const QString digits = tick.text.section(u' ', 0, 0).remove(u'.').remove(u'0');
            EXPECT_LE(digits.size(), 2) << tick.text.toStdString();
        }
        for (const auto& cell : bars.cells)
            if (!cell.end.isEmpty())
                units.insert(cell.end.section(u' ', 1));
    }
    EXPECT_EQ(units.size(), 1U);
}

TEST(MemoryPage, DrawsTheCapWhereItCounts)
{
    ExampleOptions options {.onGpu = true};
    options.goal.limits.memoryBytes = std::int64_t {3} << 30;
    const ComparisonView view = viewOfExample(options);
    const auto rows = profiler::memoryRows(view.comparison->data, *view.caseResult());
    const BarContent device = peakTable(view, rows, MemoryKind::Device);
    ASSERT_TRUE(device.bars.front().limit);
    EXPECT_GT(device.bars.back().cells.at(2).parts.back().to, device.bars.back().limit->at)
        << "3.6 GiB are over the cap of 3";
    EXPECT_FALSE(peakTable(view, rows, MemoryKind::Host).bars.front().limit);
}

} // namespace
} // namespace ui
