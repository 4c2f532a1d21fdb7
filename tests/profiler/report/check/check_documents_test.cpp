// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/check/check_documents.h"
#include "profiler/report/check/check_sentences.h"
#include "profiler/report/check/check_workflows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

using namespace profiler;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

using Json = nlohmann::ordered_json;

GateCheck regressed(GateSubject subject, double before, double after, std::vector<GatePlace> places)
{
    return {.subject = subject,
        .variant = "compiled",
        .caseName = "s32",
        .outcome = GateOutcome::Regressed,
        .before = before,
        .after = after,
        .ratio = std::nullopt,
        .places = std::move(places),
        .reason = {}};
}

GateCheck breaks()
{
    return regressed(GateSubject::Breaks, 1, 2,
        {{.state = GatePlaceState::New,
             .file = "models/my block.py",
             .line = 14,
             .function = "forward",
             .id = "gb0059",
             .text = "call to <print>",
             .source = "print(x)"},
            {.state = GatePlaceState::Known,
                .file = "model.py",
                .line = 9,
                .function = "forward",
                .id = "gb0124",
                .text = "Tensor.item() call",
                .source = "x.item()"},
            {.state = GatePlaceState::Gone,
                .file = "model.py",
                .line = 30,
                .function = "head",
                .id = "gb0124",
                .text = "Tensor.item() call",
                .source = "y.item()"}});
}

GateCheck recompiles()
{
    return regressed(GateSubject::Recompiles, 0, 1,
        {{.state = GatePlaceState::New,
            .file = "model.py",
            .line = 4,
            .function = "forward",
            .id = {},
            .text = "self.scale == 2",
            .source = {}}});
}

GateCheck timed()
{
    return {.subject = GateSubject::Time,
        .variant = "compiled",
        .caseName = "default",
        .outcome = GateOutcome::Undecided,
        .before = 1.0e6,
        .after = 1.02e6,
        .ratio = Interval {.estimate = 0.98, .low = 0.95, .high = 1.01},
        .places = {},
        .reason = {ReasonKind::NeedsRepetitions, {std::int64_t {12}, std::int64_t {5}}}};
}

GateCheck limit()
{
    return {.subject = GateSubject::CompileLimit,
        .variant = "compiled",
        .caseName = "default",
        .before = 30e9,
        .after = 12e9,
        .ratio = std::nullopt,
        .places = {},
        .reason = {}};
}

GateResult exampleGate()
{
    GateResult result {.plan = "fusescope-check.json",
        .reference = GateReference::Revision,
        .referenceName = "main",
        .folder = "bench/",
        .started = {1'770'000'000'123'456'789},
        .took = std::chrono::milliseconds(83500)};
    result.checks = {breaks(), recompiles(), timed(), limit()};
    result.notes = {{.kind = GateNoteKind::DirtyTree, .values = {"2 files"}}};
    return result;
}

GateResult holding()
{
    auto result = exampleGate();
    result.checks = {limit()};
    result.notes.clear();
    return result;
}

} // namespace

TEST(CheckText, SaysTheWholeFirstThenWhatIsWorse)
{
    EXPECT_EQ(checkText(exampleGate(), 400),
        R"(Regressed: of 4 checks against the revision main 2 regressed, 1 undecided.
  regressed  compiled in s32: graph breaks 1 → 2
      models/my block.py:14 new graph break gb0059 in forward: call to <print>
        | print(x)
      model.py:30 gone graph break gb0124 in head: Tensor.item() call
        | y.item()
  regressed  compiled in s32: recompiles 0 → 1
      model.py:4 new recompile in forward: self.scale == 2
  undecided  compiled: time of a call )"
            + figureText(timed()) + R"(
  The working tree is what was checked, with changes in 2 files that are not committed.
)");
}

TEST(CheckText, IsOneLineWhereAllHolds)
{
    EXPECT_EQ(
        checkText(holding(), 100), "Holds: of 1 check against the revision main none is worse.\n");
}

TEST(CheckText, NothingInItSteersATerminal)
{
    auto result = exampleGate();
    result.checks.front().places.front().source = "x = '\x1b[2J'";
    EXPECT_THAT(checkText(result, 80), Not(HasSubstr("\x1b")));
}

TEST(CheckJson, HoldsEachCheckWithItsPlaces)
{
    const auto document = Json::parse(checkJson(exampleGate()));
    EXPECT_EQ(document["schema"], 1);
    EXPECT_EQ(document["outcome"], "regressed");
    EXPECT_EQ(document["reference"]["kind"], "revision");
    ASSERT_EQ(document["checks"].size(), 4U);
    const auto& first = document["checks"][0];
    EXPECT_EQ(first["check"], "graph_breaks");
    EXPECT_EQ(first["before"], 1);
    EXPECT_EQ(first["after"], 2);
    EXPECT_EQ(first["places"][0]["state"], "new");
    EXPECT_EQ(first["places"][0]["line"], 14);
    EXPECT_TRUE(document["checks"][1]["places"][0]["id"].is_null());
    EXPECT_EQ(document["checks"][2]["ratio"]["low"], 0.95);
    EXPECT_EQ(document["checks"][2]["outcome"], "undecided");
    EXPECT_EQ(Json::parse(checkJson(holding()))["outcome"], "holds");
}

TEST(CheckJUnit, IsATestCaseForEachCheck)
{
    const auto message = "compiled: time of a call " + figureText(timed());
    EXPECT_EQ(checkJUnit(exampleGate()),
        R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="fusescope check" package="fusescope" id="0" timestamp="2026-02-02T02:40:00" hostname="localhost" tests="4" failures="2" errors="0" skipped="1" time="83.500">
    <properties/>
    <testcase classname="fusescope-check.json.compiled in s32" name="graph breaks" time="0">
      <failure type="regressed" message="compiled in s32: graph breaks 1 → 2">compiled in s32: graph breaks 1 → 2
models/my block.py:14 new graph break gb0059 in forward: call to &lt;print&gt;
model.py:30 gone graph break gb0124 in head: Tensor.item() call</failure>
    </testcase>
    <testcase classname="fusescope-check.json.compiled in s32" name="recompiles" time="0">
      <failure type="regressed" message="compiled in s32: recompiles 0 → 1">compiled in s32: recompiles 0 → 1
model.py:4 new recompile in forward: self.scale == 2</failure>
    </testcase>
    <testcase classname="fusescope-check.json.compiled" name="time of a call" time="0">
      <skipped message=")"
            + message + R"("/>
    </testcase>
    <testcase classname="fusescope-check.json.compiled" name="limit of compile time" time="0"/>
    <system-out>Regressed: of 4 checks against the revision main 2 regressed, 1 undecided.
The working tree is what was checked, with changes in 2 files that are not committed.</system-out>
    <system-err/>
  </testsuite>
</testsuites>
)");
}

TEST(CheckJUnit, OfHostileNamesStaysXml)
{
    auto result = exampleGate();
    result.checks.front().variant = "a\"<b>&\x01";
    const auto text = checkJUnit(result);
    EXPECT_THAT(text, HasSubstr("a&quot;&lt;b&gt;&amp;"));
    EXPECT_THAT(text, Not(HasSubstr("\x01")));
}

TEST(CheckJUnit, SaysThatNothingWasCompared)
{
    const auto text = refusedJUnit("a&b.json", "the plan is \"gone\"", {});
    EXPECT_THAT(text, HasSubstr("tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\""));
    EXPECT_THAT(text, HasSubstr("classname=\"a&amp;b.json\""));
    EXPECT_THAT(text, HasSubstr(">the plan is &quot;gone&quot;</error>"));
    EXPECT_THAT(refusedMarkdown("the plan is <gone>"), HasSubstr("The plan is \\<gone\\>"));
}

TEST(CheckSarif, NamesEachPlaceByItsFileInTheRepository)
{
    const auto document = Json::parse(checkSarif(exampleGate(), "1.2.3"));
    EXPECT_EQ(document["version"], "2.1.0");
    EXPECT_THAT(document["$schema"].get<std::string>(), HasSubstr("sarif-2.1.0"));
    ASSERT_EQ(document["runs"].size(), 1U);
    const auto& run = document["runs"][0];
    EXPECT_EQ(run["tool"]["driver"]["name"], "Fusescope");
    EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2U);
    ASSERT_EQ(run["results"].size(), 3U) << "what is gone has no line";
    for (const auto& result : run["results"]) {
        ASSERT_TRUE(result["message"]["text"].is_string());
        ASSERT_TRUE(result["locations"].is_array());
        ASSERT_EQ(result["locations"].size(), 1U);
    }
    const auto& known = run["results"][0];
    EXPECT_EQ(known["level"], "note");
    EXPECT_EQ(known["baselineState"], "unchanged");
    const auto& added = run["results"][1];
    EXPECT_EQ(added["ruleId"], "graph-break");
    EXPECT_EQ(added["level"], "error");
    const auto& place = added["locations"][0]["physicalLocation"];
    EXPECT_EQ(place["artifactLocation"]["uri"], "bench/models/my%20block.py");
    EXPECT_EQ(place["region"]["startLine"], 14);
    EXPECT_EQ(run["results"][2]["ruleId"], "recompile");
}

TEST(CheckSarif, OfTwoVariantsAtOnePlaceIsOneResult)
{
    auto result = exampleGate();
    result.checks = {breaks(), breaks()};
    result.checks[1].variant = "dynamic";
    const auto document = Json::parse(checkSarif(result, "1"));
    ASSERT_EQ(document["runs"][0]["results"].size(), 2U);
    EXPECT_THAT(document["runs"][0]["results"][1]["message"]["text"].get<std::string>(),
        HasSubstr("(compiled in s32, dynamic in s32)"));
}

TEST(CheckSarif, WithoutAPlaceHoldsNoResult)
{
    const auto document = Json::parse(checkSarif(holding(), "1"));
    EXPECT_TRUE(document["runs"][0]["results"].is_array());
    EXPECT_TRUE(document["runs"][0]["results"].empty());
}

TEST(CheckMarkdown, IsATableOfWhatChangedAndAListOfPlaces)
{
    const auto text = checkMarkdown(exampleGate());
    EXPECT_THAT(text, ::testing::StartsWith("### ❌ Fusescope: Regressed: of 4 checks"));
    EXPECT_THAT(text, HasSubstr("| ❌ regressed | compiled in s32 | graph breaks | 1 → 2 |"));
    EXPECT_THAT(text, HasSubstr("- `models/my block.py:14` "));
    EXPECT_THAT(text, HasSubstr("─●─")) << "what is compared in time is drawn in it";
    EXPECT_THAT(text, Not(HasSubstr("!["))) << "beside a comment there is no picture";
    EXPECT_THAT(text, Not(HasSubstr("<print>"))) << "names are shown, never obeyed";
    EXPECT_THAT(text, Not(HasSubstr("limit of compile time"))) << "what holds is counted";
    EXPECT_THAT(checkMarkdown(holding()), Not(HasSubstr("─●─")));
}

TEST(CheckBars, DrawEachIntervalBesideTheMargin)
{
    auto result = exampleGate();
    result.checks = {timed(), timed()};
    result.checks[1].caseName = "s32";
    result.checks[1].ratio = Interval {.estimate = 1.02, .low = 1.01, .high = 1.03};
    const auto bars = checkBars(result);
    EXPECT_THAT(bars,
        ::testing::StartsWith("compiled            ───────┼──●──────┼───                   "));
    EXPECT_THAT(bars, HasSubstr("\ncompiled in s32            ┊         │  ────●───            "));
    EXPECT_THAT(bars, HasSubstr("┊ 3.0 % slower, the margin"));
}

TEST(CheckBars, EndAtTheEdgeWhereACallIsManyTimesSlower)
{
    auto result = exampleGate();
    result.checks = {timed()};
    result.checks[0].ratio = Interval {.estimate = 0.1, .low = 0.01, .high = 0.2};
    EXPECT_THAT(checkBars(result), HasSubstr("compiled  ●"));
    EXPECT_EQ(checkBars(holding()), "");
}

TEST(CheckChart, HasARowForEachCallThatWasTimed)
{
    const auto picture = checkChart(exampleGate());
    ASSERT_FALSE(picture.isEmpty());
    EXPECT_THAT(picture.marks, HasSubstr("compiled"));
    EXPECT_TRUE(checkChart(holding()).isEmpty());
}

TEST(CheckWorkflows, RunThePlanThatInitWrites)
{
    for (const auto& text : {githubWorkflow(), gitlabSnippet()}) {
        EXPECT_THAT(text, HasSubstr("fusescope check fusescope-check.json --structure"));
        EXPECT_THAT(text, Not(HasSubstr("\t"))) << "YAML takes no tabs";
    }
}

TEST(GateWords, EachSubjectAndNoteHasItsOwn)
{
    std::set<std::string> names;
    for (int i = 0; i <= static_cast<int>(GateSubject::CompileLimit); ++i)
        names.insert(subjectName(static_cast<GateSubject>(i)));
    EXPECT_EQ(names.size(), static_cast<std::size_t>(GateSubject::CompileLimit) + 1);
    EXPECT_FALSE(names.contains(""));
    for (int i = 0; i <= static_cast<int>(GateNoteKind::LockAccepts); ++i)
        EXPECT_NE(
            noteSentence({.kind = static_cast<GateNoteKind>(i), .values = {"a", "b", "c"}}), "");
}
