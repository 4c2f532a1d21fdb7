// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/tune_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/judge_pages/shown_example.h"
#include "ui/pages/overview/chart_panels.h"
#include "ui/pages/overview/headline.h"
#include "ui/pages/overview/one_call_bars.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/overview/tune_panel.h"
#include "ui/widgets/tab_strip.h"

#include <QLabel>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace ui {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Tune, ShowsWhatASearchTriedAndNothingWhereNobodySearched)
{
    const Theme theme(ThemeChoice::Dark);
    auto data = recorded_example::recordedExample(many(3, 1));
    for (auto& process : data.processes)
        if (process.start.kind == profiler::ProcessKind::Paired && process.start.variant > 0)
            process.tuning
                = {{.decision = process.start.variant == 1 ? profiler::TuneDecision::Finalist
                                                           : profiler::TuneDecision::Slower}};
    ComparisonView view = viewOfExample(many(3, 1), 1);
    const auto without = shown<OverviewPage>(theme, view, {1680, 1020});
    EXPECT_FALSE(without->findChild<TunePanel*>()->isVisible());
    view.comparison = judged(std::move(data));
    const auto page = shown<OverviewPage>(theme, view, {1680, 1020});
    const auto* panel = page->findChild<TunePanel*>();
    ASSERT_TRUE(panel->isVisible());
    const auto* tried = panel->findChild<DataTable*>();
    ASSERT_EQ(tried->dataModel().rowCount(), 2);
    std::set<QString> outcomes {cellText(*tried, 0, 7), cellText(*tried, 1, 7)};
    EXPECT_TRUE(outcomes.contains(QStringLiteral("Slower than the best")));
}

TEST(OneCall, TellsNoPartOfACallThatNoTraceSplits)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<OverviewPage>(theme, viewOfExample({}), QSize(1440, 900));
    const ChartTable table = page->findChild<OneCallBars*>()->table();
    ASSERT_FALSE(table.rows.isEmpty());
    for (const QVariantList& row : table.rows) {
        EXPECT_TRUE(row.at(1).isValid()) << "the median is known";
        for (qsizetype i = 2; i < row.size(); ++i)
            EXPECT_NE(row.at(i).typeId(), QMetaType::Double)
                << table.columns.at(i).toStdString() << ": not measured is not 0";
    }
}

TEST(OneCall, SplitsATrainingStepIntoItsParts)
{
    const Theme theme(ThemeChoice::Dark);
    ComparisonView view;
    view.comparison = example_states::judgedState("training");
    view.focus = 1;
    const auto page = shown<OverviewPage>(theme, view, QSize(1440, 900));
    auto* panel = page->findChild<OneCallPanel*>();
    const ChartTable table = panel->findChild<OneCallBars*>()->table();
    ASSERT_EQ(table.rows.size(), 3);
    EXPECT_THAT(table.columns.join(u' ').toStdString(), HasSubstr("forward"));
    for (const QVariantList& row : table.rows) {
        double sum = 0;
        for (qsizetype i = 2; i < row.size(); ++i)
            sum += row.at(i).toDouble();
        EXPECT_NEAR(sum, row.at(1).toDouble(), 1e-6) << "parts are the step";
    }
    QString words;
    for (const auto* label : panel->findChildren<QLabel*>())
        words += label->text();
    EXPECT_THAT(words.toStdString(), HasSubstr("The step became"));
    auto* by = panel->findChild<TabStrip*>();
    ASSERT_TRUE(by->isVisible());
    by->setCurrent(1);
    Q_EMIT by->currentChanged(1);
    EXPECT_THAT(panel->findChild<OneCallBars*>()->table().columns.join(u' ').toStdString(),
        HasSubstr("GEMM"));
    const auto inference = shown<OverviewPage>(theme, viewOfExample({}), QSize(1440, 900));
    EXPECT_FALSE(inference->findChild<OneCallPanel*>()->findChild<TabStrip*>()->isVisible());
}

TEST(Headline, SaysWhyAVariantIsSlower)
{
    ExampleOptions options {.variants = recorded_example::exampleVariants(2)};
    options.variants.at(1).speedUp = 0.7;
    EXPECT_THAT(
        headlineOf(viewOfExample(options, 1), QStringLiteral("run.fscope")).why.toStdString(),
        HasSubstr("Why it is slower: not explained: "));
    options.variants.at(1).speedUp = 1.4;
    EXPECT_THAT(
        headlineOf(viewOfExample(options, 1), QStringLiteral("run.fscope")).why.toStdString(),
        IsEmpty());
}

} // namespace
} // namespace ui
