// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/latency_text.h"
#include "profiler/report/sentences/worth_text.h"
#include "profiler/report/text/loss_text.h"
#include "profiler/report/text/shown_texts.h"
#include "tests/support/recorded_example.h"
#include "tests/support/traced_graphs.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace profiler;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

namespace {

std::string cut(std::string text, std::size_t most)
{
    cutText(text, most);
    return text;
}

ComparisonData traced(const TraceLosses& losses)
{
    auto data
        = recorded_example::recordedExample({.variants = recorded_example::exampleVariants(2)});
    data.processes.push_back({.start = {.kind = ProcessKind::Trace, .variant = 1, .started = {}},
        .traces = {{.calls = {{.startNs = 0, .endNs = 10}},
            .kernels = {{.name = "gemm", .count = 1, .totalNs = 5}},
            .losses = losses,
            .ended = true}}});
    return data;
}

/// Variant 2 has `breaks` graph breaks, which cost 10, 20, 30 … µs in a call.
ComparisonData exampleWithManyBreaks(int breaks)
{
    recorded_example::ExampleOptions options {.repetitions = 3, .rounds = 4};
    options.variants.resize(3);
    options.variants.at(1).graphBreaks = 0;
    options.variants.at(2).graphBreaks = breaks;
    auto data = recorded_example::recordedExample(options);
    std::vector<std::int64_t> costs;
    for (int i = 1; i <= breaks; ++i)
        costs.push_back(i * 10 * us);
    tests::addTracedGraphs(data, 2, 0, costs);
    return data;
}

std::string topOf(int breaks)
{
    return topBreaksText(conclude(exampleWithManyBreaks(breaks)).cases.front().variants.at(2));
}

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

VariantResult variantOf(int index, std::string name, double medianMs, double p99Ms)
{
    VariantResult variant {.variant = index, .name = std::move(name), .repetitionsSteady = 5};
    LatencySummary latency {.calls = 2000};
    latency.at(medianPercentile).ns = medianMs * millisecond;
    latency.at(0.9) = {.p = 0.9, .ns = p99Ms * 0.9 * millisecond};
    latency.at(0.95) = {.p = 0.95, .ns = p99Ms * 0.95 * millisecond};
    latency.at(tailPercentile) = {.p = 0.99, .ns = p99Ms * millisecond};
    latency.at(0.999) = {.p = 0.999, .needs = 3688, .has = 400};
    variant.latency = latency;
    variant.verdict = index == 0 ? Verdict::Baseline : Verdict::Faster;
    return variant;
}

CaseResult design()
{
    CaseResult result {.name = "batch 32"};
    result.variants = {variantOf(0, "eager", 18.42, 22.4), variantOf(1, "default", 12.91, 16.7),
        variantOf(2, "reduce-overhead", 11.31, 13.2)};
    return result;
}

TEST(LatencySentence, SaysHowSlowTheSlowestAre)
{
    EXPECT_EQ(latencySentence(design(), 2),
        "99 of 100 calls of reduce-overhead take at most 13.20 ms, 1.17× its median of 11.31 ms; "
        "eager takes up to 22.40 ms.");
}

TEST(LatencySentence, StressesTheVariantAndItsTime)
{
    EXPECT_THAT(latencySentence(design(), 2, Emphasis::Markdown),
        HasSubstr("**reduce-overhead** take at most **13.20 ms**"));
}

TEST(LatencySentence, OfTheBaselineComparesWithNothing)
{
    EXPECT_THAT(latencySentence(design(), 0), Not(HasSubstr("takes up to")));
}

TEST(LatencySentence, FallsBackToThePercentileThatHasCallsEnough)
{
    CaseResult result = design();
    result.variants[2].latency->at(tailPercentile).ns.reset();
    EXPECT_THAT(latencySentence(result, 2), HasSubstr("19 of 20 calls of reduce-overhead"));
    EXPECT_THAT(latencySentence(result, 2), HasSubstr("eager takes up to 21.28 ms"));
    result.variants[2].latency->at(0.95).ns.reset();
    EXPECT_THAT(latencySentence(result, 2), HasSubstr("9 of 10"));
}

TEST(LatencySentence, SaysWhyThereIsNone)
{
    CaseResult result = design();
    result.variants[2].latency = missing(recorded("the process crashed"));
    EXPECT_EQ(
        latencySentence(result, 2), "reduce-overhead has no timed call: the process crashed.");
    EXPECT_THAT(latencySentence(result, 7), HasSubstr("no such variant"));
}

TEST(LatencyNote, NamesTheLimitAndWhoMissesIt)
{
    ComparisonResult comparison {.device = "H200", .dtype = "bf16"};
    CaseResult result = design();
    result.variants[2].limits
        = {{.met = true, .limit = 15 * millisecond, .value = 13.2 * millisecond}};
    result.variants[1].limits
        = {{.met = false, .limit = 15 * millisecond, .value = 16.7 * millisecond}};
    const std::string note = latencyNote(comparison, result, 2);
    EXPECT_THAT(note, HasSubstr("Within your limit of"));
    EXPECT_THAT(note, HasSubstr("over it: default (16.70 ms)"));
    EXPECT_THAT(note, HasSubstr("H200, bf16, batch 32"));
    EXPECT_THAT(note, HasSubstr("5 processes"));
    EXPECT_THAT(note, HasSubstr("no CPU contention"));
    EXPECT_THAT(note, Not(HasSubstr("left out")));
    result.variants[2].repetitionsRecompiled = 1;
    EXPECT_THAT(latencyNote(comparison, result, 2),
        HasSubstr("1 process left out: recompiled during timed calls"));
    // The share of the comparison, as Overview and reports have it; not that of one variant.
    result.variants[0].quietRatio = 0.69;
    comparison.quality.quietRatio = 0.7222;
    EXPECT_THAT(latencyNote(comparison, result, 2), HasSubstr("28 % of blocks had CPU contention"));
}

TEST(LatencyMethod, SaysWhatADashNeeds)
{
    EXPECT_THAT(latencyMethod(design()), HasSubstr("p99.9 needs"));
    EXPECT_THAT(latencyMethod(design()), HasSubstr("the middle one of 5 processes"));
    EXPECT_THAT(latencyMethod({}), Not(IsEmpty()));
}

TEST(LatencyMethod, CountsTheCallsOfTheVariantWithTheFewest)
{
    CaseResult result = design();
    result.variants[0].latency->at(0.999).has = 870;
    result.variants[1].latency->at(0.999).has = 420;
    result.variants[2].latency->at(0.999).has = 500;
    EXPECT_THAT(latencyMethod(result), HasSubstr("has 420")) << "as beside the percentiles";
}

} // namespace

TEST(CutText, LeavesWhatIsShortAsItIs)
{
    EXPECT_EQ(cut("abc", 3), "abc");
    EXPECT_EQ(cut("", 0), "");
}

TEST(CutText, TellsHowLongTheTextIsInCharacters)
{
    EXPECT_EQ(cut("abcdef", 3), "abc… (6 characters)");
    EXPECT_EQ(cut("äöüß", 3), "ä… (4 characters)") << "no symbol is cut in two";
    EXPECT_THAT(
        cut(std::string(1'000'000, 'x'), 10), EndsWith("… (1\u202f000\u202f000 characters)"));
}

TEST(CutTexts, ReachesTheTextsOfAFileAndLeavesTheNote)
{
    const std::string text(1'000'000, 'x');
    ComparisonData data;
    data.info.name = data.info.command = data.note = text;
    data.plan.variants = {{.name = text}};
    data.plan.goal.caseLimits[text] = {};
    data.notices = {{.rule = text, .sentence = text}};
    ProcessRecord process;
    process.environment = {{text, text}};
    process.compiles = {{.function = text, .failReason = text, .metricsJson = text}};
    process.traces = {{.kernels = {{.name = text}}}};
    data.processes = {process};
    cutTexts(data);
    EXPECT_EQ(data.note.size(), text.size()) << "it can be edited";
    EXPECT_LT(data.info.name.size(), 300U);
    EXPECT_LT(data.info.command.size(), 30'000U);
    EXPECT_LT(data.plan.variants[0].name.size(), 300U);
    EXPECT_EQ(data.plan.goal.caseLimits.begin()->first, data.plan.variants[0].name);
    EXPECT_LT(data.notices[0].sentence.size(), 5000U);
    const auto& cutProcess = data.processes[0];
    EXPECT_LT(cutProcess.environment.begin()->first.size(), 300U);
    EXPECT_LT(cutProcess.environment.begin()->second.size(), 5000U);
    EXPECT_LT(cutProcess.compiles[0].failReason.size(), 5000U);
    EXPECT_LT(cutProcess.traces[0].kernels[0].name.size(), 5000U);
}

TEST(CutTexts, KeepsStarsOfANameFromMarkingASentence)
{
    ComparisonData data;
    data.plan.variants = {{.name = "a***b"}};
    cutTexts(data);
    EXPECT_EQ(data.plan.variants[0].name, "a*\u2060*\u2060*b");
}

TEST(CutTexts, CutsANameOfATraceLikeThatOfItsSummary)
{
    const std::string text(1'000'000, 'x');
    TraceRows rows {.names = {{.id = 1, .text = text}}};
    cutTexts(rows);
    EXPECT_EQ(rows.names[0].text, cut(text, longestSymbol));
}

TEST(LossWords, NameEachLossOnce)
{
    EXPECT_EQ(traceLossText({}), "");
    EXPECT_EQ(traceLossText({.losses = {.dropped = 1204, .launchesWithoutKernel = 1}}),
        formatCount(1204) + " records dropped, 1 launch without a kernel");
    EXPECT_EQ(
        traceLossText({.losses = {.clockStepNs = -2'000'000, .reasons = {"the disk was full"}}}),
        "the clock was set by 2.000 ms, the disk was full");
}

TEST(LossWords, StandBesideEverythingThatIsReadFromTheTrace)
{
    const auto data = traced({.dropped = 7});
    EXPECT_EQ(incompleteTraces(data, 0, {0, 1}),
        "The trace of default is not complete: 7 records dropped.");
    for (const auto part : {ShowPart::Trace, ShowPart::Kernels, ShowPart::Gpu})
        EXPECT_THAT(showText(part, data), HasSubstr("not complete: 7 records dropped"));
    EXPECT_THAT(showText(ShowPart::Breaks, data), Not(HasSubstr("not complete")));
    EXPECT_EQ(incompleteTraces(traced({}), 0, {0, 1}), "");
}

TEST(TopBreaksText, SaysWhatFixingTheMostExpensiveGainsWithItsInterval)
{
    EXPECT_THAT(topOf(5), StartsWith("Top 3 breaks fixed: about 1."));
    EXPECT_THAT(topOf(5), HasSubstr("faster than now (1."));
    EXPECT_THAT(topOf(5), HasSubstr(" → "));
    EXPECT_THAT(topOf(3), StartsWith("All 3 breaks fixed"));
    EXPECT_THAT(topOf(2), StartsWith("Both breaks fixed"));
    EXPECT_THAT(topOf(1), StartsWith("The break fixed"));
    EXPECT_THAT(topOf(0), IsEmpty());
}

TEST(Worth, IsSaidWithItsIntervalAndItsCase)
{
    const auto result = conclude(exampleWithManyBreaks(2));
    const Finding finding {.recoverable
        = {{.caseIndex = 0, .cost = {.estimateNs = 9e5, .lowNs = 8e5, .highNs = 1e6}}}};
    EXPECT_EQ(worthOf(finding, result, 0).figure, "900.0 µs");
    EXPECT_EQ(worthOf(finding, result, 0).words, "costs 900.0 µs a call (800.0 µs to 1.000 ms)");
    EXPECT_EQ(worthOf({.onceNs = 18.2e9}, result, 0).figure, "18.2 s once");
    EXPECT_EQ(worthOf({.onceNs = 18.2e9}, result, 0).words, "costs 18.2 s once");
    const Finding atMost {.recoverable = {{.cost = {.estimateNs = 9e5, .highNs = 9e5}}},
        .confidence = Confidence::Estimated};
    EXPECT_EQ(worthOf(atMost, result, 0).figure, "≤ 900.0 µs");
    EXPECT_EQ(worthOf(atMost, result, 0).words, "costs at most 900.0 µs a call");
    EXPECT_THAT(worthOf({}, result, 0).figure, IsEmpty());
}

TEST(Worth, StandsInEveryDocument)
{
    const auto data = exampleWithManyBreaks(4);
    const auto result = conclude(data);
    EXPECT_THAT(compareText(result, 200, false), HasSubstr("µs a call ("));
    EXPECT_THAT(compareText(result, 200, false), HasSubstr(", top 3 breaks fixed: about 1."));
    const auto variant = nlohmann::json::parse(compareJson(result))["cases"][0]["variants"][2];
    EXPECT_NEAR(variant["graph_break_cost_ns"]["estimate"].get<double>(), 100 * us, us);
    EXPECT_EQ(variant["top_breaks_fixed"]["breaks"], 3);
    EXPECT_GT(variant["top_breaks_fixed"]["speedup"]["estimate"].get<double>(), 1);
    const auto shown = nlohmann::json::parse(showJson(ShowPart::Findings, data));
    const auto found = std::ranges::find_if(
        shown["findings"], [](const auto& finding) { return finding["rule"] == "graph_break"; });
    ASSERT_NE(found, shown["findings"].end());
    EXPECT_NEAR((*found)["recoverable_ns"]["estimate"].get<double>(), 40 * us, us);
    EXPECT_EQ(shown["top_breaks"][0]["variant"], data.plan.variants[2].name);
    EXPECT_THAT(showText(ShowPart::Findings, data),
        HasSubstr("fixing the 3 most expensive breaks gives about"));
    EXPECT_THAT(showText(ShowPart::Breaks, data), HasSubstr("costs a call"));
    const auto cost
        = nlohmann::json::parse(showJson(ShowPart::Breaks, data))["graph_breaks"][0]["cost_ns"];
    EXPECT_GT(cost["estimate"].get<double>(), 0);
}

TEST(Worth, IsNotMadeUpWithoutATrace)
{
    recorded_example::ExampleOptions options {.repetitions = 3, .rounds = 4};
    options.variants.at(2).graphBreaks = 2;
    const auto data = recorded_example::recordedExample(options);
    const auto variant
        = nlohmann::json::parse(compareJson(conclude(data)))["cases"][0]["variants"][2];
    EXPECT_TRUE(variant["top_breaks_fixed"].is_null());
    EXPECT_EQ(variant["top_breaks_fixed_reason"], "its graphs were not traced");
    EXPECT_THAT(compareText(conclude(data), 200, false), Not(HasSubstr("fixed:")));
}
