// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/trace.h"
#include "tests/profiler/findings/rule_example.h"
#include "tests/support/units.h"

namespace {

/// Calls of 10 ms of which the device works so long; the rest it waits for launches.
RuleExample onDevice(std::int64_t busyNs, int variant = 1)
{
    RuleExample example;
    example.data.plan.numeric.device = "cuda:0";
    TraceSummary trace {.ended = true};
    for (std::int64_t call = 0; call < 5; ++call) {
        trace.calls.push_back({.startNs = call * 20 * ms, .endNs = call * 20 * ms + 10 * ms});
        trace.deviceCalls.push_back({.durationNs = 10 * ms,
            .busyNs = {{WorkKind::Matmul, busyNs}},
            .idleNs = {{IdleCause::Host, 10 * ms - busyNs}},
            .kernels = 10,
            .launches = 10});
    }
    example.addProcess(ProcessKind::Trace, variant).traces = {trace};
    return example;
}

RuleExample withSkippedGraph(const char* device)
{
    RuleExample example;
    example.planned().compile.mode = "reduce-overhead";
    example.data.plan.numeric.device = device;
    auto& process = example.addProcess(ProcessKind::Cold);
    process.compiles = {{.compileId = "0/0",
        .caseIndex = 0,
        .metricsJson = R"_({"cudagraph_skip_reason":"mutated inputs (1 instances)"})_"}};
    return example;
}

} // namespace

TEST(HostBoundRule, SaysWhatTheDeviceWaitsForLaunchesAndWhichModeRecordsGraphs)
{
    auto example = onDevice(6 * ms);
    const auto findings = example.ask(deviceRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("host_bound"));
    ASSERT_EQ(findings[0].recoverable.size(), 1U);
    EXPECT_NEAR(findings[0].recoverable[0].cost.estimateNs, 4 * ms, 1);
    EXPECT_THAT(example.sentence(findings[0]), HasSubstr("for 40 % of a call"));
    EXPECT_EQ(example.code(findings[0]), "model = torch.compile(model, mode=\"reduce-overhead\")");
    example.planned().compile.mode = "max-autotune-no-cudagraphs";
    EXPECT_EQ(example.code(example.ask(deviceRules)[0]),
        "model = torch.compile(model, mode=\"max-autotune\")");
}

TEST(HostBoundRule, OffersNoGraphsToAModeThatHasThem)
{
    auto example = onDevice(6 * ms);
    example.planned().compile.mode = "reduce-overhead";
    const auto findings = example.ask(deviceRules);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_THAT(example.code(findings[0]), IsEmpty());
    EXPECT_THAT(findingRemedy(findings[0]), HasSubstr("larger batch"));
    EXPECT_THAT(example.sentence(findings[0]), Not(HasSubstr("compiled code")));
}

TEST(HostBoundRule, AdvisesNoGraphsBesideAVariantThatHasThem)
{
    auto example = onDevice(6 * ms);
    example.data.plan.variants.push_back({.name = "graphs", .kind = VariantKind::Compiled});
    example.data.plan.variants.back().compile.options["triton.cudagraphs"] = "true";
    const auto findings = example.ask(deviceRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("host_bound"));
    EXPECT_EQ(findings[0].severity, Finding::Severity::Information);
    EXPECT_THAT(example.code(findings[0]), IsEmpty());
    EXPECT_THAT(example.sentence(findings[0]), HasSubstr("for 40 % of a call; graphs runs CUDA"));
    EXPECT_THAT(findingRemedy(findings[0]), Not(HasSubstr("Record CUDA graphs")));
}

TEST(HostBoundRule, KnowsGraphsThatRanWhateverAskedForThem)
{
    auto example = onDevice(6 * ms);
    for (auto& call : example.data.processes.back().traces[0].deviceCalls)
        call.graphLaunches = 1;
    const auto findings = example.ask(deviceRules);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_THAT(example.code(findings[0]), IsEmpty());
    EXPECT_THAT(example.sentence(findings[0]), HasSubstr("although it runs CUDA graphs"));
}

TEST(HostBoundRule, LeavesOutWhatWasQueued)
{
    auto example = onDevice(6 * ms);
    for (auto& call : example.data.processes.back().traces[0].deviceCalls)
        call.idleNs = {{IdleCause::Elsewhere, 4 * ms}};
    EXPECT_THAT(example.ask(deviceRules), IsEmpty());
}

TEST(HostBoundRule, TellsWhatFindingTheCompiledCodeTakesOfTheIdleTime)
{
    auto example = onDevice(6 * ms);
    example.planned().compile.mode = "reduce-overhead";
    for (auto& process : example.data.processes)
        for (auto& trace : process.traces)
            trace.operators = {{.name = "TorchDynamo Cache Lookup",
                .kind = SpanKind::Lookup,
                .selfPerCallNs = 1.5 * ms}};
    EXPECT_THAT(example.sentence(example.ask(deviceRules)[0]),
        HasSubstr(
            "for 40 % of a call, although it runs CUDA graphs; finding its compiled code takes "
            "1.5 ms of it"));
}

TEST(HostBoundRule, IsSilentWhereTheDeviceIsBusy)
{
    EXPECT_THAT(onDevice(95 * ms / 10).ask(deviceRules), IsEmpty());
}

TEST(DeviceBoundRule, TellsOfTheBaselineThatItKeepsTheDeviceBusy)
{
    auto example = onDevice(96 * ms / 10, 0);
    const auto findings = example.ask(deviceRules, 0);
    ASSERT_THAT(rulesIn(findings), ElementsAre("device_bound"));
    EXPECT_THAT(example.sentence(findings[0]), HasSubstr("eager keeps the device busy for 96 %"));
    EXPECT_THAT(onDevice(6 * ms, 0).ask(deviceRules, 0), IsEmpty());
}

TEST(CudaGraphsSkippedRule, QuotesTheReasonThatTorchRecorded)
{
    auto example = withSkippedGraph("cuda:0");
    const auto findings = example.ask(deviceRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("cuda_graphs_skipped"));
    EXPECT_EQ(example.sentence(findings[0]),
        "default runs 1 graph without CUDA graphs: mutated inputs (1 instances)");
    example.data.processes[0].compiles[0].metricsJson = "{}";
    EXPECT_THAT(example.ask(deviceRules), IsEmpty());
}

TEST(CudaGraphsOnCpuRule, SaysThatTheModeMakesTheDefaultCode)
{
    auto example = withSkippedGraph("cpu");
    const auto findings = example.ask(deviceRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("cuda_graphs_on_cpu"));
    EXPECT_EQ(example.code(findings[0]), "model = torch.compile(model)");
    example.planned().compile.mode = "default";
    EXPECT_THAT(example.ask(deviceRules), IsEmpty());
}

TEST(CudaGraphsOnOtherRule, NamesTheDeviceForWhichInductorRecordsNone)
{
    auto example = withSkippedGraph("xpu:0");
    example.data.processes[0].compiles[0].metricsJson = "{}";
    const auto findings = example.ask(deviceRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("cuda_graphs_on_other"));
    EXPECT_THAT(example.sentence(findings[0]),
        HasSubstr("code of the default mode: Inductor records no CUDA graphs on xpu"));
    EXPECT_THAT(findingRemedy(findings[0]), HasSubstr("Compare the default mode"));
    example.data.plan.numeric.device = "hip:0";
    EXPECT_THAT(example.ask(deviceRules), IsEmpty());
}

TEST(GraphInputsCopiedRule, IsWhatAVariantWithCudaGraphsCopiesMoreThanEager)
{
    const auto copying = [](std::int64_t graphs, std::int64_t eagerNs) {
        auto example = onDevice(9 * ms);
        for (auto& call : example.data.processes.back().traces[0].deviceCalls) {
            call.graphLaunches = graphs;
            call.busyNs[WorkKind::Copy] = 2 * ms;
        }
        auto& eager = example.addProcess(ProcessKind::Trace, 0);
        eager.traces = {example.data.processes.front().traces[0]};
        for (auto& call : eager.traces[0].deviceCalls)
            call.busyNs[WorkKind::Copy] = eagerNs;
        return rulesIn(example.ask(deviceRules));
    };
    EXPECT_THAT(copying(1, 0), ElementsAre("cuda_graph_inputs_copied"));
    EXPECT_THAT(copying(1, 2 * ms), IsEmpty()) << "eager copies as much";
    EXPECT_THAT(copying(0, 0), IsEmpty()) << "no graph is replayed";
}
