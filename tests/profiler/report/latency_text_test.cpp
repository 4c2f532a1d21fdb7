// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/latency_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace profiler {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double ms = 1e6;

VariantResult variantOf(int index, std::string name, double medianMs, double p99Ms)
{
    VariantResult variant {.variant = index, .name = std::move(name), .repetitionsSteady = 5};
    LatencySummary latency {.calls = 2000};
    latency.at(medianPercentile).ns = medianMs * ms;
    latency.at(0.9) = {.p = 0.9, .ns = p99Ms * 0.9 * ms};
    latency.at(0.95) = {.p = 0.95, .ns = p99Ms * 0.95 * ms};
    latency.at(tailPercentile) = {.p = 0.99, .ns = p99Ms * ms};
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
    result.variants[2].limits = {{.met = true, .limit = 15 * ms, .value = 13.2 * ms}};
    result.variants[1].limits = {{.met = false, .limit = 15 * ms, .value = 16.7 * ms}};
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
} // namespace profiler
