// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/trace.h"
#include "tests/profiler/findings/rule_example.h"
#include "tests/support/units.h"

namespace {

using profiler::millisecond;

RuleExample traced(OperatorStat stat)
{
    RuleExample example;
    TraceSummary trace {.calls = {{.startNs = 0, .endNs = 10'000'000}}, .ended = true};
    trace.operators = {std::move(stat)};
    example.addProcess(ProcessKind::Trace).traces = {std::move(trace)};
    return example;
}

OperatorStat lookup(double perCallNs)
{
    return {
        .name = "TorchDynamo Cache Lookup", .kind = SpanKind::Lookup, .selfPerCallNs = perCallNs};
}

OperatorStat loading(std::int64_t totalNs)
{
    return {.name = "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
        .count = 1,
        .totalNs = totalNs};
}

} // namespace

TEST(GuardTimeRule, IsTheLookUpOfCompiledCodeInAShortCall)
{
    auto example = traced(lookup(1.5 * millisecond));
    const auto findings = example.ask(overheadRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("guard_time"));
    EXPECT_EQ(findings[0].recoverable.at(0).cost.highNs, 1.5 * millisecond);
    EXPECT_EQ(findings[0].recoverable.at(0).cost.lowNs, 0) << "not all of it can be saved";
    EXPECT_THAT(example.sentence(findings[0]), HasSubstr("15 %"));
    EXPECT_THAT(traced(lookup(0.8 * millisecond)).ask(overheadRules), IsEmpty());
}

TEST(DataWaitRule, IsWhatTheLoaderTakesOfACall)
{
    auto example = traced(loading(4'000'000));
    const auto findings = example.ask(overheadRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("data_wait"));
    EXPECT_THAT(example.code(findings[0]), HasSubstr("num_workers"));
    EXPECT_THAT(traced(loading(10'000)).ask(overheadRules), IsEmpty());
}

TEST(GradientsOnRule, FiresInInferenceAlone)
{
    auto example = traced({.name = "CompiledFunction", .kind = SpanKind::CompiledFunction});
    const auto findings = example.ask(overheadRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("gradients_on"));
    EXPECT_THAT(example.code(findings[0]), HasSubstr("torch.no_grad()"));
    example.data.plan.workload.task = Task::Training;
    EXPECT_THAT(example.ask(overheadRules), IsEmpty());
}

TEST(UnfusedWorkRule, IsElementwiseWorkInKernelsOfTheLibrary)
{
    const auto onDevice = [](std::int64_t elementwiseNs) {
        RuleExample example;
        TraceSummary trace {.calls = {{.startNs = 0, .endNs = 10'000'000}},
            .deviceCalls = {{.durationNs = 10'000'000,
                .busyNs = {{WorkKind::Elementwise, elementwiseNs},
                    {WorkKind::Matmul, 9'000'000 - elementwiseNs}}}},
            .ended = true};
        example.addProcess(ProcessKind::Trace).traces = {trace};
        return rulesIn(example.ask(overheadRules));
    };
    EXPECT_THAT(onDevice(2'000'000), ElementsAre("unfused_work"));
    EXPECT_THAT(onDevice(500'000), IsEmpty());
}

TEST(DropoutInInferenceRule, IsWhereEagerDrawsNumbers)
{
    const auto eager = [](std::vector<OperatorStat> operators) {
        RuleExample example;
        example.addProcess(ProcessKind::Trace, 0).traces
            = {{.calls = {{.startNs = 0, .endNs = 10'000'000}},
                .operators = std::move(operators),
                .ended = true}};
        return example;
    };
    auto example = eager({{.name = "aten::dropout"}, {.name = "aten::bernoulli_"}});
    const auto findings = example.ask(overheadRules, 0);
    ASSERT_THAT(rulesIn(findings), ElementsAre("dropout_in_inference"));
    EXPECT_THAT(example.code(findings[0]), HasSubstr("training=self.training"));
    EXPECT_THAT(eager({{.name = "aten::dropout"}}).ask(overheadRules, 0), IsEmpty())
        << "with training off it hands on what it got";
    example.data.plan.workload.task = Task::Training;
    EXPECT_THAT(example.ask(overheadRules, 0), IsEmpty());
}
