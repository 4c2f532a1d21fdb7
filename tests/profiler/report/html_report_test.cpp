// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/model/number_text.h"
#include "profiler/report/documents.h"
#include "tests/support/german_locale.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

using namespace profiler;
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
