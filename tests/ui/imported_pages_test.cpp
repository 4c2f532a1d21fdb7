// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/timeline_tracks.h"
#include "profiler/imports/imported_comparison.h"
#include "tests/support/made_rows.h"
#include "tests/ui/page_words.h"
#include "ui/frame/not_in_file_page.h"
#include "ui/frame/page_stack.h"
#include "ui/pages/kernels/waterfall_chart.h"
#include "ui/pages/overview/imported_panel.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/overview/verdict_panel.h"
#include "ui/pages/page_data.h"
#include "ui/pages/timeline/timeline_rows.h"
#include "ui/parts/button.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace ui {
namespace {

using testing::HasSubstr;
using testing::Not;
using ui_test::wordsOf;

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

class ImportedPages : public testing::Test {
protected:
    Theme m_theme {ThemeChoice::Dark};
};

} // namespace

TEST_F(ImportedPages, OverviewTellsTheDifferenceInsteadOfAVerdict)
{
    OverviewPage page(m_theme);
    page.showView(pair());
    const std::string words = wordsOf(page).toStdString();
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
        EXPECT_FALSE(whyNotInFile(page, view).isEmpty()) << static_cast<int>(page);
        EXPECT_FALSE(hasData(page, view)) << static_cast<int>(page);
    }
    for (const PageId page : {PageId::Overview, PageId::Kernels, PageId::Timeline, PageId::Gpu})
        EXPECT_TRUE(hasData(page, view)) << static_cast<int>(page);
    PageStack stack(m_theme);
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
    EXPECT_TRUE(whyNotInFile(PageId::GraphBreaks, view).isEmpty());
    EXPECT_TRUE(whyNotInFile(PageId::CompileTime, view).isEmpty());
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
