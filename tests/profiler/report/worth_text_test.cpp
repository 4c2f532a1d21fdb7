// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/worth_text.h"
#include "tests/support/recorded_example.h"
#include "tests/support/traced_graphs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace profiler;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

namespace {

constexpr std::int64_t us = 1'000;

/// Variant 2 has `breaks` graph breaks, which cost 10, 20, 30 … µs in a call.
ComparisonData example(int breaks)
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
    return topBreaksText(conclude(example(breaks)).cases.front().variants.at(2));
}

} // namespace

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
    const auto result = conclude(example(2));
    const Finding finding {.recoverable
        = {{.caseIndex = 0, .cost = {.estimateNs = 9e5, .lowNs = 8e5, .highNs = 1e6}}}};
    EXPECT_EQ(worthOf(finding, result, 0).figure, "900.0 µs");
    EXPECT_EQ(
        worthOf(finding, result, 0).words, "900.0 µs of a call (800.0 µs to 1.000 ms, at least)");
    EXPECT_EQ(worthOf({.onceNs = 18.2e9}, result, 0).figure, "18.2 s once");
    EXPECT_THAT(worthOf({}, result, 0).figure, IsEmpty());
}

TEST(Worth, StandsInEveryDocument)
{
    const auto data = example(4);
    const auto result = conclude(data);
    EXPECT_THAT(compareText(result, 200, false), HasSubstr("µs of a call ("));
    EXPECT_THAT(compareText(result, 200, false), HasSubstr(", top 3 breaks fixed: about 1."));
    const auto variant = nlohmann::json::parse(compareJson(result))["cases"][0]["variants"][2];
    EXPECT_NEAR(variant["graph_break_cost_ns"]["estimate"].get<double>(), 100 * us, us);
    EXPECT_EQ(variant["top_breaks_fixed"]["breaks"], 3);
    EXPECT_GT(variant["top_breaks_fixed"]["speedup"]["estimate"].get<double>(), 1);
    const auto shown = nlohmann::json::parse(showJson(ShowPart::Findings, data));
    EXPECT_NEAR(shown["findings"][0]["recoverable_ns"]["estimate"].get<double>(), 40 * us, us);
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
