// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/evidence/timeline/timeline_tracks.h"
#include "profiler/formats/imported_comparison.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/document/report_builder.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/sentences/imported_text.h"
#include "tests/support/made_rows.h"
#include "tests/ui/page_text.h"
#include "tests/ui/patience.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/breaks/breaks_page.h"
#include "ui/pages/configuration/configuration_contents.h"
#include "ui/pages/kernels/waterfall_chart.h"
#include "ui/pages/list/page_list.h"
#include "ui/pages/log/log_page.h"
#include "ui/pages/memory/memory_page.h"
#include "ui/pages/overview/imported_panel.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/overview/verdict_panel.h"
#include "ui/pages/page_services.h"
#include "ui/pages/timeline/rows/timeline_rows.h"
#include "ui/tables/data_table.h"
#include "ui/widgets/button.h"
#include "ui/widgets/sentence_panel.h"
#include "ui/window/bars/case_selector.h"
#include "ui/window/bars/comparison_bar.h"
#include "ui/window/workspace/not_in_file_page.h"
#include "ui/window/workspace/page_stack.h"

#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace ui {
namespace {

using testing::HasSubstr;
using testing::Not;
using ui_test::textIn;

constexpr std::int64_t us = 1'000;

profiler::ImportedTrace traceOf(const std::string& device, std::int64_t gemmUs)
{
    constexpr std::int64_t begin = 1'000'000 * us;
    constexpr std::int64_t stepUs = 100;
    tests::MadeRows made;
    made.addApi("cudaLaunchKernel", begin, begin + us, 1);
    made.addKernel("sm90_xmma_gemm_bf16", begin + us, begin + (1 + gemmUs) * us, 1);
    profiler::ImportedTrace trace;
    trace.devices = {{.name = device}};
    trace.rows = made.rows;
    trace.steps = {{.name = "ProfilerStep#1", .startNs = begin, .endNs = begin + stepUs * us}};
    return trace;
}

ComparisonView viewOf(std::vector<profiler::ImportedVariant> variants, int focus)
{
    ComparisonView view;
    view.comparison = judged(profiler::importedComparison(std::move(variants)).data);
    view.focus = focus;
    return view;
}

ComparisonView pair()
{
    return viewOf({{.name = "a", .traces = {traceOf("H100", 50)}},
                      {.name = "b", .traces = {traceOf("MI300X", 70)}}},
        1);
}

/// Of each kind: two traces, a trace with its log, a log, a snapshot.
std::vector<ComparisonView> eachKind()
{
    profiler::CompileRun run;
    run.compiles.push_back({.fact = {.compileId = "0/0"}});
    profiler::SnapshotMemory snapshot;
    snapshot.fact.devicePeakBytes = 1 << 20;
    return {pair(),
        viewOf({{.name = "a", .traces = {traceOf("H100", 50)}, .logs = {{.runs = {run}}}}}, 0),
        viewOf({{.name = "log", .logs = {{.runs = {run}}}}}, 0),
        viewOf({{.name = "snapshot", .snapshots = {snapshot}}}, 0)};
}

class ImportedPages : public testing::Test {
protected:
    Theme m_theme {ThemeChoice::Dark};
};

} // namespace

TEST_F(ImportedPages, OverviewTellsTheDifferenceInsteadOfAVerdict)
{
    OverviewPage page(m_theme);
    page.showView(pair());
    const std::string words = textIn(page).toStdString();
    EXPECT_THAT(words, HasSubstr("GEMM"));
    EXPECT_THAT(words, HasSubstr("No verdict and no interval"));
    for (const char* word :
        {"Timed by", "Quiet blocks", "Compile 0 s", "faster than", "Keep eager", "Not comparable"})
        EXPECT_THAT(words, Not(HasSubstr(word)));
    EXPECT_TRUE(page.findChild<WaterfallChart*>()->isVisibleTo(&page));
    EXPECT_FALSE(page.findChild<VerdictPanel*>()->isVisibleTo(&page));
    EXPECT_EQ(page.inspector(), nullptr) << "no goal, no quality";
    for (const Button* button : page.findChildren<Button*>())
        if (button->isVisibleTo(&page)) {
            EXPECT_THAT(button->text().toStdString(), Not(HasSubstr("more")))
                << "nothing to record";
        }
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("From a to b"));
}

TEST_F(ImportedPages, OverviewCallsATraceWithoutStepsATrace)
{
    auto whole = traceOf("H100", 50);
    whole.steps.clear();
    OverviewPage page(m_theme);
    page.showView(viewOf({{.name = "a", .traces = {whole}}}, 0));
    const std::string words = textIn(page).toStdString();
    EXPECT_THAT(words, HasSubstr("What a trace is made of"));
    EXPECT_THAT(words, Not(HasSubstr("step")));
}

TEST_F(ImportedPages, TheNameOfTheOneCaseIsNotCutByLongNamesOfDevices)
{
    const auto view = viewOf({{.name = "tl_h100_qwen05b",
                                  .traces = {traceOf("NVIDIA H100 80GB HBM3 in a long rack", 50)}},
                                 {.name = "tl_mi300_qwen05b",
                                     .traces = {traceOf("AMD Instinct MI300X VF of a host", 70)}}},
        1);
    ComparisonBar bar(m_theme);
    bar.showView(view);
    bar.resize(1472, 52);
    bar.show();
    const auto* selector = bar.findChild<CaseSelector*>();
    EXPECT_GE(selector->width(), selector->sizeHint().width());
}

TEST_F(ImportedPages, OverviewGoesBackToARecordedComparison)
{
    OverviewPage page(m_theme);
    page.showView(pair());
    EXPECT_TRUE(page.findChild<ImportedPanel*>()->isVisibleTo(&page));
    auto data = pair().comparison->data;
    data.plan.workload.spec = "builtin:mlp";
    ComparisonView recorded;
    recorded.comparison = judged(data);
    recorded.focus = 1;
    page.showView(recorded);
    EXPECT_FALSE(page.findChild<ImportedPanel*>()->isVisibleTo(&page));
    EXPECT_TRUE(page.findChild<VerdictPanel*>()->isVisibleTo(&page));
}

TEST_F(ImportedPages, SayWhatTheFilesDoNotHold)
{
    const auto view = pair();
    for (const PageId page : {PageId::GraphBreaks, PageId::CompileTime, PageId::Latency,
             PageId::Results, PageId::Numerics, PageId::Memory}) {
        EXPECT_FALSE(descriptorOf(page).whyNotInFile(view).isEmpty()) << page.word;
        EXPECT_FALSE(descriptorOf(page).hasData(view)) << page.word;
    }
    for (const PageId page : {PageId::Overview, PageId::Kernels, PageId::Timeline, PageId::Gpu})
        EXPECT_TRUE(descriptorOf(page).hasData(view)) << page.word;
    PageServices services(m_theme, nullptr);
    PageStack stack(services);
    stack.takeView(view);
    stack.preparePage(PageId::GraphBreaks);
    stack.showPage();
    EXPECT_EQ(stack.currentWidget(), &stack.notInFile());
    EXPECT_THAT(stack.notInFile().reason().toStdString(), HasSubstr("does not hold graph breaks"));
    stack.preparePage(PageId::Overview);
    stack.showPage();
    EXPECT_NE(stack.currentWidget(), &stack.notInFile());
}

TEST_F(ImportedPages, ShowGraphBreaksWhereALogCameWithTheTrace)
{
    profiler::CompileRun run;
    run.compiles.push_back({.fact = {.compileId = "0/0"}});
    const auto view
        = viewOf({{.name = "a", .traces = {traceOf("H100", 50)}, .logs = {{.runs = {run}}}}}, 0);
    EXPECT_TRUE(descriptorOf(PageId::GraphBreaks).whyNotInFile(view).isEmpty());
    EXPECT_TRUE(descriptorOf(PageId::CompileTime).whyNotInFile(view).isEmpty());
}

TEST_F(ImportedPages, NoneShowsACheckMark)
{
    for (const ComparisonView& view : eachKind()) {
        PageServices services(m_theme, nullptr);
        PageStack stack(services);
        stack.resize(1472, 968);
        stack.takeView(view);
        for (const PageDescriptor& page : pageList()) {
            if (page.group == PageGroup::None)
                continue;
            stack.preparePage(page.id);
            stack.showPage();
            const QWidget* shown = stack.currentWidget();
            const auto name = profiler::importedWord(view.comparison->result.kind) + ", page "
                + std::string(page.id.word);
            for (const auto* sentence : shown->findChildren<SentencePanel*>())
                EXPECT_NE(sentence->status(), Status::Good) << name;
            for (const auto* table : shown->findChildren<DataTable*>())
                for (int row = 0; row < table->dataModel().rowCount(); ++row)
                    for (const auto& cell : table->dataModel().row(row).cells)
                        EXPECT_NE(cell.status, Status::Good)
                            << name << ": " << cell.text.toStdString();
            const auto* sign = shown->findChild<QWidget*>(QStringLiteral("clean sign"));
            EXPECT_FALSE(sign != nullptr && sign->isVisibleTo(shown)) << name;
        }
    }
}

TEST_F(ImportedPages, ReportsHoldNoCheckMark)
{
    for (const ComparisonView& view : eachKind()) {
        const auto& comparison = *view.comparison;
        const auto report = profiler::buildReport(comparison.result, comparison.data);
        EXPECT_THAT(profiler::markdownReport(report, {}, {}).text, Not(HasSubstr("✓")));
    }
}

TEST_F(ImportedPages, ALogThatNamesNoBreakIsNoProofOfOneGraph)
{
    profiler::CompileRun run;
    run.compiles.push_back({.fact = {.compileId = "0/0"}});
    BreaksPage page(m_theme);
    page.showView(viewOf({{.name = "log", .logs = {{.runs = {run}}}}}, 0));
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("in this log"));
    EXPECT_THAT(textIn(page).toStdString(), Not(HasSubstr("One graph")));
    EXPECT_THAT(textIn(*page.inspector()).toStdString(), Not(HasSubstr("All of the call")));
}

TEST_F(ImportedPages, MemoryTellsThePeakOfEachFileAndNoPhases)
{
    profiler::SnapshotMemory snapshot;
    snapshot.fact.devicePeakBytes = 3 << 20;
    profiler::SnapshotMemory hostAlone;
    hostAlone.fact.hostAllocatorPeakBytes = 2 << 20;
    MemoryPage page(m_theme);
    page.showView(viewOf(
        {{.name = "a", .snapshots = {snapshot}}, {.name = "b", .snapshots = {hostAlone}}}, 1));
    const std::string sentence = page.verdictSentence().toStdString();
    EXPECT_THAT(sentence, HasSubstr("a: at most 3.00 MiB allocated on the device."));
    EXPECT_THAT(sentence, HasSubstr("memory of the device is not in this file"));
    QStringList columns;
    for (const auto& column : page.figures().dataModel().content().columns)
        columns << column.name;
    EXPECT_EQ(columns,
        QStringList({u"variant"_qs, u"peak"_qs, u"reserved"_qs, u"difference at peak"_qs}));
    for (int column = 1; column < columns.size(); ++column) {
        const auto& cell = page.figures().dataModel().cell(1, column);
        EXPECT_EQ(cell.reason, u"not in this file"_qs) << columns.at(column).toStdString();
    }
}

TEST_F(ImportedPages, ConfigurationCallsNothingIntendedThatNobodyPlanned)
{
    const auto view = pair();
    const auto contents = configurationContents(
        view, profiler::configurationFields(view.comparison->data), ShownFields::Differences);
    EXPECT_THAT(contents.headline.sentence.toStdString(), HasSubstr("differs:** device name"));
    EXPECT_THAT((contents.headline.sentence + contents.headline.note).toStdString(),
        Not(HasSubstr("intended")));
    for (const auto& row : contents.run.rows)
        EXPECT_THAT(row.cells.front().text.toStdString(), Not(HasSubstr("seed")));
}

TEST_F(ImportedPages, LogSpeaksOfNoWorkers)
{
    LogPage page(m_theme);
    page.showView(pair());
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, ui_test::patience));
    EXPECT_THAT(textIn(page).toStdString(), HasSubstr("Not in this file"));
    EXPECT_THAT(textIn(page).toStdString(), Not(HasSubstr("The workers wrote nothing")));
}

TEST(TimelineRows, ShowEachHostThreadTheOneThatMakesTheCallsFirst)
{
    constexpr std::int32_t caller = 500;
    constexpr std::int32_t backward = 20; // a smaller number, and more to show
    tests::MadeRows made;
    made.addSpan("ProfilerStep#1", 0, 1000, profiler::SpanKind::Range, caller);
    made.addSpan("aten::linear", 10, 20, profiler::SpanKind::Operator, caller);
    for (int i = 0; i < 9; ++i)
        made.addSpan("autograd::engine::evaluate_function: AddmmBackward0", 100 + 10 * i,
            105 + 10 * i, profiler::SpanKind::Operator, backward);
    made.addApi("cudaLaunchKernel", 12, 14, 1, caller);
    made.addApi("cudaLaunchKernel", 102, 104, 2, backward);
    TimelineRun run;
    run.calls = {{.startNs = 0, .endNs = 1000}};
    run.tracks = std::make_shared<const profiler::TimelineTracks>(
        profiler::timelineTracks(made.rows, run.calls));
    std::vector<std::pair<std::string, std::int32_t>> shown;
    for (const auto& row : rowsOf(run))
        if (row.kind == TimelineRowKind::Operators || row.kind == TimelineRowKind::Launches)
            shown.emplace_back(row.title, row.line.line);
    EXPECT_THAT(shown,
        testing::ElementsAre(std::pair("Operators", caller), std::pair("Backward", backward),
            std::pair("Launches", caller), std::pair("Launches 2", backward)));
}

} // namespace ui
