// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/support/made_load.h"
#include "tests/ui/judge_pages/shown_example.h"
#include "ui/charts/load_chart.h"
#include "ui/pages/page_descriptor.h"
#include "ui/pages/serving/serving_page.h"

#include <QHeaderView>
#include <QTableView>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ui {
namespace {

using testing::HasSubstr;

ComparisonView underLoad()
{
    ComparisonView view;
    view.comparison = example_states::judgedState("under_load");
    view.focus = 2;
    return view;
}

std::unique_ptr<ServingPage> shownPage(const Theme& theme)
{
    return shown<ServingPage>(theme, underLoad(), {1472, 968});
}

TEST(ServingPage, ConcludesWhichVariantServesTheMost)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shownPage(theme);
    EXPECT_THAT(sentenceOf(*page), HasSubstr("Use max-autotune: it serves"));
    EXPECT_THAT(sentenceOf(*page), HasSubstr("as many as eager"));
    EXPECT_EQ(page->chart().curveCount(), 4U);
    EXPECT_EQ(page->variants().dataModel().rowCount(), 4);
    EXPECT_GT(page->rates().dataModel().rowCount(), 20);
    EXPECT_EQ(page->slow().dataModel().rowCount(), 27) << "three of each rate";
}

TEST(ServingPage, ItsChartHasItsTable)
{
    const Theme theme(ThemeChoice::Light);
    const auto page = shownPage(theme);
    const auto table = page->chart().table();
    EXPECT_EQ(table.columns.size(), 8);
    EXPECT_EQ(table.rows.size(), 36);
    EXPECT_EQ(table.rows.front().front().toString(), u"eager"_qs);
}

TEST(ServingPage, TakesAnotherLimit)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shownPage(theme);
    page->setLimit(u"1ms"_qs);
    settle(*page, {1472, 968});
    EXPECT_THAT(sentenceOf(*page), HasSubstr("No variant answers 99 of 100 requests within 1"));
    page->setLimit(u"fast"_qs);
    EXPECT_THAT(sentenceOf(*page), HasSubstr("within 1")) << "what is no time changes nothing";
    page->setLimit({});
    settle(*page, {1472, 968});
    EXPECT_THAT(sentenceOf(*page), HasSubstr("Use max-autotune"));
}

TEST(ServingPage, FitsEightVariantsIntoASmallWindow)
{
    const Theme theme(ThemeChoice::Light);
    auto data = recorded_example::recordedExample(many(8, 1));
    std::vector<tests::MadeVariant> variants;
    for (const auto& variant : data.plan.variants)
        variants.push_back({variant.name,
            [](int run) { return tests::unevenService(5e6, 7U + static_cast<unsigned>(run)); }});
    tests::addLoads(data, variants, {.rates = {50, 120, 190, 230}});
    ComparisonView view {.comparison = judged(std::move(data)), .focus = 3};
    const auto page = shown<ServingPage>(theme, view, {1472, 668});
    for (const int width : {1104, 892, 1472}) {
        settle(*page, {width, 668});
        for (const auto* table : page->findChildren<QTableView*>())
            EXPECT_LE(table->horizontalHeader()->length(), table->viewport()->width())
                << width << ' ' << table->accessibleName().toStdString();
    }
}

TEST(ServingPage, SaysHowToRecordLoad)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<ServingPage>(theme, viewOfExample({}), {1472, 968});
    EXPECT_THAT(sentenceOf(*page), HasSubstr("record some with --load auto"));
    const auto descriptor = ServingPage::descriptor();
    EXPECT_FALSE(descriptor.isRecorded(viewOfExample({})));
    EXPECT_TRUE(descriptor.isRecorded(underLoad()));
}

} // namespace
} // namespace ui
