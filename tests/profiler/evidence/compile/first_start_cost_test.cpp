// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/compile/first_start_cost.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/report/sentences/reason_text.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace profiler {
namespace {

using recorded_example::ExampleOptions;
using std::chrono::microseconds;

double at(const CompilePartTimes& parts, CompilePart part)
{
    return parts[static_cast<std::size_t>(part)];
}

double sumOf(const CompilePartTimes& parts)
{
    return std::accumulate(parts.begin(), parts.end(), 0.0);
}

/// As torch 2.11 recorded it for an MLP on a CPU with an empty cache.
CompileFact recordedMiss()
{
    CompileFact fact {.compileId = "0/0", .duration = microseconds(830'000), .cache = "miss"};
    fact.phases = {{"dynamo", microseconds(830'000)}, {"aot_autograd", microseconds(785'573)},
        {"inductor", microseconds(722'163)}, {"code_generation", microseconds(671'328)},
        {"triton", microseconds(634'944)}, {"pre_grad_passes", microseconds(893)},
        {"post_grad_passes", microseconds(6'894)}, {"joint_graph_passes", microseconds(8'878)}};
    return fact;
}

TEST(DisjointParts, TakeEachPhaseOutOfTheOneAroundIt)
{
    const auto parts = disjointParts(recordedMiss());
    EXPECT_NEAR(at(parts, CompilePart::Tracing), 44'427e3, 1);
    EXPECT_NEAR(at(parts, CompilePart::AotAutograd), 63'410e3, 1);
    EXPECT_NEAR(at(parts, CompilePart::Lowering), 50'835e3, 1);
    EXPECT_NEAR(at(parts, CompilePart::CodeGeneration), 36'384e3, 1);
    EXPECT_NEAR(at(parts, CompilePart::KernelCompile), 634'944e3, 1);
    EXPECT_NEAR(sumOf(parts), 830'000e3, 1) << "nothing is counted twice, nothing is left out";
}

TEST(DisjointParts, OfACompileFromTheCacheAreMostlyLoading)
{
    CompileFact fact {.compileId = "0/0", .duration = microseconds(71'000), .cache = "hit"};
    fact.phases = {{"dynamo", microseconds(71'000)}, {"aot_autograd", microseconds(27'008)},
        {"triton", microseconds(2'054)}, {"pre_grad_passes", microseconds(1'287)}};
    const auto parts = disjointParts(fact);
    EXPECT_NEAR(at(parts, CompilePart::CacheLoad), 27'008e3, 1);
    EXPECT_NEAR(at(parts, CompilePart::Tracing), 43'992e3, 1);
    EXPECT_NEAR(sumOf(parts), 71'000e3, 1);
}

TEST(DisjointParts, OfABackwardHaveNoTracing)
{
    CompileFact fact {.compileId = "0/0", .duration = microseconds(500'000), .cache = "miss"};
    fact.phases = {{"backward", microseconds(500'000)}, {"inductor", microseconds(450'000)},
        {"code_generation", microseconds(400'000)}, {"triton", microseconds(300'000)}};
    const auto parts = disjointParts(fact);
    EXPECT_EQ(at(parts, CompilePart::Tracing), 0);
    EXPECT_NEAR(at(parts, CompilePart::AotAutograd), 50'000e3, 1);
    EXPECT_NEAR(sumOf(parts), 500'000e3, 1);
}

TEST(DisjointParts, StayInsideTheWholeWhenTorchContradictsItself)
{
    CompileFact fact {.compileId = "0/0", .duration = microseconds(100)};
    fact.phases = {{"dynamo", microseconds(90)}, {"aot_autograd", microseconds(300)},
        {"inductor", microseconds(500)}, {"code_generation", microseconds(-4)},
        {"triton", microseconds(20)}, {"autotune", microseconds(999)}};
    const auto parts = disjointParts(fact);
    for (const double part : parts)
        EXPECT_GE(part, 0);
    EXPECT_NEAR(sumOf(parts), 100e3, 1);
}

class FirstStarts : public testing::TestWithParam<int> { };

TEST_P(FirstStarts, AddUpToStartUpAndCompile)
{
    ExampleOptions options;
    options.coldProcesses = GetParam();
    options.cases = {{.name = "b32"}, {.name = "b64", .eagerMs = 21.4, .batch = 64}};
    const auto data = recorded_example::recordedExample(options);
    const auto result = judge(data);
    for (const auto& caseResult : result.cases) {
        for (const auto& variant : caseResult.variants) {
            for (const auto cache : {CompileCache::Empty, CompileCache::Kept}) {
                const auto start = firstStartCost(data, variant, caseResult.caseIndex, cache);
                if (variant.variant == 0) {
                    EXPECT_EQ(reasonText(start.error()), "it compiles nothing");
                    continue;
                }
                ASSERT_TRUE(start) << reasonText(start.error());
                const bool kept = cache == CompileCache::Kept;
                const auto& compile = kept ? variant.compileWarm : variant.compileCold;
                const auto& startUp = kept ? variant.startUpWarm : variant.startUpCold;
                EXPECT_NEAR(start->wallNs, compile->medianNs + startUp->medianNs, 1);
                EXPECT_NEAR(sumOf(start->partsNs), start->wallNs, 1);
                EXPECT_LE(start->lowNs, start->wallNs);
                EXPECT_GE(start->highNs, start->wallNs);
                EXPECT_EQ(start->processes, GetParam());
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(OfProcesses, FirstStarts, testing::Values(1, 2, 3, 4));

TEST(FirstStartCost, SaysWhyItIsNotKnown)
{
    ExampleOptions options;
    options.coldProcesses = 0;
    const auto data = recorded_example::recordedExample(options);
    const auto result = judge(data);
    const auto start
        = firstStartCost(data, result.cases.front().variants.at(1), 0, CompileCache::Empty);
    ASSERT_FALSE(start);
    EXPECT_FALSE(start.error().empty());
}

TEST(FirstStartCost, CountsTheCpuTimeOfTheStartUpOnlyWithTheCases)
{
    auto data = recorded_example::recordedExample();
    auto result = judge(data);
    EXPECT_FALSE(firstStartCost(data, result.cases[0].variants[1], 0, CompileCache::Empty)->cpuNs)
        << "the example records no CPU time of first calls";
    for (auto& process : data.processes)
        process.phases.push_back({.phase = "case/default/first_call",
            .caseIndex = 0,
            .wall = std::chrono::seconds(9),
            .cpu = std::chrono::seconds(11)});
    result = judge(data);
    const auto start = firstStartCost(data, result.cases[0].variants[1], 0, CompileCache::Empty);
    ASSERT_TRUE(start->cpuNs);
    EXPECT_GT(*start->cpuNs, 11e9 + 14e9);
}

TEST(CompiledGraphs, LeaveTheStartUpGraphOut)
{
    auto data = recorded_example::recordedExample();
    const auto before = compiledGraphs(data, 1).size();
    ASSERT_GT(before, 0U);
    for (auto& process : data.processes)
        process.compiles.push_back({.compileId = "0/0", .startUp = true});
    EXPECT_EQ(compiledGraphs(data, 1).size(), before);
    EXPECT_TRUE(compiledGraphs(data, 0).empty());
}

TEST(GraphCount, IsOfTheProcessThatSpeaksForTheCase)
{
    auto data = recorded_example::recordedExample();
    const std::vector<CompileFact> compiles {{.compileId = "0/0", .operators = 3, .guards = 4},
        {.compileId = "0/0", .operators = 3, .guards = 4}, // its backward graph
        {.compileId = "1/0", .operators = 0, .guards = 4},
        {.compileId = "2/0", .guards = 4, .failType = "Unsupported"},
        {.compileId = "3/0", .startUp = true, .guards = 4},
        {.compileId = "4/0", .caseIndex = 1, .guards = 4}};
    for (auto& process : data.processes)
        process.compiles
            = process.start.kind == ProcessKind::Cold ? compiles : std::vector<CompileFact> {};
    EXPECT_EQ(graphCount(data, 1, 0), (GraphCount {.graphs = 1, .guards = 4}));
    data.processes.clear();
    EXPECT_EQ(graphCount(data, 1, 0), std::nullopt);
}

} // namespace
} // namespace profiler
