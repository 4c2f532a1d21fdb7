// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "tests/support/recorded_example.h"
#include "tests/ui/charts/sample_series.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/patience.h"
#include "ui/charts/spread_chart.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/latency/latency_page.h"
#include "ui/pages/latency/latency_statistics.h"
#include "ui/tables/data_table.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"

#include <QApplication>
#include <QDir>
#include <QHeaderView>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

namespace ui {
namespace {

using recorded_example::ExampleOptions;

ComparisonView viewOfExample(const ExampleOptions& options = {}, int focus = 2)
{
    auto judged = std::make_shared<JudgedComparison>();
    judged->data = recorded_example::recordedExample(options);
    judged->result = profiler::judge(judged->data);
    ComparisonView view;
    view.comparison = std::move(judged);
    view.focus = focus;
    return view;
}

void show(LatencyPage& page, const ComparisonView& view)
{
    page.showView(view);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, ui_test::patience));
}

/// Of eager and one variant, in place of the statistics.
void showSlowCalls(LatencyPage& page)
{
    show(page, viewOfExample({.variants = recorded_example::exampleVariants(2)}, 1));
    page.showSlowCalls(true);
}

/// A picture as the window would show it; kept when FUSESCOPE_PICTURES names a folder.
QImage pictureOf(LatencyPage& page, const QSize& size, const QString& name)
{
    loadFonts();
    page.resize(size);
    page.show();
    ui_test::waitUntilLaidOut(page);
    const QImage image = page.grab().toImage();
    const QString folder = qEnvironmentVariable("FUSESCOPE_PICTURES");
    if (!folder.isEmpty()) {
        QDir().mkpath(folder);
        image.save(folder + u'/' + name + u".png"_qs);
    }
    return image;
}

TEST(LatencyPage, AnswersInOneSentence)
{
    const Theme theme(ThemeChoice::Dark);
    LatencyPage page(theme);
    const ComparisonView view = viewOfExample();
    page.showView(view);
    EXPECT_TRUE(page.sentence().startsWith(u"99 of 100 calls of reduce-overhead take at most "_qs))
        << page.sentence().toStdString();
    EXPECT_TRUE(page.sentence().contains(u"its median of"_qs));
    EXPECT_TRUE(page.sentence().contains(u"eager takes up to"_qs));
}

TEST(LatencyPage, LooksTheSameInNeitherTheme)
{
    Theme theme(ThemeChoice::Dark);
    theme.applyTo(*qApp);
    LatencyPage page(theme);
    show(page, viewOfExample());
    const QImage dark = pictureOf(page, {1472, 968}, u"page-latency-dark"_qs);
    theme.setChoice(ThemeChoice::Light);
    const QImage light = pictureOf(page, {1472, 968}, u"page-latency-light"_qs);
    EXPECT_FALSE(test::isBlank(dark));
    EXPECT_FALSE(test::isBlank(light));
    EXPECT_NE(dark, light);
}

TEST(LatencyPage, ListsSlowCallsWithCauseAndWhatToDoInPlaceOfTheStatistics)
{
    const Theme theme(ThemeChoice::Light);
    LatencyPage page(theme);
    showSlowCalls(page);
    const QImage picture = pictureOf(page, {1072, 680}, u"page-latency-slow-calls"_qs);
    EXPECT_FALSE(test::isBlank(picture));
    EXPECT_TRUE(page.slowCalls().isVisibleTo(&page));
    EXPECT_FALSE(page.statistics().isVisibleTo(&page));
    const auto& model = page.slowCalls().dataModel();
    QStringList causes;
    for (int row = 0; row < model.rowCount(); ++row)
        causes.append(model.cell(row, 0).text);
    EXPECT_TRUE(causes.contains(u"first compile"_qs)) << causes.join(u", "_qs).toStdString();
    EXPECT_TRUE(causes.contains(u"unattributed"_qs)) << "nothing is left out that has no cause";
    page.showSlowCalls(false);
    EXPECT_TRUE(page.statistics().isVisibleTo(&page));
}

TEST(LatencyPage, LeadsFromAnOutlierToTheCompileThatMadeItSlow)
{
    const Theme theme(ThemeChoice::Light);
    LatencyPage page(theme);
    showSlowCalls(page);
    const auto buttons = page.findChildren<Button*>();
    const auto found = std::ranges::find(buttons, u"Show its compile"_qs, &Button::text);
    Button* lead = found == buttons.end() ? nullptr : *found;
    ASSERT_NE(lead, nullptr);
    EXPECT_FALSE(lead->isVisibleTo(&page)) << "none is chosen";
    QSignalSpy asked(&page, &Page::workRequested);
    DataTable* table = nullptr;
    for (auto* each : page.findChildren<DataTable*>())
        if (each == &page.slowCalls())
            table = each;
    const auto& model = page.slowCalls().dataModel();
    for (int row = 0; row < model.rowCount(); ++row) {
        const bool compiled = model.cell(row, 0).text == u"first compile"_qs;
        Q_EMIT table->rowChosen(model.key(row));
        EXPECT_EQ(lead->isVisibleTo(&page), compiled) << row;
        if (compiled && asked.isEmpty())
            lead->click();
    }
    ASSERT_EQ(asked.count(), 1);
    EXPECT_EQ(asked.front().at(0).value<PageId>(), PageId::CompileTime);
    EXPECT_EQ(asked.front().at(2).toInt(), 1) << "the variant that compiled";
}

TEST(LatencyPage, ShowsEightVariantsWithLongNamesInASmallWindow)
{
    ExampleOptions options;
    options.variants = recorded_example::exampleVariants(8);
    for (auto& variant : options.variants)
        variant.name += std::string(180, 'x') + " end";
    options.variants[4].failure = "Inductor failed: no C compiler";
    options.repetitions = 2;
    Theme theme(ThemeChoice::Light);
    theme.applyTo(*qApp);
    LatencyPage page(theme);
    show(page, viewOfExample(options));
    EXPECT_FALSE(test::isBlank(pictureOf(page, {1104, 668}, u"page-latency-eight"_qs)));
    EXPECT_FALSE(test::isBlank(pictureOf(page, {1104, 1500}, u"page-latency-eight-tall"_qs)));
    EXPECT_EQ(page.statistics().dataModel().rowCount(), 8);
}

TEST(LatencyPage, LeavesHiddenVariantsOutAndKeepsTheBaseline)
{
    const Theme theme(ThemeChoice::Dark);
    LatencyPage page(theme);
    ComparisonView view = viewOfExample();
    view.hidden = {0, 3};
    show(page, view);
    EXPECT_EQ(page.statistics().dataModel().rowCount(), 3);
}

TEST(LatencyPage, StartsLogarithmicWhereALinearAxisWouldFlattenAll)
{
    const Theme theme(ThemeChoice::Dark);
    LatencyPage page(theme);
    ExampleOptions options;
    options.variants[2].speedUp = 40;
    show(page, viewOfExample(options));
    EXPECT_EQ(page.findChild<SpreadChart*>()->series().axis, profiler::ValueAxis::Log);
    show(page, viewOfExample());
    EXPECT_EQ(page.findChild<SpreadChart*>()->series().axis, profiler::ValueAxis::Linear);
}

TEST(LatencyPage, NeverScrollsSideways)
{
    Theme theme(ThemeChoice::Light);
    theme.applyTo(*qApp);
    LatencyPage page(theme);
    show(page, viewOfExample());
    for (const int width : {892, 1072, 1472}) {
        (void)pictureOf(page, {width, 700}, u"page-latency-%1"_qs.arg(width));
        const auto* table = page.findChild<QTableView*>();
        EXPECT_LE(table->horizontalHeader()->length(), table->viewport()->width()) << width;
        EXPECT_LE(table->parentWidget()->width(), width) << width;
    }
}

TEST(LatencyPage, WithoutAComparisonSaysWhatToDo)
{
    const Theme theme(ThemeChoice::Dark);
    LatencyPage page(theme);
    page.showView({});
    EXPECT_TRUE(page.sentence().contains(u"Open a run database"_qs));
}

TEST(LatencyPage, OfARecordingWithoutCallsSaysWhy)
{
    ExampleOptions options;
    options.repetitions = 0;
    options.noiseRepetitions = 0;
    Theme theme(ThemeChoice::Dark);
    theme.applyTo(*qApp);
    LatencyPage page(theme);
    show(page, viewOfExample(options));
    EXPECT_TRUE(page.sentence().contains(u"no timed call"_qs)) << page.sentence().toStdString();
    EXPECT_FALSE(test::isBlank(pictureOf(page, {1472, 968}, u"page-latency-empty"_qs)));
}

TEST(LatencyPage, EveryControlHasANameAndTakesTheKeyboard)
{
    const Theme theme(ThemeChoice::Dark);
    LatencyPage page(theme);
    show(page, viewOfExample());
    int controls = 0;
    for (QWidget* widget : page.findChildren<QWidget*>()) {
        const bool control = qobject_cast<QAbstractButton*>(widget) != nullptr
            || qobject_cast<Chart*>(widget) != nullptr
            || qobject_cast<QAbstractItemView*>(widget) != nullptr;
        // Qt's own parts inside a table take the keyboard through the table.
        if (!control || qobject_cast<QTableView*>(widget->parentWidget()) != nullptr)
            continue;
        ++controls;
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        EXPECT_FALSE(
            widget->accessibleName().isEmpty() && (button == nullptr || button->text().isEmpty()))
            << widget->metaObject()->className();
        EXPECT_NE(widget->focusPolicy(), Qt::NoFocus) << widget->metaObject()->className();
    }
    EXPECT_GE(controls, 5 + 7 + 1);
}

DataContent statistics()
{
    const ComparisonView view = viewOfExample();
    return latencyStatistics(profiler::latencyRows(*view.caseResult()));
}

TEST(LatencyStatistics, SortByRawValuesAndSayWhatIsMissing)
{
    constexpr std::size_t median = 2;
    constexpr std::size_t p999 = 6;
    constexpr std::size_t medianRatio = 9;
    const std::vector<DataRow> rows = statistics().rows;
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[1].cells[median].value.toDouble(),
        *viewOfExample().caseResult()->variants[1].latency->median().ns);
    EXPECT_EQ(rows[0].cells[medianRatio].text, u"1"_qs);
    EXPECT_EQ(rows[1].cells[p999].text, QString(QChar(0x2013)));
    EXPECT_TRUE(rows[1].cells[p999].reason.startsWith(u"needs"_qs));
}

TEST(LatencyStatistics, CopyIntervalsBesideTheirRatiosAndGiveFilesRawOnes)
{
    DataModel model;
    model.setContent(statistics());
    const std::vector<int> order {0, 1, 2, 3};
    const QString markdown = toMarkdown(shownTable(model, order));
    EXPECT_TRUE(markdown.contains(u"× ("_qs)) << markdown.toStdString();
    EXPECT_EQ(markdown.count(u'\n'), 4 + 2);
    const ChartTable raw = rawTable(model, order);
    for (const QVariantList& row : raw.rows)
        EXPECT_EQ(row.size(), raw.columns.size());
}

} // namespace
} // namespace ui
