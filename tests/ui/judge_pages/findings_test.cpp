// SPDX-License-Identifier: GPL-3.0-or-later
// Findings on Overview and on Graph breaks, and what is done about them.
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/judge_pages/shown_example.h"
#include "tests/ui/patience.h"
#include "ui/pages/breaks/break_rows.h"
#include "ui/pages/overview/findings_panel.h"
#include "ui/pages/remedy_row.h"
#include "ui/pages/remedy_rows.h"
#include "ui/widgets/button.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/scroll_column.h"

#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace ui {
namespace {

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
    EXPECT_TRUE(QTest::qWaitFor([bar] { return bar->maximum() == 0; }, ui_test::patience))
        << bar->maximum();
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

} // namespace
} // namespace ui
