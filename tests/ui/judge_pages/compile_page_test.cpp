// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "tests/ui/judge_pages/shown_example.h"
#include "tests/ui/patience.h"
#include "ui/pages/compile/compile_page.h"
#include "ui/pages/compile/first_start.h"
#include "ui/pages/compile/horizon_slider.h"
#include "ui/pages/compile/payback_table.h"
#include "ui/tables/bar_table.h"

#include <QSignalSpy>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ui {
namespace {

using testing::HasSubstr;

TEST(CompilePage, SaysWhatItCostsOnce)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<CompilePage>(
        theme, viewOfExample({.goal = {.horizonCalls = 100'000}}), {1472, 968});
    EXPECT_THAT(sentenceOf(*page), HasSubstr("reduce-overhead costs "));
    EXPECT_THAT(sentenceOf(*page), HasSubstr("), pays back after "));
    EXPECT_THAT(sentenceOf(*page), HasSubstr(" s start-up (total with a warm cache "));
    // The table's number is the sentence's.
    const QString wall = cellText(page->firstStart(), 2, 2);
    EXPECT_THAT(sentenceOf(*page), HasSubstr("costs " + wall.toStdString() + " once"));
}

TEST(CompilePage, DrawsPartsThatMakeTheBar)
{
    const ComparisonView view = viewOfExample({});
    const auto evidence = compileEvidenceOf(*view.comparison, 0);
    const BarContent start = firstStart(view, evidence);
    ASSERT_EQ(start.bars.size(), 2U);
    for (const BarColumn& bars : start.bars) {
        ASSERT_EQ(bars.cells.size(), 4U);
        EXPECT_EQ(bars.cells.front().note, u"it compiles nothing"_qs);
        for (std::size_t row = 1; row < bars.cells.size(); ++row) {
            double end = 0;
            for (const BarPart& part : bars.cells[row].parts) {
                EXPECT_NEAR(part.from, end, 1e-9) << "no gap and nothing twice";
                end = part.to;
            }
            EXPECT_LE(end, 1);
        }
    }
}

TEST(CompilePage, AsksForAnotherHorizonWithTheSlider)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<CompilePage>(theme, viewOfExample({}), {1472, 968});
    QSignalSpy asked(page.get(), &Page::goalRequested);
    auto* slider = page->findChild<HorizonSlider*>();
    ASSERT_FALSE(slider->horizon());
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    EXPECT_TRUE(slider->horizon()) << "the chart and the table follow at once";
    ASSERT_TRUE(QTest::qWaitFor([&] { return asked.count() == 1; }, ui_test::patience));
    const auto goal = asked.front().front().value<profiler::Goal>();
    EXPECT_EQ(goal.horizonCalls, slider->horizon());
    EXPECT_TRUE(cellText(page->payback(), 0, 4).startsWith(u"+"_qs)
        || cellText(page->payback(), 0, 4).startsWith(u"−"_qs));
}

TEST(HorizonSlider, RoundsToWhatPeoplePlan)
{
    EXPECT_EQ(roundCalls(103'276), 100'000);
    EXPECT_EQ(roundCalls(3'849), 3'800);
    EXPECT_EQ(roundCalls(7), 7);
    EXPECT_EQ(roundCalls(0.2), 1);
}

TEST(CompilePage, PaysNothingBackThatIsNotClearlyFaster)
{
    const ComparisonView view = viewOfExample(example_states::named("undecided").options, 1);
    const auto& variant = view.caseResult()->variants.at(1);
    ASSERT_NE(variant.verdict, profiler::Verdict::Faster);
    ASSERT_TRUE(variant.paybackTermsCold) << profiler::reasonText(variant.paybackTermsCold.error());
    ASSERT_FALSE(variant.paybackCold);
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<CompilePage>(theme, view, {1472, 968});
    EXPECT_THAT(
        sentenceOf(*page), HasSubstr(", " + profiler::reasonText(variant.paybackCold.error())));
}

TEST(CompilePage, ShowsTheJudgedPaybackColdAndWarm)
{
    const ComparisonView view = viewOfExample({});
    const auto evidence = compileEvidenceOf(*view.comparison, 0);
    const DataContent table = paybackTable(view, evidence, std::nullopt);
    ASSERT_EQ(table.rows.size(), 6U);
    const auto& variant = view.caseResult()->variants.at(2);
    EXPECT_EQ(table.rows[2].cells[2].text,
        QString::fromStdString(profiler::formatCount(variant.paybackCold->calls)));
    EXPECT_EQ(table.rows[3].cells[2].text,
        QString::fromStdString(profiler::formatCount(variant.paybackWarm->calls)));
}

} // namespace
} // namespace ui
