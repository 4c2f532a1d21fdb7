// SPDX-License-Identifier: Apache-2.0
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
#include "profiler/report/document/provenance.h"
#include "profiler/report/documents.h"
#include "tests/support/german_locale.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

using namespace profiler;
using recorded_example::recordedExample;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

std::string reportOf(const ComparisonData& data)
{
    return htmlReport(conclude(data), data);
}

/// Every element that is opened is closed, in order.
void expectWellFormed(const std::string& html)
{
    const std::regex tag(R"(<(/?)([a-z0-9]+)([^<>]*?)(/?)>)");
    std::vector<std::string> open;
    for (std::sregex_iterator it(html.begin(), html.end(), tag), end; it != end; ++it) {
        const auto name = (*it)[2].str();
        if (name == "meta" || (*it)[4].str() == "/")
            continue;
        if ((*it)[1].str().empty()) {
            open.push_back(name);
            continue;
        }
        ASSERT_FALSE(open.empty()) << name;
        ASSERT_EQ(open.back(), name);
        open.pop_back();
    }
    EXPECT_TRUE(open.empty());
}

ComparisonInfo infoOf(std::int64_t startedNs, std::string command)
{
    return {.started = {startedNs}, .command = std::move(command)};
}

FigureId sampleId()
{
    return {.comparison = "fs-huybnh2gkf",
        .place = {.page = "latency", .caseName = "default", .focus = "compiled"}};
}

} // namespace

TEST(HtmlReport, HasEverySection)
{
    const auto html = reportOf(recorded_example::recordedExample());
    expectWellFormed(html);
    for (const auto* title : {"Variants", "Payback", "Latency", "Results", "Findings", "memory",
             "Method", "Configuration", "Commands"})
        EXPECT_THAT(html, HasSubstr(title));
    std::size_t charts = 0;
    for (auto at = html.find("<figure"); at != std::string::npos; at = html.find("<figure", at + 1))
        ++charts;
    EXPECT_EQ(charts, 3U);
}

TEST(HtmlReport, HoldsTheNotesAsTheyWereWritten)
{
    auto data = recorded_example::recordedExample();
    EXPECT_THAT(reportOf(data), Not(HasSubstr("<h2>Notes<")));
    data.note = "first line\nsecond <b>line</b>";
    const auto html = reportOf(data);
    expectWellFormed(html);
    EXPECT_THAT(html, HasSubstr("<h2>Notes<"));
    EXPECT_THAT(html, HasSubstr("first line\nsecond &lt;b&gt;line&lt;/b&gt;"));
}

TEST(HtmlReport, PrintsTheJudgedNumbers)
{
    const auto data = recorded_example::recordedExample();
    const auto result = conclude(data);
    const auto html = htmlReport(result, data);
    for (const auto& variant : result.cases[0].variants) {
        EXPECT_THAT(html,
            HasSubstr(">" + formatIn(TimeUnit::Milliseconds, *variant.latency->median().ns) + "<"));
        if (variant.verdict != Verdict::Baseline) {
            EXPECT_THAT(html, HasSubstr(formatRatio(variant.speedUp->ratio.estimate)));
        }
    }
}

TEST(HtmlReport, RefersToNothingOutside)
{
    const auto html = reportOf(recorded_example::recordedExample());
    for (const auto* reference : {"http:", "https:", "src=", "href=", "@import", "url(", "<script"})
        EXPECT_THAT(html, Not(HasSubstr(reference))) << reference;
}

TEST(HtmlReport, ShowsHostileNamesAndObeysNone)
{
    auto data = recorded_example::recordedExample();
    const std::string hostile = "<script>alert('1')</script>\"&\x1b[2J**";
    data.info.name = hostile;
    data.info.command = hostile + "\n</pre>";
    data.plan.workload.spec = hostile;
    data.plan.variants[1].name = hostile;
    data.plan.cases[0].name = hostile;
    for (auto& process : data.processes)
        process.environment["device_name"] = hostile;
    const auto html = reportOf(data);
    expectWellFormed(html);
    EXPECT_THAT(html, Not(HasSubstr("<script")));
    EXPECT_THAT(html, Not(HasSubstr("\x1b")));
    EXPECT_THAT(html, HasSubstr("&lt;script&gt;alert(&#39;1&#39;)"));
}

TEST(HtmlReport, SurvivesEmptyAndFailedRecordings)
{
    expectWellFormed(reportOf(ComparisonData {}));
    recorded_example::ExampleOptions options;
    for (auto& variant : options.variants)
        variant.failure = "no weights";
    const auto html = reportOf(recorded_example::recordedExample(options));
    expectWellFormed(html);
    EXPECT_THAT(html, HasSubstr("no weights"));
}

TEST(HtmlReport, IsTheSameUnderAnyLocale)
{
    const auto data = recorded_example::recordedExample();
    const auto html = reportOf(data);
    const tests::GermanLocale german;
    EXPECT_EQ(reportOf(data), html);
}

/// Ids stand in papers and slides: these must never change. Computed apart, in Python, from the
/// words of the header.
TEST(ComparisonMark, IsTheSameInEveryVersion)
{
    const std::string command = "fusescope record builtin:mlp";
    EXPECT_EQ(comparisonMark(infoOf(1752676462000000000, command), "builtin:mlp"), "fs-huybnh2gkf");
    EXPECT_EQ(comparisonMark(infoOf(1752676462000000001, command), "builtin:mlp"), "fs-tfep5wix3o");
    EXPECT_EQ(comparisonMark(infoOf(0, ""), ""), "fs-l5wcesyx44");
    EXPECT_EQ(comparisonMark(
                  infoOf(-1, "fusescope record größe.py:model --case 'a b'"), "größe.py:model"),
        "fs-j2snlfvkvy");
}

TEST(ComparisonMark, KeepsItsFieldsApart)
{
    EXPECT_EQ(comparisonMark(infoOf(0, "ab"), "c"), "fs-uuqm6h6ogt");
    EXPECT_EQ(comparisonMark(infoOf(0, "a"), "bc"), "fs-hgyzd7t6r5");
}

TEST(ComparisonMark, SurvivesCopyingRenamingAndAnotherGoal)
{
    ComparisonData data = recordedExample({});
    const Provenance before = provenanceOf(data, "a.fscope");
    data.info.id.value = 42;
    data.info.name = "another name";
    data.info.status = ComparisonStatus::Partial;
    data.info.toolVersion = "9.9";
    data.plan.goal.horizonCalls = 17;
    data.plan.variants.front().name = "renamed";
    EXPECT_EQ(provenanceOf(data, "b.fscope").id, before.id);
    data.info.started.ns += 1;
    EXPECT_NE(provenanceOf(data, "a.fscope").id, before.id);
}

TEST(FigureIdText, NamesPageCaseAndFocus)
{
    EXPECT_EQ(figureIdText(sampleId()), "fs-huybnh2gkf/latency/default/compiled");
    EXPECT_EQ(figureIdText({.comparison = "fs-huybnh2gkf", .place = {}}), "fs-huybnh2gkf");
    EXPECT_EQ(figureIdText({.comparison = "fs-huybnh2gkf", .place = {.page = "runs"}}),
        "fs-huybnh2gkf/runs");
    EXPECT_EQ(figureIdText({.comparison = "fs-huybnh2gkf", .place = {.focus = "eager"}}),
        "fs-huybnh2gkf///eager");
}

TEST(FigureIdText, ReadsBackWhateverNamesHold)
{
    FigureId id = sampleId();
    id.place.caseName = "batch 32/seq=512, 50 %\n\"größe\" שלום 日本";
    id.place.focus = std::string(200, '/') + "ä";
    const std::string text = figureIdText(id);
    EXPECT_EQ(text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789-._~%/"),
        std::string::npos)
        << text;
    EXPECT_EQ(figureIdFrom(text), id);
    EXPECT_EQ(figureIdFrom("  " + text + "\n"), id);
}

TEST(FigureIdFrom, TakesAMarkInCapitals)
{
    EXPECT_EQ(figureIdFrom("FS-HUYBNH2GKF/latency/default/compiled"), sampleId());
}

TEST(FigureIdFrom, RefusesWhatIsNone)
{
    for (const char* text : {"", "fs-", "runs.fscope", "fs-huybnh2gk", "fs-huybnh2gkff",
             "fs-huybnh2gk1", "fs-huybnh2gkf/a/b/c/d", "fs-huybnh2gkf/%", "fs-huybnh2gkf/%4",
             "fs-huybnh2gkf/%zz", "xs-huybnh2gkf"})
        EXPECT_FALSE(figureIdFrom(text)) << text;
}

TEST(Provenance, SaysHowTheFigureIsOpenedAgain)
{
    const Provenance provenance {
        .toolVersion = "0.1.0", .id = sampleId(), .file = "runs.fscope", .number = 3};
    EXPECT_EQ(reopenCommand(provenance),
        "fusescope ui runs.fscope@3 --page latency --case default --focus compiled");
    EXPECT_EQ(provenanceLine(provenance),
        "Fusescope 0.1.0 · runs.fscope@3 · fs-huybnh2gkf/latency/default/compiled");
    EXPECT_EQ(
        provenanceText(provenance), provenanceLine(provenance) + " · " + reopenCommand(provenance));
}

TEST(Provenance, QuotesNamesForAShell)
{
    Provenance provenance {.file = "my runs.fscope", .number = 1};
    provenance.id.place = {.page = "latency", .caseName = "it's 2", .focus = "-fast"};
    EXPECT_EQ(reopenCommand(provenance),
        "fusescope ui 'my runs.fscope@1' --page latency --case 'it'\\''s 2' --focus=-fast");
}

TEST(Provenance, NamesNoFolder)
{
    const Provenance provenance
        = provenanceOf(recordedExample({}), "/home/somebody/secret/mlp.fscope");
    EXPECT_EQ(provenance.file, "mlp.fscope");
    EXPECT_EQ(provenanceText(provenance).find("secret"), std::string::npos);
    EXPECT_EQ(provenance.toolVersion, programVersion());
}
