// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_intent.h"
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/advice/remedy_text.h"
#include "profiler/report/sentences/finding_text.h"
#include "tests/support/recorded_example.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace profiler;

namespace {

ComparisonData exampleOfIntent()
{
    recorded_example::ExampleOptions options {.repetitions = 2, .rounds = 4};
    options.variants.at(1).graphBreaks = 2; // .item() at line 52, print at line 64
    return recorded_example::recordedExample(options);
}

void changeIds(ComparisonData& data, const std::string& id)
{
    for (auto& process : data.processes)
        for (auto& fact : process.breaks)
            fact.id = id;
}

const Finding* findingOf(const ComparisonResult& result, const std::string& rule)
{
    const auto found = std::ranges::find(result.findings, rule, &Finding::rule);
    return found == result.findings.end() ? nullptr : &*found;
}

} // namespace

TEST(BreakIntent, IsThatOfTheCallThatAsksForABreak)
{
    const ComparisonData data;
    EXPECT_EQ(breakIntent(data, {.id = "gb0025"}), BreakIntent::Asked);
    EXPECT_EQ(breakIntent(data, {.id = "gb0098"}), BreakIntent::Asked);
    EXPECT_EQ(breakIntent(data, {.id = "gb0014"}), BreakIntent::Torchs) << "an LSTM";
    EXPECT_EQ(breakIntent(data, {.id = "gb0124"}), BreakIntent::None);
}

TEST(BreakIntent, IsTorchsInsideAnOptimizer)
{
    ComparisonData data;
    const GraphBreak step {.id = "gb0025", .file = "train.py", .line = 9};
    data.sources = {{.file = "train.py",
        .line = 9,
        .frames = {{.file = "train.py", .line = 9},
            {.file = "/x/site-packages/torch/optim/optimizer.py", .line = 80, .library = true}}}};
    EXPECT_EQ(breakIntent(data, step), BreakIntent::Torchs);
    data.sources[0].frames.pop_back();
    EXPECT_EQ(breakIntent(data, step), BreakIntent::Asked);
    EXPECT_EQ(breakIntent(data,
                  {.id = "gb0008", .explanation = "the function `Optimizer.zero_grad` should not"}),
        BreakIntent::Torchs);
}

TEST(BreakIntent, IsNoWarningInTheFindings)
{
    auto data = exampleOfIntent();
    const auto before = conclude(data);
    ASSERT_NE(findingOf(before, "graph_break"), nullptr);
    EXPECT_EQ(findingOf(before, "graph_break")->severity, Finding::Severity::Warning);
    EXPECT_EQ(findingOf(before, "intended_break"), nullptr);
    EXPECT_EQ(unwantedBreaks(data, 1, 0), 2);
    changeIds(data, "gb0025");
    const auto after = conclude(data);
    EXPECT_EQ(findingOf(after, "graph_break"), nullptr);
    ASSERT_NE(findingOf(after, "intended_break"), nullptr);
    EXPECT_EQ(findingOf(after, "intended_break")->severity, Finding::Severity::Information);
    EXPECT_EQ(unwantedBreaks(data, 1, 0), 0);
    EXPECT_EQ(after.cases[0].variants[1].graphBreaks, 2) << "they are counted all the same";
}

TEST(BreakFindings, NameTheCallerOfALibrary)
{
    auto data = exampleOfIntent();
    for (auto& source : data.sources) {
        source.frames.back().library = true;
        source.frames.front() = {.file = "/home/user/train.py", .line = 18};
    }
    const auto result = conclude(data);
    ASSERT_NE(findingOf(result, "graph_break"), nullptr);
    const auto place = findingPlace(result, *findingOf(result, "graph_break"));
    EXPECT_TRUE(place.ends_with(", called at /home/user/train.py:18")) << place;
}

TEST(RecompileLimit, IsAWarning)
{
    auto data = exampleOfIntent();
    data.notices = {{.variant = 1,
        .caseIndex = 0,
        .rule = "recompile_limit",
        .sentence = "forward (net.py:3) reached the recompile limit of 8"}};
    const auto result = conclude(data);
    ASSERT_NE(findingOf(result, "recompile_limit"), nullptr);
    EXPECT_EQ(findingOf(result, "recompile_limit")->severity, Finding::Severity::Warning);
    const auto remedy = findingRemedy(*findingOf(result, "recompile_limit"));
    EXPECT_NE(remedy.find("mark_dynamic"), std::string::npos) << remedy;
}
