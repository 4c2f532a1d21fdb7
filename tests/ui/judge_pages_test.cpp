// SPDX-License-Identifier: GPL-3.0-or-later
// Results, Compile time, Numerics and Memory.
#include "profiler/judge/case_settings.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "tests/ui/example_states.h"
#include "tests/ui/laid_out.h"
#include "ui/pages/breaks/break_rows.h"
#include "ui/pages/compile/compile_page.h"
#include "ui/pages/compile/first_start.h"
#include "ui/pages/compile/horizon_slider.h"
#include "ui/pages/compile/payback_table.h"
#include "ui/pages/kernels/kernels_page.h"
#include "ui/pages/memory/memory_page.h"
#include "ui/pages/memory/memory_tables.h"
#include "ui/pages/numerics/numerics_page.h"
#include "ui/pages/numerics/numerics_tables.h"
#include "ui/pages/overview/findings_panel.h"
#include "ui/pages/overview/headline.h"
#include "ui/pages/overview/one_call_bars.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/overview/tune_panel.h"
#include "ui/pages/remedy_row.h"
#include "ui/pages/remedy_rows.h"
#include "ui/pages/results/matrix_table.h"
#include "ui/pages/results/results_page.h"
#include "ui/pages/results/results_rows.h"
#include "ui/tables/bar_table.h"
#include "ui/widgets/button.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/scroll_column.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <vector>

namespace ui {
namespace {

using recorded_example::ExampleOptions;
using testing::HasSubstr;
using testing::IsEmpty;

ComparisonView viewOfExample(const ExampleOptions& options, int focus = 2)
{
    ComparisonView view;
    view.comparison = judged(recorded_example::recordedExample(options));
    view.focus = focus;
    return view;
}

ExampleOptions many(int variants, int cases)
{
    ExampleOptions options {.variants = recorded_example::exampleVariants(variants)};
    options.rounds = 10;
    options.callsPerBlock = 5;
    options.noiseRepetitions = 0;
    options.cases.clear();
    for (int i = 0; i < cases; ++i)
        options.cases.push_back({.name = "batch-" + std::to_string(1 << i),
            .eagerMs = 2.0 + (3.0 * i),
            .batch = 1 << i});
    return options;
}

/// Shown, laid out, and ready.
void settle(Page& page, const QSize& size)
{
    page.resize(size);
    page.show();
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, 60'000));
    ui_test::waitUntilLaidOut(page);
}

template <typename T>
std::unique_ptr<T> shown(const Theme& theme, const ComparisonView& view, const QSize& size)
{
    auto page = std::make_unique<T>(theme);
    page->showView(view);
    settle(*page, size);
    return page;
}

std::string sentenceOf(const Page& page)
{
    return page.verdictSentence().toStdString();
}

QString cellText(const DataTable& table, int row, int column)
{
    return table.dataModel().cell(row, column).text;
}

// ---- Overview

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
    std::set<QString> outcomes {cellText(*tried, 0, 6), cellText(*tried, 1, 6)};
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

TEST(FindingsPanel, IsAsHighAsItsFindingsWhereThereIsRoom)
{
    const Theme theme(ThemeChoice::Dark);
    ExampleOptions options {.variants = recorded_example::exampleVariants(3)};
    options.variants.at(2).graphBreaks = 3;
    options.variants.at(2).recompiles = 2;
    QWidget column;
    auto* layout = new QVBoxLayout(&column);
    auto* panel = new FindingsPanel(theme);
    layout->addWidget(panel, 1000);
    layout->addStretch(1);
    column.resize(316, 1000);
    column.show();
    panel->showView(viewOfExample({}, 1)); // few
    ui_test::waitUntilLaidOut(column);
    panel->showView(viewOfExample(options, 2));
    const auto* bar = panel->findChild<ScrollColumn*>()->verticalScrollBar();
    EXPECT_TRUE(QTest::qWaitFor([bar] { return bar->maximum() == 0; }, 5'000)) << bar->maximum();
}

ComparisonView viewOfRecompiles()
{
    ExampleOptions options {.variants = recorded_example::exampleVariants(3)};
    options.variants.at(2).recompiles = 2;
    return viewOfExample(options, 2);
}

TEST(FindingsPanel, OffersTheCodeOfTheFirstFindings)
{
    const Theme theme(ThemeChoice::Dark);
    FindingsPanel panel(theme);
    panel.showView(viewOfRecompiles());
    const auto* code = panel.findChild<CodeBlock*>();
    ASSERT_NE(code, nullptr);
    EXPECT_EQ(code->code().toStdString(), "torch._dynamo.mark_dynamic(x, 0)");
}

Button* buttonOf(const QWidget& widget, const QString& text)
{
    for (auto* button : widget.findChildren<Button*>())
        if (button->text() == text)
            return button;
    return nullptr;
}

TEST(FindingsPanel, TriesARemedyThatIsASetting)
{
    const Theme theme(ThemeChoice::Dark);
    FindingsPanel panel(theme);
    panel.showView(viewOfRecompiles());
    profiler::Plan asked;
    QObject::connect(&panel, &FindingsPanel::recordingRequested, &panel,
        [&asked](const profiler::Plan& plan) { asked = plan; });
    auto* button = buttonOf(panel, QStringLiteral("Try it"));
    ASSERT_NE(button, nullptr);
    button->click();
    ASSERT_EQ(asked.variants.size(), 3U) << "baseline, variant, variant with the remedy";
    EXPECT_EQ(asked.variants[2].torch.markDynamic,
        (std::vector {profiler::DynamicDimension {.input = "x", .dimension = 0}}));
}

TEST(RemedyRow, SaysWhatATriedRemedyWonAndLeadsToItsVariant)
{
    const Theme theme(ThemeChoice::Dark);
    const auto view = viewOfExample({}, 1);
    profiler::Finding finding {.rule = "weight_copies", .variant = 1};
    finding.recoverable = {{.caseIndex = 0, .cost = {.estimateNs = 6.6e6}}};
    finding.remedy
        = {.kind = profiler::RemedyKind::InductorConfig, .name = "freezing", .value = "true"};
    finding.state = profiler::RemedyState::Confirmed;
    finding.won = profiler::CostPerCall {.estimateNs = 6.4e6, .lowNs = 6e6, .highNs = 7e6};
    finding.triedAs = 1;
    const std::unique_ptr<RemedyRow> row(makeRemedyRow(theme, view, finding));
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->findChild<QLabel*>()->text().toStdString(),
        "Tried, confirmed: won " + profiler::formatDuration(6.4e6) + " of a call (predicted "
            + profiler::formatDuration(6.6e6) + ")");
    int chosen = 0;
    QObject::connect(row.get(), &RemedyRow::variantChosen, row.get(),
        [&chosen](int variant) { chosen = variant; });
    row->findChild<Button*>()->click();
    EXPECT_EQ(chosen, 1);
}

TEST(RemedyRow, RecordsAgainAfterAnEditAndIsNoneWhereNothingIsToBeDone)
{
    const Theme theme(ThemeChoice::Dark);
    const auto view = viewOfExample({}, 1);
    profiler::Finding finding {.rule = "graph_break", .variant = 1};
    finding.remedy.kind = profiler::RemedyKind::Rewrite;
    const std::unique_ptr<RemedyRow> row(makeRemedyRow(theme, view, finding));
    ASSERT_NE(row, nullptr);
    EXPECT_NE(buttonOf(*row, QStringLiteral("Record again")), nullptr);
    finding.remedy = {};
    EXPECT_EQ(makeRemedyRow(theme, view, finding), nullptr);
}

profiler::Finding breakAt(int line, int variant)
{
    profiler::Finding finding {.rule = "graph_break", .variant = variant};
    finding.page = profiler::FindingPage::Breaks;
    finding.graphBreak = profiler::GraphBreak {.file = "net.py", .line = line};
    finding.remedy.kind = profiler::RemedyKind::Rewrite;
    return finding;
}

ComparisonView viewWith(std::vector<profiler::Finding> findings)
{
    auto view = viewOfExample({}, 1);
    auto comparison = *view.comparison;
    comparison.result.findings = std::move(findings);
    view.comparison = std::make_shared<const JudgedComparison>(std::move(comparison));
    return view;
}

TEST(BreakRows, KnowTheFindingOfTheirLineInTheVariantThatBreaksThere)
{
    const auto view = viewWith({breakAt(3, 1), breakAt(9, 1), breakAt(3, 2)});
    const auto found = findingsOf({.variants = {1, 2}, .file = "net.py", .line = 3}, view);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().variant, 1);
    const auto elsewhere = findingsOf(
        {.kind = BreakRowKind::Elsewhere, .variants = {2}, .file = "net.py", .line = 3}, view);
    ASSERT_EQ(elsewhere.size(), 1U);
    EXPECT_EQ(elsewhere.front().variant, 2);
    EXPECT_TRUE(findingsOf({.variants = {1}, .file = "net.py", .line = 4}, view).empty());
}

TEST(RemedyRows, TakeNoRoomWhereNothingIsToBeDoneAndAskForTheRecordingOfWhatIs)
{
    const Theme theme(ThemeChoice::Dark);
    RemedyRows rows(theme, RemedyRows::Words::Sentences);
    auto nothing = breakAt(3, 1);
    nothing.remedy = {};
    rows.showFindings(viewWith({}), {nothing});
    EXPECT_TRUE(rows.isEmpty());
    EXPECT_TRUE(rows.isHidden());
    profiler::Plan asked;
    QObject::connect(&rows, &RemedyRows::recordingRequested, &rows,
        [&asked](const profiler::Plan& plan) { asked = plan; });
    const auto view = viewWith({});
    rows.showFindings(view, {breakAt(3, 1)});
    ASSERT_FALSE(rows.isHidden());
    buttonOf(rows, QStringLiteral("Record again"))->click();
    EXPECT_EQ(asked.variants.size(), view.comparison->result.plan.variants.size());
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

// ---- first glance

TEST(ResultsPage, SaysWhichSettingForWhichInput)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<ResultsPage>(theme, viewOfExample(many(4, 3)), {1472, 968});
    EXPECT_THAT(sentenceOf(*page), HasSubstr("use max-autotune for all"));
    EXPECT_THAT(page->findChild<CodeBlock*>()->code().toStdString(),
        HasSubstr("torch.compile(model, mode=\"max-autotune\")"));
}

TEST(ResultsPage, FramesTheBestOfEachCaseAlone)
{
    const ComparisonView view = viewOfExample(many(4, 3));
    const Matrix matrix = matrixOf(view);
    ASSERT_EQ(matrix.rows.size(), 3U);
    for (const MatrixRow& row : matrix.rows) {
        const auto& advice
            = view.comparison->result.cases.at(static_cast<std::size_t>(row.caseIndex))
                  .recommendation;
        for (const MatrixCell& cell : row.cells)
            EXPECT_EQ(cell.framed, cell.variant == advice.variant) << row.name.toStdString();
        EXPECT_LT(row.cells[1].tint, row.cells[3].tint) << "1.28× is paler than 1.71×";
        EXPECT_TRUE(row.cells[3].interval.endsWith(u'*')) << "it holds for all nine at once";
        EXPECT_FALSE(row.payback.isEmpty());
    }
}

TEST(ResultsPage, ShowsTheRatiosOfTheJudgedResultInMatrixAndTable)
{
    const ComparisonView view = viewOfExample(many(4, 2));
    const Matrix matrix = matrixOf(view);
    const DataContent table = resultsTable(view, ResultRows::All);
    ASSERT_EQ(table.rows.size(), 2U * 3U + 1U);
    for (std::size_t row = 0; row < 6; ++row) {
        const ResultPlace place = placeOfKey(table.rows[row].key);
        const MatrixCell& cell = matrix.rows[static_cast<std::size_t>(place.caseIndex)]
                                     .cells[static_cast<std::size_t>(place.variant)];
        EXPECT_EQ(table.rows[row].cells[4].text, cell.ratio);
        EXPECT_EQ(table.rows[row].cells[5].text,
            u'(' + QString(cell.interval).remove(u'*') + u')'
                + (cell.interval.endsWith(u'*') ? u"*"_qs : QString()));
    }
    EXPECT_TRUE(table.rows.back().total);
    EXPECT_EQ(table.rows.back().cells[4].text,
        QString::fromStdString(
            profiler::formatRatio(profiler::meanOfRecommended(view.comparison->result)->estimate)));
}

TEST(ResultsPage, OpensTheCaseOfACellByClickAndByKey)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = shown<ResultsPage>(theme, viewOfExample(many(4, 3)), {1472, 968});
    QSignalSpy asked(page.get(), &Page::caseRequested);
    auto* matrix = page->findChild<MatrixTable*>();
    const QModelIndex cell = matrix->model()->index(1, 3);
    QTest::mouseClick(matrix->viewport(), Qt::LeftButton, {}, matrix->visualRect(cell).center());
    ASSERT_GE(asked.count(), 1);
    EXPECT_EQ(asked.back().at(0).toInt(), 1);
    EXPECT_EQ(asked.back().at(1).toInt(), 2);
    matrix->setCurrentIndex(matrix->model()->index(2, 2));
    QTest::keyClick(matrix, Qt::Key_Return);
    EXPECT_EQ(asked.back().at(0).toInt(), 2);
    EXPECT_EQ(asked.back().at(1).toInt(), 1);
}

TEST(ResultsPage, SaysInWordsWhyACellHasNoRatio)
{
    ExampleOptions options = many(4, 2);
    options.variants.at(3).failure = "torch.compile does not support aten::item here";
    const Matrix matrix = matrixOf(viewOfExample(options));
    const MatrixCell& failed = matrix.rows.front().cells.at(3);
    EXPECT_TRUE(failed.ratio.isEmpty());
    EXPECT_EQ(failed.word, u"failed"_qs);
    EXPECT_TRUE(failed.explanation.contains(u"aten::item"_qs));
}

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
    ASSERT_TRUE(QTest::qWaitFor([&] { return asked.count() == 1; }, 120'000));
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

// ---- models

TEST(FindingGroups, SayOnceWhatSeveralVariantsShare)
{
    ExampleOptions options = many(4, 2);
    for (std::size_t i = 1; i < options.variants.size(); ++i)
        options.variants[i].graphBreaks = 1;
    const ComparisonView view = viewOfExample(options, 2);
    const auto groups = findingGroups(view);
    const auto found = std::find_if(groups.begin(), groups.end(),
        [](const FindingGroup& group) { return group.finding.rule == "graph_break"; });
    ASSERT_NE(found, groups.end());
    EXPECT_EQ(found->variants, (std::vector {1, 2, 3}));
    EXPECT_EQ(found->finding.variant, 2) << "a click opens the focused one's";
    EXPECT_TRUE(found->title.startsWith(QStringLiteral("Has a graph break: ")))
        << found->title.toStdString();
    EXPECT_EQ(found->who, QStringLiteral("3 variants"));
    EXPECT_EQ(std::count_if(groups.begin(), groups.end(),
                  [](const FindingGroup& group) { return group.finding.rule == "graph_break"; }),
        1);
}

TEST(FindingGroups, NameTheVariantWhereItIsAlone)
{
    ExampleOptions options = many(3, 1);
    options.variants[1].graphBreaks = 1;
    const ComparisonView view = viewOfExample(options, 2);
    const auto groups = findingGroups(view);
    const auto found = std::find_if(groups.begin(), groups.end(),
        [](const FindingGroup& group) { return group.finding.rule == "graph_break"; });
    ASSERT_NE(found, groups.end());
    EXPECT_EQ(found->variants, std::vector {1});
    EXPECT_TRUE(found->title.startsWith(found->who)) << found->title.toStdString();
}

TEST(MatrixModel, KeepsTheRulesOfItemModels)
{
    MatrixModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setMatrix(matrixOf(viewOfExample(many(4, 3))));
    model.setMatrix(matrixOf(viewOfExample(many(4, 3), 1)));
    ComparisonView view = viewOfExample(many(4, 3));
    view.hidden = {1};
    model.setMatrix(matrixOf(view));
    EXPECT_EQ(model.columnCount(), 3 + 2);
    model.setMatrix({});
    EXPECT_EQ(model.rowCount(), 0);
}

// ---- every page, every size

enum class Kind { Results, Compile, Kernels, Numerics, Memory };

std::unique_ptr<Page> made(Kind kind, const Theme& theme)
{
    switch (kind) {
    case Kind::Results:
        return std::make_unique<ResultsPage>(theme);
    case Kind::Compile:
        return std::make_unique<CompilePage>(theme);
    case Kind::Numerics:
        return std::make_unique<NumericsPage>(theme);
    case Kind::Kernels:
        return std::make_unique<KernelsPage>(theme);
    case Kind::Memory:
        break;
    }
    return std::make_unique<MemoryPage>(theme);
}

class EveryPage : public testing::TestWithParam<Kind> { };

TEST_P(EveryPage, FitsEightVariantsAndTwelveCasesIntoASmallWindow)
{
    Theme theme(ThemeChoice::Light);
    theme.applyTo(*qApp);
    ExampleOptions options = many(8, 12);
    options.variants.back().name += std::string(300, 'x') + " end";
    options.cases.back().name = std::string(300, 'y');
    const auto page = made(GetParam(), theme);
    page->showView(viewOfExample(options));
    for (const int width : {1104, 892, 1472}) {
        settle(*page, {width, 668});
        for (const QTableView* table : page->findChildren<QTableView*>()) {
            if (!table->isVisibleTo(page.get()))
                continue; // not laid out
            EXPECT_LE(table->horizontalHeader()->length(), table->viewport()->width())
                << width << ' ' << table->accessibleName().toStdString();
            const QPoint right = table->mapTo(page.get(), QPoint(table->width(), 0));
            EXPECT_LE(right.x(), width) << table->accessibleName().toStdString();
        }
        for (const QLabel* label : page->findChildren<QLabel*>()) {
            if (label->isVisible() && label->wordWrap()) {
                EXPECT_GE(label->height(), label->heightForWidth(label->width()))
                    << label->text().toStdString();
            }
        }
    }
}

TEST_P(EveryPage, ShowsEveryStateWithoutLosingItsWords)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = made(GetParam(), theme);
    page->showView({});
    EXPECT_THAT(sentenceOf(*page), HasSubstr("No comparison is open"));
    for (const auto& state : example_states::all()) {
        ComparisonView view;
        view.comparison = example_states::judgedState(state.name);
        for (int focus = 0; focus < 2; ++focus) {
            view.focus = focus;
            page->showView(view);
            settle(*page, {1472, 900});
            EXPECT_FALSE(sentenceOf(*page).empty()) << state.name;
            EXPECT_EQ(sentenceOf(*page).find("**"), std::string::npos) << state.name;
        }
    }
}

TEST_P(EveryPage, NamesEveryControlAndTakesTheKeyboard)
{
    const Theme theme(ThemeChoice::Dark);
    const auto page = made(GetParam(), theme);
    page->showView(viewOfExample({.onGpu = true, .goal = {.horizonCalls = 1000}}));
    settle(*page, {1472, 968});
    for (const QWidget* widget : page->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
            continue;
        EXPECT_FALSE(widget->accessibleName().isEmpty()) << widget->metaObject()->className();
    }
}

INSTANTIATE_TEST_SUITE_P(Pages, EveryPage,
    testing::Values(Kind::Results, Kind::Compile, Kind::Kernels, Kind::Numerics, Kind::Memory));

} // namespace
} // namespace ui
