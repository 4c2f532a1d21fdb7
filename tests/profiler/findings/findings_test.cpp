// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/findings/finding_order.h"
#include "profiler/findings/folded_findings.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/report/sentences/finding_text.h"
#include "tests/support/median_latency.h"
#include "tests/support/recorded_example.h"
#include "tests/support/traced_graphs.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;

namespace {

/// Two cases; variant 2 has graph breaks at two places and compiles twice again in the last case.
ComparisonData example()
{
    recorded_example::ExampleOptions options {.repetitions = 3, .rounds = 4};
    options.cases = {{.name = "b8"}, {.name = "b9"}};
    options.variants.resize(3);
    options.variants.at(1).graphBreaks = 0;
    options.variants.at(2).graphBreaks = 2;
    options.variants.at(2).recompiles = 2;
    return recorded_example::recordedExample(options);
}

std::vector<std::string> rulesOf(const std::vector<Finding>& findings)
{
    std::vector<std::string> rules;
    for (const auto& finding : findings)
        rules.push_back(finding.rule);
    return rules;
}

std::vector<Finding> ordered(std::vector<Finding> findings, std::optional<int> caseIndex = {})
{
    ComparisonResult result;
    orderFindings(result, findings, caseIndex);
    return findings;
}

const Finding* breakFinding(const std::vector<Finding>& findings, std::size_t index)
{
    for (const auto& finding : findings)
        if (finding.rule == "graph_break" && index-- == 0)
            return &finding;
    return nullptr;
}

} // namespace

TEST(Findings, ComparesNoiseAndSmallestEffectAsRatios)
{
    const auto data = example();
    auto judged = conclude(data);
    judged.quality.noiseFloor = LogRatio::ofLogarithm(0.0297); // 3.01 %
    const auto findings = findingsOf(data, judged);
    const auto noise
        = std::ranges::find(findings, std::string("noise_above_3_percent"), &Finding::rule);
    ASSERT_NE(noise, findings.end());
    EXPECT_THAT(findingSentence(judged, *noise), EndsWith("this machine cannot resolve 3.0 %"));
}

TEST(Findings, PutAnIdleDeviceUnderTheBreaksThatLeaveItIdle)
{
    const auto costing = [](double ns) {
        return std::vector<CostInCase> {
            {.caseIndex = 0, .cost = {.estimateNs = ns, .lowNs = ns, .highNs = ns}}};
    };
    const Finding idle {.rule = "host_bound",
        .severity = Finding::Severity::Warning,
        .variant = 1,
        .recoverable = costing(3'000'000)};
    auto ofOther = idle;
    ofOther.variant = 2;
    const Finding broken {.rule = "graph_break",
        .severity = Finding::Severity::Warning,
        .graphBreak = GraphBreak {},
        .variant = 1,
        .recoverable = costing(1'000'000)};
    auto cheaper = broken;
    cheaper.recoverable = costing(500'000);
    const auto findings = ordered({idle, ofOther, cheaper, broken});
    EXPECT_THAT(
        rulesOf(findings), ElementsAre("host_bound", "graph_break", "host_bound", "graph_break"));
    EXPECT_EQ(findings[0].variant, 2);
    EXPECT_EQ(findings[1].recoverable[0].cost.estimateNs, 1'000'000);
    auto harmless = broken;
    harmless.severity = Finding::Severity::Information;
    EXPECT_THAT(rulesOf(ordered({harmless, idle})), ElementsAre("host_bound", "graph_break"));
}

TEST(Findings, SayWhereTheMediansTellAnotherRatioThanTheRounds)
{
    const auto data = example();
    auto judged = conclude(data);
    const auto disagrees = [&] {
        return std::ranges::count(
            findingsOf(data, judged), std::string("medians_disagree"), &Finding::rule);
    };
    EXPECT_EQ(disagrees(), 0);
    auto& variant = judged.cases.at(0).variants.at(1);
    variant.latency->at(medianPercentile).ns = *variant.latency->median().ns * 1.7;
    EXPECT_EQ(disagrees(), 1);
}

TEST(Findings, GraphBreaksCarryWhatTheyCostInEachCase)
{
    auto data = example();
    tests::addTracedGraphs(data, 2, 0, {40 * us, 90 * us});
    tests::addTracedGraphs(data, 2, 1, {70 * us, 20 * us});
    const auto result = conclude(data);
    const auto* first = breakFinding(result.findings, 0);
    ASSERT_NE(first, nullptr);
    ASSERT_EQ(first->recoverable.size(), 2U);
    EXPECT_EQ(first->recoverable[0].caseIndex, 0) << "the most expensive case comes first";
    EXPECT_NEAR(first->recoverable[0].cost.estimateNs, 90 * us, 200);
    EXPECT_NEAR(recoverableIn(*first, 1)->cost.estimateNs, 20 * us, 200);
}

TEST(Findings, OfACaseAreOrderedByWhatThatCaseCanWinBack)
{
    auto data = example();
    tests::addTracedGraphs(data, 2, 0, {40 * us, 90 * us});
    tests::addTracedGraphs(data, 2, 1, {70 * us, 20 * us});
    const auto result = conclude(data);
    const auto inFirst = findingsOfCase(result, 0);
    const auto inSecond = findingsOfCase(result, 1);
    EXPECT_EQ(findingPlace(result, *breakFinding(inFirst, 0)),
        findingPlace(result, *breakFinding(inSecond, 1)));
    EXPECT_EQ(findingPlace(result, *breakFinding(inFirst, 1)),
        findingPlace(result, *breakFinding(inSecond, 0)));
}

TEST(Findings, OfABreakWithoutMeasurableCostIsANotice)
{
    auto data = example();
    tests::addTracedGraphs(data, 2, 0, {1 * us, 90 * us}, 20 * us);
    const auto result = conclude(data);
    const auto cheap = std::ranges::find_if(result.findings, [](const Finding& finding) {
        return finding.rule == "graph_break" && finding.severity == Finding::Severity::Information;
    });
    ASSERT_NE(cheap, result.findings.end());
    EXPECT_THAT(findingSentence(result, *cheap), EndsWith("at no measurable cost"));
    EXPECT_FALSE(recoverableIn(*cheap, 0));
}

TEST(Findings, OfBreaksThatWereNotTracedHaveNoFigure)
{
    const auto result = conclude(example());
    const auto* found = breakFinding(result.findings, 0);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->severity, Finding::Severity::Warning);
    EXPECT_THAT(found->recoverable, IsEmpty());
}

TEST(Findings, OfRecompilesTellWhatTheyCostOnce)
{
    const auto result = conclude(example());
    const auto recompile = std::ranges::find(result.findings, "recompile_size", &Finding::rule);
    ASSERT_NE(recompile, result.findings.end());
    EXPECT_EQ(recompile->caseIndex, 1);
    EXPECT_GT(recompile->onceNs.value_or(0), 0);
}

/// A quarter of a million of them took hours when each was compared with all others.
TEST(Findings, OfAnyNumberOfNoticesTellEachOnce)
{
    auto data = example();
    const auto before = conclude(data).findings.size();
    constexpr int different = 250'000;
    for (int i = 0; i < different; ++i)
        for (const auto& variant : {std::optional<int>(), std::optional<int>(1)})
            data.notices.push_back({.variant = variant,
                .caseIndex = std::nullopt,
                .rule = "flood",
                .sentence = "notice " + std::to_string(i / 2)});
    const auto findings = conclude(data).findings;
    EXPECT_EQ(findings.size(), before + different / 2) << "one variant and all say the same";
    EXPECT_FALSE(std::ranges::find(findings, "flood", &Finding::rule)->variant);
}

/// Logs of TORCH_TRACE hold them.
TEST(Findings, OfTenThousandBreaksNameThoseThatAnybodyReadsAndCountTheRest)
{
    auto data = example();
    constexpr int breaks = 10'000;
    for (auto& process : data.processes)
        if (process.start.variant == 1 && process.start.kind == ProcessKind::Cold)
            for (int line = 1; line <= breaks; ++line)
                process.breaks.push_back({.id = "gb0059", .file = "<string>", .line = line});
    const auto result = conclude(data);
    std::vector<Finding> ofVariant;
    std::ranges::copy_if(result.findings, std::back_inserter(ofVariant),
        [](const Finding& f) { return f.rule == "graph_break" && f.variant == 1; });
    ASSERT_EQ(ofVariant.size(), 51U);
    EXPECT_THAT(findingSentence(result, ofVariant.back()), EndsWith(" more places"));
    EXPECT_THAT(findingPlace(result, ofVariant.front()), ::testing::StartsWith("<string>:"));
}

TEST(FindingOrder, PutsWhatIsWrongFirstThenTimeOfACallThenCostsPaidOnceThenNotices)
{
    const auto won = [](double estimate, double low) {
        return std::vector<CostInCase> {{.caseIndex = 0,
            .cost = {.estimateNs = estimate, .lowNs = low, .highNs = 2 * estimate}}};
    };
    using Severity = Finding::Severity;
    const std::vector<Finding> findings {{.rule = "notice"},
        {.rule = "warning", .severity = Severity::Warning},
        {.rule = "small once", .severity = Severity::Warning, .onceNs = 5},
        {.rule = "large once", .severity = Severity::Warning, .onceNs = 7},
        {.rule = "small", .severity = Severity::Warning, .recoverable = won(1, 0.5)},
        {.rule = "nothing", .severity = Severity::Information, .recoverable = won(9, -1)},
        {.rule = "large", .severity = Severity::Warning, .recoverable = won(3, 2)},
        {.rule = "bad", .severity = Severity::Bad}};
    EXPECT_THAT(rulesOf(ordered(findings)),
        ElementsAre(
            "bad", "large", "small", "large once", "small once", "warning", "notice", "nothing"));
    EXPECT_THAT(rulesOf(ordered(findings, 1)),
        ElementsAre(
            "bad", "large once", "small once", "warning", "small", "large", "notice", "nothing"))
        << "in another case nothing is known to be won back";
}

TEST(FindingOrder, PutsWhatNoCallWouldNoticeBelowCostsPaidOnceAndTheMachineBelowTheModel)
{
    ComparisonResult result;
    auto& variants = result.cases.emplace_back().variants;
    variants.resize(2);
    variants[1].latency = medianLatency(10 * millisecond);
    const auto won = [](double ns) {
        return std::vector<CostInCase> {
            {.caseIndex = 0, .cost = {.estimateNs = ns, .lowNs = ns, .highNs = ns}}};
    };
    using Severity = Finding::Severity;
    std::vector<Finding> findings {{.rule = "not_quiet", .severity = Severity::Warning},
        {.rule = "slight",
            .severity = Severity::Warning,
            .variant = 1,
            .recoverable = won(0.1 * millisecond)},
        {.rule = "untimed", .severity = Severity::Warning, .variant = 1},
        {.rule = "once", .severity = Severity::Warning, .variant = 1, .onceNs = 5e9},
        {.rule = "noticed",
            .severity = Severity::Warning,
            .variant = 1,
            .recoverable = won(1 * millisecond)},
        {.rule = "recompile_limit", .severity = Severity::Warning, .variant = 1}};
    orderFindings(result, findings, std::nullopt);
    EXPECT_THAT(rulesOf(findings),
        ElementsAre("recompile_limit", "noticed", "once", "untimed", "slight", "not_quiet"));
}

TEST(TopBreaks, GainOfEachVariantAndCaseComesFromItsOwnMedian)
{
    auto data = example();
    const auto median = *conclude(data).cases[1].variants[2].latency->median().ns;
    const auto half = static_cast<std::int64_t>(median / 4);
    tests::addTracedGraphs(data, 2, 1, {half, half});
    const auto result = conclude(data);
    const auto& variant = result.cases[1].variants[2];
    ASSERT_TRUE(variant.gainOfTopBreaks);
    EXPECT_NEAR(variant.gainOfTopBreaks->estimate, 2, 0.01);
    EXPECT_LE(variant.gainOfTopBreaks->low, variant.gainOfTopBreaks->estimate);
    EXPECT_GE(variant.gainOfTopBreaks->high, variant.gainOfTopBreaks->estimate);
    EXPECT_EQ(variant.gainOfTopBreaks->count, 2);
    EXPECT_FALSE(result.cases[0].variants[2].gainOfTopBreaks) << "that case was not traced";
    EXPECT_FALSE(result.cases[1].variants[1].gainOfTopBreaks);
}

TEST(FoldIntoDynamicCost, LeavesOutKernelsWhoseTimeWasMeasuredAsThatOfAnySize)
{
    const auto lost = [](double ns) {
        return std::vector<CostInCase> {
            {.caseIndex = 0, .cost = {.estimateNs = ns, .lowNs = ns / 2, .highNs = ns}}};
    };
    const std::vector<Finding> both {
        {.rule = "decomposed_operator", .variant = 1, .recoverable = lost(682 * us)},
        {.rule = "dynamic_cost", .variant = 1, .recoverable = lost(677 * us)}};
    auto same = both;
    foldIntoDynamicCost(same);
    EXPECT_THAT(rulesOf(same), ElementsAre("dynamic_cost"));
    auto less = both;
    less[1].recoverable = lost(100 * us);
    foldIntoDynamicCost(less);
    EXPECT_EQ(less.size(), 2U) << "most of it has another cause";
    auto other = both;
    other[1].variant = 2;
    foldIntoDynamicCost(other);
    EXPECT_EQ(other.size(), 2U);
}
