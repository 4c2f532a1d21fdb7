// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/evidence/breaks/source_at.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"
#include "tests/support/recorded_example.h"

#include <gtest/gtest.h>

using namespace profiler;

namespace {

ComparisonData exampleOfSites()
{
    recorded_example::ExampleOptions options {
        .cases = {{.name = "b32"}, {.name = "b64"}}, .repetitions = 2, .rounds = 4};
    options.variants.at(1).graphBreaks = 1;
    options.variants.at(2).graphBreaks = 2;
    options.variants.at(2).recompiles = 3;
    return recorded_example::recordedExample(options);
}

TEST(BreakPlaces, JoinTheVariantsThatBreakAtTheSamePlace)
{
    const auto data = exampleOfSites();
    const auto places = breakPlaces(data, 0, 2);
    ASSERT_EQ(places.size(), 2U);
    EXPECT_EQ(places[0].shown.line, 52);
    ASSERT_EQ(places[0].variants.size(), 2U);
    EXPECT_EQ(places[0].variants[0].variant, 1);
    EXPECT_EQ(places[0].variants[1].variant, 2);
    EXPECT_EQ(places[1].shown.line, 64);
    EXPECT_EQ(places[1].in(1), nullptr);
    EXPECT_EQ(places[1].in(2)->perCall, 1.0);
}

TEST(BreakPlaces, ShowThoseOfTheAskedVariantFirst)
{
    const auto places = breakPlaces(exampleOfSites(), 0, 1);
    ASSERT_EQ(places.size(), 2U);
    EXPECT_NE(places[0].in(1), nullptr);
    EXPECT_EQ(places[1].in(1), nullptr) << "only another variant breaks there";
}

TEST(BreakPlaces, EndTheGraphsOfACallInTheirOrder)
{
    const auto data = exampleOfSites();
    const auto places = breakPlaces(data, 0, 2);
    const auto graphs = graphsOfCall(data, 2, 0, places);
    ASSERT_EQ(graphs.size(), 3U);
    EXPECT_EQ(graphs[0].endsAt, 0);
    EXPECT_EQ(graphs[1].endsAt, 1);
    EXPECT_FALSE(graphs[2].endsAt) << "the last graph ends with the call";
    EXPECT_TRUE(graphsOfCall(data, 0, 0, places).empty()) << "eager runs no graph";
}

TEST(Recompiles, AreThoseOfAllCasesWithTheirGuardAndTime)
{
    const auto data = exampleOfSites();
    const auto recompiles = recompilesOf(data, 2);
    ASSERT_EQ(recompiles.size(), 3U);
    EXPECT_EQ(recompiles[0].guard, "tensor 'x' size mismatch at index 0. expected 32, actual 64");
    EXPECT_EQ(recompiles[0].durationNs, 1.5e9);
    EXPECT_EQ(recompiles[0].caseIndex, 1);
    EXPECT_TRUE(recompilesOf(data, 1).empty());
}

TEST(Source, IsFoundByFileAndLine)
{
    const auto data = exampleOfSites();
    const auto* source = sourceAt(data, "/home/user/model.py", 52);
    ASSERT_NE(source, nullptr);
    EXPECT_NE(source->text.find("item()"), std::string::npos);
    EXPECT_EQ(sourceAt(data, "/home/user/model.py", 53), nullptr);
}

} // namespace
