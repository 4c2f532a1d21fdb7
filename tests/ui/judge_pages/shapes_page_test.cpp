// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/results_text.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/judge_pages/shown_example.h"
#include "tests/ui/patience.h"
#include "ui/charts/shape_chart.h"
#include "ui/charts/shape_heat_map.h"
#include "ui/pages/page_descriptor.h"
#include "ui/pages/shapes/shapes_page.h"
#include "ui/tables/data_table.h"
#include "ui/widgets/button.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ui {
namespace {

using testing::HasSubstr;

ExampleOptions swept()
{
    ExampleOptions options {.cases = {}};
    for (const int batch : {1, 4, 16, 64})
        options.cases.push_back(
            {.name = "b" + std::to_string(batch), .eagerMs = 1.0 + 0.3 * batch, .batch = batch});
    return options;
}

/// The example writes cases of one by one: their size has no name.
std::string trafficOf(const std::string& rows)
{
    return "batch,count\n" + rows;
}

void waitFor(const ShapesPage& page)
{
    QElapsedTimer waited;
    waited.start();
    while (!page.isReady() && waited.elapsed() < ui_test::patience)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
}

TEST(ShapesPage, ShowsEachShapeUnderEachVariant)
{
    const Theme theme(ThemeChoice::Dark);
    const ComparisonView view = viewOfExample(swept());
    const auto page = shown<ShapesPage>(theme, view, {1472, 968});
    EXPECT_EQ(page->chart().curveCount(), 4U);
    EXPECT_EQ(page->shapes().dataModel().rowCount(), 4);
    EXPECT_EQ(cellText(page->shapes(), 3, 0), u"64"_qs);
    EXPECT_THAT(sentenceOf(*page), HasSubstr(profiler::settingsSentence(view.comparison->result)))
        << "one recommendation on every page";
    EXPECT_EQ(page->chart().table().rows.size(), 16);
}

TEST(ShapesPage, ShowsShapeByVariantAndOpensTheCaseOfACell)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<ShapesPage>(theme, viewOfExample(swept()), {1472, 968});
    auto& map = page->heatMap();
    EXPECT_EQ(map.heat().rows.size(), 3U); // the baseline has none
    EXPECT_EQ(map.heat().columns.size(), 4U);
    const QSignalSpy requested(page.get(), &Page::caseRequested);
    QTest::mouseClick(&map, Qt::LeftButton, {}, map.cellBox(2, 3).center().toPoint());
    ASSERT_EQ(requested.size(), 1);
    EXPECT_EQ(requested.front().at(0).toInt(), 3);
    EXPECT_EQ(requested.front().at(1).toInt(), 3);
}

TEST(ShapesPage, SaysHowFarWhatIsReadOffIsFromAMeasurement)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<ShapesPage>(theme, viewOfExample(swept()), {1472, 968});
    EXPECT_THAT(page->betweenText().toStdString(), HasSubstr("Times between measured sizes"));
    auto two = swept();
    two.cases.resize(2);
    const auto without = shown<ShapesPage>(theme, viewOfExample(two), {1472, 968});
    EXPECT_TRUE(without->betweenText().isEmpty());
}

TEST(ShapesPage, AdvisesSizesToPadTo)
{
    const Theme theme(ThemeChoice::Dark);
    const tests::TemporaryFolder folder;
    folder.write("calls.csv", trafficOf("1,100\n3,50\n16,20\n60,5\n"));
    const auto page = shown<ShapesPage>(theme, viewOfExample(swept()), {1472, 968});
    EXPECT_THAT(page->adviceText().toStdString(), HasSubstr("Open a file of requests"));
    page->openTraffic(QString::fromStdString((folder / "calls.csv").string()));
    waitFor(*page);
    EXPECT_THAT(page->adviceText().toStdString(), HasSubstr("For 175 calls of 4 sizes: "));
    EXPECT_GE(page->buckets().dataModel().rowCount(), 1);
    const auto& model = page->buckets().dataModel();
    EXPECT_EQ(model.headerData(4, Qt::Horizontal, Qt::DisplayRole).toString(),
        QStringLiteral("peak memory"));
}

/// The same cases as a sweep has them: the size has a name.
ComparisonView viewOfSweep()
{
    auto data = recorded_example::recordedExample(swept());
    for (auto& each : data.plan.cases)
        each.inputs.front().dims = {"batch", "3", "64", "64"};
    ComparisonView view;
    view.comparison = judged(std::move(data));
    view.focus = 2;
    return view;
}

TEST(ShapesPage, OffersToMeasureTheAdvisedSizesThatWereReadOff)
{
    const Theme theme(ThemeChoice::Dark);
    const tests::TemporaryFolder folder;
    folder.write("calls.csv", trafficOf("2,9000000\n32,9000000\n"));
    const auto page = shown<ShapesPage>(theme, viewOfSweep(), {1472, 968});
    EXPECT_FALSE(page->canMeasure()) << "no traffic, no advice";
    page->openTraffic(QString::fromStdString((folder / "calls.csv").string()));
    waitFor(*page);
    EXPECT_THAT(page->adviceText().toStdString(),
        HasSubstr("2 of the 2 buckets lie between measured sizes: batch = 2, 32."));
    ASSERT_TRUE(page->canMeasure());
    const QSignalSpy requested(page.get(), &ShapesPage::sizesRequested);
    page->setRecording(true);
    page->measureButton().click();
    EXPECT_EQ(requested.size(), 0) << "a recording runs already";
    page->setRecording(false);
    page->measureButton().click();
    ASSERT_EQ(requested.size(), 1);
    EXPECT_EQ(requested.front().at(0).toStringList(), QStringList {u"batch=2,32"_qs});
    page->showView(viewOfExample(swept()));
    EXPECT_FALSE(page->canMeasure());
    EXPECT_THAT(page->adviceText().toStdString(),
        HasSubstr("They cannot be added to this recording: expected a recording whose sizes a "
                  "sweep named"));
}

TEST(ShapesPage, OffersNothingWhereAllAdvisedSizesWereMeasured)
{
    const Theme theme(ThemeChoice::Dark);
    const tests::TemporaryFolder folder;
    folder.write("calls.csv", trafficOf("16,100\n64,50\n"));
    const auto page = shown<ShapesPage>(theme, viewOfSweep(), {1472, 968});
    page->openTraffic(QString::fromStdString((folder / "calls.csv").string()));
    waitFor(*page);
    EXPECT_GE(page->buckets().dataModel().rowCount(), 1);
    EXPECT_FALSE(page->canMeasure());
}

TEST(ShapesPage, SaysWhyATrafficCannotBeRead)
{
    const Theme theme(ThemeChoice::Dark);
    const tests::TemporaryFolder folder;
    folder.write("calls.csv", trafficOf("1,100\nx,1\n"));
    const auto page = shown<ShapesPage>(theme, viewOfExample(swept()), {1472, 968});
    page->openTraffic(QString::fromStdString((folder / "calls.csv").string()));
    waitFor(*page);
    EXPECT_THAT(page->adviceText().toStdString(), HasSubstr("its line 3: its size is"));
}

TEST(ShapesPage, IsThereWhereSizesDiffer)
{
    const auto page = ShapesPage::descriptor();
    EXPECT_TRUE(page.isRecorded(viewOfExample(swept())));
    EXPECT_FALSE(page.isRecorded(viewOfExample({})));
}

} // namespace
} // namespace ui
