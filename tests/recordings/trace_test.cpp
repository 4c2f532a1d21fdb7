// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/facts/process_facts.h"
#include "recording_fixture.h"

#include <algorithm>
#include <string>

namespace profiler {
namespace {

class TracedRecording : public RecordingTest {
protected:
    /// The one process that traced eager, after three calls of each variant were traced.
    const ProcessRecord& tracedEager(Plan plan, int repetitions)
    {
        static const ProcessRecord none {};
        plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = repetitions;
        plan.protocol.traceCalls = 3;
        const auto outcome = record(plan);
        EXPECT_TRUE(outcome) << outcome.error().message;
        const auto eager = processes(ProcessKind::Trace, 0);
        EXPECT_EQ(eager.size(), 1U) << wholeLog();
        return eager.size() == 1 ? *eager.front() : none;
    }

    static const OperatorStat* find(const TraceSummary& trace, const std::string& name)
    {
        const auto found = std::find_if(trace.operators.begin(), trace.operators.end(),
            [&](const OperatorStat& stat) { return stat.name == name; });
        return found == trace.operators.end() ? nullptr : &*found;
    }
};

TEST_F(TracedRecording, HoldsOperatorsRegionsAndRunsOfGraphs)
{
    const auto& eager = tracedEager(planFor("builtin:mlp"), 0);
    ASSERT_EQ(eager.traces.size(), 2U) << wholeLog();
    const auto& operators = eager.traces[0];
    EXPECT_TRUE(operators.ended);
    EXPECT_TRUE(isComplete(operators.losses));
    EXPECT_EQ(operators.calls.size(), 3U);
    const auto* linear = find(operators, "aten::linear");
    ASSERT_NE(linear, nullptr);
    EXPECT_EQ(linear->count % 3, 0);
    EXPECT_LT(linear->selfNs, linear->totalNs);
    EXPECT_EQ(find(operators, "0/0"), nullptr) << "eager runs no region";

    const auto compiled = processes(ProcessKind::Trace, 1);
    ASSERT_EQ(compiled.size(), 1U);
    ASSERT_EQ(compiled[0]->traces.size(), 3U) << wholeLog();
    const auto& graphs = compiled[0]->traces[0];
    EXPECT_EQ(graphs.start.pass, TracePass::Graphs);
    EXPECT_GE(graphs.calls.size(), 3U) << "short calls are made more often than asked for";
    EXPECT_EQ(graphs.graphs.size(), graphs.calls.size()) << "one graph in each";
    EXPECT_TRUE(graphs.constants.nullGraphNs && graphs.constants.wrapperNs);
    const auto* region = find(compiled[0]->traces[1], "0/0");
    ASSERT_NE(region, nullptr);
    EXPECT_EQ(region->kind, SpanKind::Region);
    EXPECT_EQ(region->count, 3);
}

TEST_F(TracedRecording, OfEagerAloneTellsHowFarCompilingCanGo)
{
    auto plan = planFor("builtin:mlp");
    plan.variants.resize(1);
    const auto& eager = tracedEager(plan, 1);
    ASSERT_EQ(eager.work.size(), 1U) << wholeLog();
    EXPECT_EQ(eager.work[0].reason, "");
    EXPECT_FALSE(eager.work[0].operators.empty());
    ASSERT_EQ(eager.trials.size(), 1U);
    EXPECT_EQ(eager.trials[0].outcome, TrialOutcome::Done) << eager.trials[0].reason;
    EXPECT_EQ(eager.trials[0].graphs, 1);
    EXPECT_TRUE(eager.breaks.empty()) << "what a trial meets is no break of eager's";
    EXPECT_TRUE(eager.compiles.empty());
    ASSERT_FALSE(eager.roofs.empty());
    for (const auto& roof : eager.roofs)
        EXPECT_NE(roof.perSecond.has_value(), !roof.reason.empty()) << roof.reason;
}

} // namespace
} // namespace profiler
