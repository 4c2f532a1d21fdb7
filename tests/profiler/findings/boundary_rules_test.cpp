// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/trace.h"
#include "tests/profiler/findings/rule_example.h"
#include "tests/support/units.h"

#include <chrono>
#include <string>

namespace {

using profiler::microsecond;

/// A graph of five operators that runs so often in each call, so long each time.
RuleExample calledOften(int times, std::int64_t runNs)
{
    RuleExample example(500 * microsecond);
    auto& process = example.addProcess(ProcessKind::Trace);
    process.compiles
        = {{.compileId = "0/0", .function = "cell", .file = "net.py", .line = 9, .operators = 5}};
    TraceSummary trace {.start = {.pass = TracePass::Graphs},
        .constants = {.nullGraphNs = 6 * microsecond},
        .ended = true};
    for (int call = 0; call < 5; ++call)
        for (int run = 0; run < times; ++run)
            trace.graphs.push_back({call, "0/0", 0, runNs});
    process.traces = {trace};
    return example;
}

/// One function, as often new to torch; the recompiles of a known one have other numbers.
RuleExample compiledAgain(int times, int recompiles = 0)
{
    RuleExample example;
    auto& process = example.addProcess(ProcessKind::Cold);
    for (int i = 0; i < times + recompiles; ++i)
        process.compiles.push_back({.compileId = i < times ? "0/0" : "0/" + std::to_string(i),
            .caseIndex = 0,
            .function = "step",
            .file = "train.py",
            .line = 30,
            .duration = std::chrono::milliseconds(500)});
    return example;
}

} // namespace

TEST(RegionCalledOftenRule, IsAboutSmallGraphsThatRunManyTimes)
{
    auto example = calledOften(20, 8'000);
    example.planned().parts = {{.target = "cells.*"}};
    const auto findings = example.ask(boundaryRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("region_called_often"));
    EXPECT_NEAR(findings[0].recoverable.at(0).cost.estimateNs, 19 * 6 * microsecond, 1);
    EXPECT_EQ(findings[0].place->line, 9);
    EXPECT_EQ(example.code(findings[0]), "model = torch.compile(model)");
}

TEST(RegionCalledOftenRule, OfPartsCountsTheWayFromOneToTheNext)
{
    auto example = calledOften(20, 8'000);
    example.planned().parts = {{.target = "cells.*"}};
    auto& trace = example.data.processes.back().traces.front();
    trace.constants.wrapperNs = 1 * microsecond;
    std::int64_t start = 0;
    for (auto& window : trace.graphs) {
        window.startNs = start;
        window.endNs = start + 8'000;
        start += 20'000;
    }
    const auto findings = example.ask(boundaryRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("region_called_often"));
    EXPECT_NEAR(findings[0].recoverable.at(0).cost.estimateNs, 19 * (12 + 5) * microsecond, 1);
    EXPECT_THAT(example.sentence(findings[0]), HasSubstr("on the way from one to the next"));
}

TEST(RegionCalledOftenRule, LeavesAloneWhatIsLargeOrRunsOnce)
{
    EXPECT_THAT(calledOften(2, 8'000).ask(boundaryRules), IsEmpty());
    EXPECT_THAT(calledOften(20, 200'000).ask(boundaryRules), IsEmpty());
}

TEST(CompiledInLoopRule, CountsTheFunctionsThatTorchTookForNewOnes)
{
    auto example = compiledAgain(6);
    const auto findings = example.ask(boundaryRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("compiled_in_loop"));
    EXPECT_THAT(example.sentence(findings[0]), HasSubstr("step was compiled 6 times"));
    EXPECT_EQ(findings[0].onceNs, 2.5e9) << "the first one had to be";
    EXPECT_THAT(compiledAgain(2, 7).ask(boundaryRules), IsEmpty());
}

TEST(CompiledInLoopRule, TellsAResetFromCodeThatIsMadeAnew)
{
    auto reset = compiledAgain(5);
    auto made = compiledAgain(5);
    auto& compiles = made.data.processes[0].compiles;
    for (std::size_t i = 0; i < compiles.size(); ++i)
        compiles[i].compileId = std::to_string(i) + "/0";
    EXPECT_THAT(reset.code(reset.ask(boundaryRules).at(0)), HasSubstr("torch._dynamo.reset()"));
    EXPECT_THAT(made.code(made.ask(boundaryRules).at(0)), HasSubstr("torch.compile(step)"));
    for (auto& fact : compiles)
        fact.file.clear();
    EXPECT_THAT(made.ask(boundaryRules), IsEmpty()) << "torch's modules are all called forward";
    for (auto& fact : reset.data.processes[0].compiles)
        fact.file.clear();
    EXPECT_THAT(rulesIn(reset.ask(boundaryRules)), ElementsAre("compiled_in_loop"));
}
