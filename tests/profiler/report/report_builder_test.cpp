// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/work_comparison.h"
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/charts/chart_frame.h"
#include "profiler/report/document/report_builder.h"
#include "profiler/report/document/without_folders.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/text/text_width.h"
#include "tests/support/recorded_example.h"
#include "tests/support/traced_work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

namespace {

ComparisonData twoCases()
{
    auto data = recorded_example::recordedExample(
        {.cases = {{.name = "b1", .eagerMs = 4}, {.name = "b32"}}});
    data.note = "run on a quiet evening";
    return data;
}

std::vector<ReportSection> idsOf(const Report& report)
{
    std::vector<ReportSection> ids;
    for (const auto& section : report.sections)
        ids.push_back(section.id);
    return ids;
}

/// Text as it stands in HTML: no tags.
std::string textOf(const std::string& html)
{
    std::string text;
    bool inside = false;
    for (const char c : html) {
        inside = c == '<' || (inside && c != '>');
        if (!inside && c != '>')
            text += c;
    }
    // A number and its unit stay on one line.
    for (auto at = text.find("\u00a0"); at != std::string::npos; at = text.find("\u00a0", at))
        text.replace(at, 2, " ");
    return text;
}

const Section* sectionOf(const Report& report, ReportSection id)
{
    const auto found = std::ranges::find(report.sections, id, &Section::id);
    return found == report.sections.end() ? nullptr : &*found;
}

} // namespace

TEST(WithoutFolders, LeavesTheLastPartOfEachAbsolutePath)
{
    for (const auto& [text, kept] : std::vector<std::pair<std::string, std::string>> {
             {"/home/ana/secret/net.py:40 calls print", "net.py:40 calls print"},
             {"default broke at `/srv/x/étude.py:7`, once", "default broke at `étude.py:7`, once"},
             {"fusescope rerun /data/a/runs.fscope@3 --python=~/venv/bin/python",
                 "fusescope rerun runs.fscope@3 --python=python"},
             {"made in /home/ana/secret/ on file:///home/ana/x.html",
                 "made in secret on file://x.html"},
             {"<text x=\"4\">/home/ana/net.py</text>", "<text x=\"4\">net.py</text>"},
             {"1 200 images/s, https://pytorch.org/docs/main.html, models/net.py and/or 3 / 4",
                 "1 200 images/s, https://pytorch.org/docs/main.html, models/net.py and/or 3 / 4"},
             {"/", "/"}, {"", ""}}) {
        EXPECT_EQ(withoutFolders(text), kept);
    }
}

TEST(WithoutFolders, IsNowhereInAReportThatLeavesThemOut)
{
    auto data = twoCases();
    data.plan.workload.spec = "/home/ana/secret/net.py:make";
    data.plan.workload.workingDirectory = "/home/ana/secret";
    data.info.command = "fusescope record /home/ana/secret/net.py:make";
    data.note = "see /home/ana/secret/notes.txt";
    const auto result = conclude(data);
    ReportOptions options {.file = "/home/ana/secret/runs.fscope"};
    EXPECT_THAT(htmlReport(buildReport(result, data, options)), HasSubstr("/home/ana"));
    options.folders = false;
    const auto report = buildReport(result, data, options);
    for (const auto& text : {htmlReport(report), markdownReport(report, "x_files", ".svg").text}) {
        EXPECT_THAT(text, Not(HasSubstr("/home/ana")));
        EXPECT_THAT(text, HasSubstr("net.py:make"));
    }
}

TEST(ReportBuilder, AFullReportHoldsEverySectionInOrder)
{
    const auto data = twoCases();
    using S = ReportSection;
    EXPECT_THAT(idsOf(buildReport(conclude(data), data)),
        ElementsAre(S::Summary, S::Notes, S::Cases, S::Variants, S::OneCall, S::Payback, S::Results,
            S::Latency, S::Findings, S::Numerics, S::Memory, S::Breaks, S::Method, S::Configuration,
            S::Commands));
}

TEST(ReportBuilder, HtmlAndMarkdownSayWhatEverySectionSaysFirst)
{
    const auto data = twoCases();
    const auto result = conclude(data);
    const auto report = buildReport(result, data, {.file = "/home/me/runs.fscope"});
    const auto html = textOf(htmlReport(report));
    const auto markdown = markdownReport(report, "r_files", ".png").text;
    const auto ratio = formatRatio(result.cases[1].variants[2].speedUp->ratio.estimate);
    for (const auto& word : {std::string("run on a quiet evening"), withoutMarks("b32"), ratio,
             std::string("What a call is made of is not known"), std::string("Pays back, calls"),
             std::string("geometric mean"), std::string("99 of 100 calls of"),
             std::string("Of the tolerance"), std::string("Peak, steady calls"),
             std::string("timed calls of each variant"), std::string("fusescope record"),
             std::string("runs.fscope@1")}) {
        EXPECT_THAT(html, HasSubstr(word));
        EXPECT_THAT(markdown, HasSubstr(word));
    }
    EXPECT_THAT(html, HasSubstr(settingsSentence(result)));
    EXPECT_THAT(html, Not(HasSubstr("/home/me"))) << "folders are nobody's business";
}

TEST(ReportBuilder, SplitsACallAndNamesTheKernelsThatChangedMost)
{
    auto data
        = recorded_example::recordedExample({.variants = recorded_example::exampleVariants(2)});
    tests::addTracedWork(data, tests::TracedDevice::Cpu);
    const auto result = conclude(data);
    const auto report = buildReport(result, data);
    const auto* section = sectionOf(report, ReportSection::OneCall);
    ASSERT_NE(section, nullptr);
    std::vector<const TableBlock*> tables;
    for (const auto& block : section->blocks)
        if (const auto* table = std::get_if<TableBlock>(&block))
            tables.push_back(table);
    ASSERT_EQ(tables.size(), 2U) << "parts, kernels";
    EXPECT_TRUE(tables[0]->rows.back().total);
    const auto work = compareWork(data, result.cases[0], 1);
    ASSERT_TRUE(work) << reasonText(work.error());
    ASSERT_FALSE(tables[1]->rows.empty());
    EXPECT_EQ(tables[1]->rows.front().cells.front(), work->rows.front().shortName)
        << "the Kernels page's order";
    EXPECT_THAT(textOf(htmlReport(report)), Not(HasSubstr("No trace was recorded")));
}

TEST(ReportBuilder, ListsWhatDiffersAndFoldsTheSettingsThatAreTheSame)
{
    auto data
        = recorded_example::recordedExample({.variants = recorded_example::exampleVariants(2)});
    for (auto& process : data.processes) {
        process.environment["torch"] = "2.11.0";
        for (int i = 0; i < 30; ++i)
            process.environment["field_" + std::to_string(i)] = "alike";
    }
    const auto result = conclude(data);
    for (const auto kind : {ReportTemplate::Full, ReportTemplate::Regression}) {
        const auto report = buildReport(result, data, {.kind = kind});
        const auto* section = sectionOf(report, ReportSection::Configuration);
        ASSERT_NE(section, nullptr);
        const auto& table = std::get<TableBlock>(section->blocks.front());
        EXPECT_LT(table.rows.size(), 25U);
        EXPECT_TRUE(std::ranges::any_of(
            table.rows, [](const ReportRow& row) { return row.cells.front() == "torch version"; }));
        const auto& rest = std::get<ParagraphBlock>(section->blocks.back());
        EXPECT_THAT(rest.text, HasSubstr("settings are the same"));
        EXPECT_EQ(
            rest.text.find("field_7 alike") != std::string::npos, kind == ReportTemplate::Full);
    }
}

TEST(LatencyChart, HasRoundTicks)
{
    const auto data = recorded_example::recordedExample({});
    const auto result = conclude(data);
    EXPECT_THAT(report_chart::roundLevels(22.85e6, 39.77e6, 4), ElementsAre(25e6, 30e6, 35e6));
    EXPECT_THAT(
        report_chart::roundLevels(0.36e6, 15.8e6, 4), ElementsAre(0.5e6, 1e6, 2e6, 5e6, 10e6));
    EXPECT_THAT(report_chart::roundLevels(0, 5, 4), IsEmpty());
    EXPECT_EQ(report_chart::roundDuration(25e6), "25 ms");
    EXPECT_EQ(report_chart::roundDuration(0.5e6), "500 µs");
    EXPECT_THAT(latencyChart(result, data, result.cases[0]).marks, Not(IsEmpty()));
}

TEST(ReportBuilder, SectionsCanBeSwitchedOffAndMoved)
{
    const auto data = twoCases();
    ReportOptions options;
    options.sections = sectionsOf(ReportTemplate::Full);
    for (auto& choice : options.sections)
        choice.shown = choice.section == ReportSection::Method
            || choice.section == ReportSection::Results || choice.section == ReportSection::Summary;
    std::ranges::reverse(options.sections);
    EXPECT_THAT(idsOf(buildReport(conclude(data), data, options)),
        ElementsAre(ReportSection::Method, ReportSection::Results, ReportSection::Summary));
}

TEST(ReportBuilder, TitleSentenceAndNotesAreTheReaders)
{
    const auto data = twoCases();
    const auto result = conclude(data);
    ReportOptions options {.title = "For <Tuesday>", .summary = "We **ship** it.", .notes = false};
    const auto report = buildReport(result, data, options);
    EXPECT_EQ(sectionOf(report, ReportSection::Notes), nullptr);
    const auto html = htmlReport(report);
    EXPECT_THAT(html, HasSubstr("For &lt;Tuesday&gt;"));
    EXPECT_THAT(html, HasSubstr("We <strong>ship</strong> it."));
    EXPECT_THAT(textOf(html), Not(HasSubstr(settingsSentence(result))));
}

TEST(ReportBuilder, OnePageNamesTheBestOfEachCaseOnly)
{
    const auto data = twoCases();
    const auto report = buildReport(conclude(data), data, {.kind = ReportTemplate::OnePage});
    const auto* results = sectionOf(report, ReportSection::Results);
    ASSERT_NE(results, nullptr);
    const auto& table = std::get<TableBlock>(results->blocks.front());
    EXPECT_THAT(table.rows, SizeIs(3)); // two cases and their mean
    EXPECT_TRUE(table.rows.back().total);
    EXPECT_EQ(sectionOf(report, ReportSection::Latency), nullptr);
}

TEST(ReportBuilder, ARegressionReportSaysWhatGotWorseFirst)
{
    recorded_example::ExampleOptions example {.variants = recorded_example::exampleVariants(3)};
    example.variants[1].speedUp = 0.8;
    example.variants[2].memoryRatio = 1.5;
    const auto data = recorded_example::recordedExample(example);
    const auto result = conclude(data);
    const auto report = buildReport(result, data, {.kind = ReportTemplate::Regression});
    const auto& verdict = std::get<ParagraphBlock>(report.sections.front().blocks.front());
    EXPECT_EQ(verdict.word, "Worse");
    EXPECT_THAT(verdict.text, HasSubstr("**Worse in 2 of 2 comparisons**: default is 1.2"));
    EXPECT_THAT(verdict.text, HasSubstr("reduce-overhead needs +"));
    EXPECT_THAT(verdict.text, HasSubstr("Better in 2."));
    const auto* changes = sectionOf(report, ReportSection::Changes);
    ASSERT_NE(changes, nullptr);
    const auto& table = std::get<TableBlock>(changes->blocks.front());
    EXPECT_EQ(table.rows.front().cells.front(), "✗ worse");
    EXPECT_EQ(table.rows.front().cells.at(2), "default");
}

TEST(ReportBuilder, MarkdownShowsHostileNamesAndObeysNone)
{
    auto data = twoCases();
    data.plan.variants[1].name = "a|b<script>*x*](http://evil)";
    data.plan.cases[0].name = std::string(10'000, 'n');
    data.plan.cases[1].name = "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d";
    const auto report = buildReport(conclude(data), data);
    const auto markdown = markdownReport(report, "r_files", ".png");
    const auto prose = markdown.text.substr(0, markdown.text.find("## Commands"));
    EXPECT_THAT(prose, Not(HasSubstr("<script>"))); // in a fence it is code
    EXPECT_THAT(markdown.text, HasSubstr("a\\|b\\<script\\>"));
    EXPECT_THAT(markdown.text, HasSubstr(std::string(10'000, 'n')));
    EXPECT_THAT(markdown.text, HasSubstr("\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d"));
    for (const auto& picture : markdown.pictures)
        EXPECT_LT(picture.name.size(), 80U) << picture.name;
}

TEST(ReportBuilder, WithoutPicturesMarkdownGivesTheirNumbers)
{
    const auto data = twoCases();
    const auto markdown = markdownReport(buildReport(conclude(data), data), {}, {});
    EXPECT_THAT(markdown.pictures, IsEmpty());
    EXPECT_THAT(markdown.text, HasSubstr("Times faster"));
    EXPECT_THAT(markdown.text, Not(HasSubstr("![")));
}

TEST(ReportOptions, KeepsTheReadersOrderAndAddsWhatIsNew)
{
    ReportOptions options;
    options.sections = {{ReportSection::Commands, true}, {ReportSection::Summary, false},
        {ReportSection::Commands, false}};
    const auto choices = sectionsOf(options);
    EXPECT_THAT(choices, SizeIs(sectionsOf(ReportTemplate::Full).size()));
    const auto commands
        = std::ranges::find(choices, ReportSection::Commands, &SectionChoice::section);
    const auto summary
        = std::ranges::find(choices, ReportSection::Summary, &SectionChoice::section);
    EXPECT_LT(commands, summary);
    EXPECT_TRUE(commands->shown);
    for (const auto& choice : choices)
        EXPECT_EQ(sectionFrom(sectionKey(choice.section)), choice.section);
}

TEST(TextWidth, LinesAreNeverWiderThanAsked)
{
    const std::string text = "On H200, bf16: use **reduce-overhead**: **1.63× faster than eager** "
                             "(95 % interval 1.62–1.64) "
        + std::string(300, 'w');
    std::string whole;
    for (const auto& line : linesOf(text, 12, 200)) {
        double width = 0;
        for (const auto& run : line) {
            width += textWidth(run.text, 12, run.strong ? Weight::SemiBold : Weight::Regular);
            whole += run.text;
        }
        EXPECT_LE(width, 200);
    }
    for (auto at = whole.find("\u00a0"); at != std::string::npos; at = whole.find("\u00a0"))
        whole.erase(at, 2);
    std::erase(whole, ' ');
    auto plain = withoutMarks(text);
    std::erase(plain, ' ');
    EXPECT_EQ(whole, plain);
}

TEST(TextWidth, AUnitStaysWithItsNumber)
{
    EXPECT_EQ(unitsKept("95 % of 84.0 s, 3 processes"), "95\u00a0% of 84.0\u00a0s, 3 processes");
    EXPECT_EQ(unitsKept("4 "), "4 ");
}

TEST(TextWidth, ShorteningKeepsBothEnds)
{
    const auto text = shortened("reduce-overhead-with-dynamic-shapes", 12, 120);
    EXPECT_LE(textWidth(text, 12), 120);
    EXPECT_TRUE(text.starts_with("reduce"));
    EXPECT_TRUE(text.ends_with("shapes"));
}
