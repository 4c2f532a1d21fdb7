// SPDX-License-Identifier: Apache-2.0
#include "fake_recording.h"

#include <gmock/gmock.h>

#include <chrono>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Keeps the rows that a CollectingSink hands on.
class RowSink : public CollectingSink {
public:
    Result<void> addTraceChunk(TraceIndex trace, const TraceChunk& chunk) override
    {
        chunks.emplace_back(trace, chunk);
        return CollectingSink::addTraceChunk(trace, chunk);
    }

    template <typename Table>
    [[nodiscard]] Table first() const
    {
        for (const auto& [trace, chunk] : chunks)
            if (const auto* table = std::get_if<Table>(&chunk))
                return *table;
        return {};
    }

    template <typename Table>
    [[nodiscard]] Table last() const
    {
        for (auto at = chunks.rbegin(); at != chunks.rend(); ++at)
            if (const auto* table = std::get_if<Table>(&at->second))
                return *table;
        return {};
    }

    std::vector<std::pair<TraceIndex, TraceChunk>> chunks;
};

class TraceRecording : public FakeRecording {
protected:
    static Plan planOf(const std::string& behaviour, int calls = 4)
    {
        auto plan = planFor(behaviour);
        plan.protocol.traceCalls = calls;
        return plan;
    }

    [[nodiscard]] const TraceSummary& traceOf(int variant, TracePass pass) const
    {
        static const TraceSummary none;
        for (const auto* process : processes(ProcessKind::Trace, variant))
            for (const auto& trace : process->traces)
                if (trace.start.pass == pass)
                    return trace;
        ADD_FAILURE() << "no such trace";
        return none;
    }
};

TEST_F(TraceRecording, TracesEachVariantInAProcessOfItsOwnAtTheEnd)
{
    ASSERT_TRUE(record(planOf("")));
    EXPECT_EQ(orderOf(data()), "paired eager, paired default, trace eager, trace default");
    EXPECT_EQ(processes(ProcessKind::Trace, 0).at(0)->traces.size(), 2U)
        << "eager has no graphs to look at";
    EXPECT_EQ(processes(ProcessKind::Trace, 1).at(0)->traces.size(), 3U);
}

/// With a check of one input set.
Plan withCheck(Plan plan)
{
    plan.protocol.checkInputs = 1;
    return plan;
}

TEST_F(TraceRecording, ComparesResultsInTheProcessesOfTheTraces)
{
    ASSERT_TRUE(record(withCheck(planOf(""))));
    EXPECT_EQ(orderOf(data()), "paired eager, paired default, trace eager, trace default");
    const auto& traced = *processes(ProcessKind::Trace, 1).at(0);
    EXPECT_EQ(traced.traces.size(), 3U);
    ASSERT_EQ(traced.numerics.size(), 1U);
    EXPECT_EQ(traced.numerics[0].path, "eager as_is; default as_is; eager fp64");
}

TEST_F(TraceRecording, ComparesResultsInProcessesOfTheirOwnOnADevice)
{
    auto plan = withCheck(planOf(""));
    plan.numeric.device = "cuda:0";
    ASSERT_TRUE(record(plan));
    EXPECT_EQ(orderOf(data()),
        "paired eager, paired default, check eager, check default, trace eager, trace default");
}

TEST_F(TraceRecording, ComparesWhatATraceThatDiedDidNotInAProcessOfTheCheck)
{
    ASSERT_TRUE(record(withCheck(planOf("die_in_trace@default"))));
    EXPECT_EQ(
        orderOf(data()), "paired eager, paired default, trace eager, trace default, check default");
    EXPECT_EQ(processes(ProcessKind::Check, 1).at(0)->numerics.size(), 1U);
    ASSERT_TRUE(record(withCheck(planOf("die_in_trace@eager"))));
    EXPECT_EQ(orderOf(data()),
        "paired eager, paired default, trace eager, trace default, check eager, check default");
}

TEST_F(TraceRecording, MissesTheFp64ReferenceWithoutHarm)
{
    ASSERT_TRUE(record(withCheck(planOf("no_fp64"))));
    EXPECT_EQ(noticesOf("no_fp64_reference"), 1);
    EXPECT_EQ(processes(ProcessKind::Trace, 0).at(0)->end->outcome, ProcessOutcome::Finished);
    EXPECT_EQ(processes(ProcessKind::Trace, 1).at(0)->numerics.at(0).path,
        "eager as_is; default as_is; none");
}

TEST_F(TraceRecording, KeepsCallsRowsAndTheirSummary)
{
    RowSink kept;
    ASSERT_TRUE(profiler::record(requestFor(planOf("")), kept, listener, stop));
    const auto& trace = processesOf(kept.data(), ProcessKind::Trace, 0).at(0)->traces.at(0);
    EXPECT_TRUE(trace.ended);
    EXPECT_TRUE(isComplete(trace.losses));
    EXPECT_EQ(trace.deviceReason, "the calls ran on the CPU");
    ASSERT_EQ(trace.calls.size(), 4U);
    EXPECT_EQ(trace.calls[1], (TraceCall {.startNs = 2000, .endNs = 2100}));
    EXPECT_EQ(trace.operatorRows, 8);
    ASSERT_EQ(trace.operators.size(), 2U);
    EXPECT_EQ(trace.operators[0],
        (OperatorStat {.name = "aten::linear",
            .count = 4,
            .totalNs = 240,
            .selfNs = 80,
            .selfPerCallNs = 20}));
    EXPECT_EQ(kept.first<TraceNames>().size(), 2U);
    EXPECT_EQ(kept.first<TracePlaces>().at(0).module, "layers.0");
    EXPECT_THAT(kept.first<OperatorColumns>().startNs,
        ElementsAre(1000, 1010, 2000, 2010, 3000, 3010, 4000, 4010));
}

TEST_F(TraceRecording, KeepsRunsOfGraphsAndTheConstantsOfTheirProcess)
{
    ASSERT_TRUE(record(planOf("")));
    const auto& trace = traceOf(1, TracePass::Graphs);
    ASSERT_EQ(trace.graphs.size(), 4U);
    EXPECT_EQ(trace.graphs[2],
        (GraphWindow {
            .call = 2, .compileId = "0/0", .startNs = 2000, .endNs = 2300, .inputBytes = 64}));
    EXPECT_EQ(trace.constants,
        (GraphConstants {.nullGraphNs = 6000.5, .wrapperNs = 800, .bytesPerSecond = 1e10}));
}

TEST_F(TraceRecording, KeepsSamplesOfTheHostsLines)
{
    RowSink kept;
    auto plan = planOf("");
    plan.variants.pop_back();
    ASSERT_TRUE(profiler::record(requestFor(plan), kept, listener, stop));
    const auto& trace = processesOf(kept.data(), ProcessKind::Trace, 0).at(0)->traces.at(1);
    EXPECT_EQ(trace.start.pass, TracePass::Lines);
    EXPECT_EQ(trace.calls.size(), 1U);
    EXPECT_THAT(kept.first<CounterColumns>().series, ElementsAre(1, 2, 1));
    const auto lines = kept.last<TraceNames>();
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].text, "model.py:12 forward");
    EXPECT_EQ(lines[1].text, "compiled graph");
}

TEST_F(TraceRecording, ADeathInTheMiddleLeavesTheWholeCallsAndSaysSo)
{
    const auto outcome = record(planOf("die_in_trace@eager"));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->variantsFailed, 0) << "the times stand";
    const auto& trace = traceOf(0, TracePass::Operators);
    EXPECT_FALSE(trace.ended);
    EXPECT_EQ(trace.calls.size(), 3U);
    EXPECT_EQ(trace.operatorRows, 6);
    EXPECT_THAT(trace.losses.reasons, Contains(HasSubstr("ended before the trace did")));
    EXPECT_THAT(trace.losses.reasons, Contains(HasSubstr("middle of chunk")));
    EXPECT_TRUE(traceOf(1, TracePass::Operators).ended);
}

TEST_F(TraceRecording, ACallThatNeverReturnsEndsByItsLimitAndKeepsThoseBeforeIt)
{
    auto plan = planOf("hang_in_trace@eager");
    plan.protocol.callTimeLimit = 500ms;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->variantsFailed, 0) << "the times stand";
    const auto& trace = traceOf(0, TracePass::Operators);
    EXPECT_FALSE(trace.ended);
    EXPECT_EQ(trace.calls.size(), 3U);
    EXPECT_THAT(trace.losses.reasons, Contains(HasSubstr("ended before the trace did")));
    EXPECT_TRUE(traceOf(1, TracePass::Operators).ended) << "the other variant is traced";
}

TEST_F(TraceRecording, SaysWhatWasLost)
{
    ASSERT_TRUE(record(planOf("lossy")));
    EXPECT_EQ(traceOf(0, TracePass::Operators).losses.spansLost, 3);
}

TEST_F(TraceRecording, SaysWhyNothingWasObserved)
{
    ASSERT_TRUE(record(planOf("no_observer")));
    const auto& trace = traceOf(0, TracePass::Operators);
    EXPECT_FALSE(trace.ended);
    EXPECT_THAT(trace.losses.reasons, ElementsAre(HasSubstr("operators need the agent")));
    EXPECT_EQ(noticesOf("no_trace"), 2) << "one for each variant";
}

TEST_F(TraceRecording, AFileThatIsNotThereIsAReasonNotAFailure)
{
    const auto outcome = record(planOf("no_trace_file"));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->status, ComparisonStatus::Complete);
    EXPECT_THAT(
        traceOf(0, TracePass::Operators).losses.reasons, ElementsAre(HasSubstr("cannot be read")));
}

TEST_F(TraceRecording, NoTraceWhereNoneIsAskedFor)
{
    ASSERT_TRUE(record(planOf("", 0)));
    EXPECT_THAT(processes(ProcessKind::Trace), IsEmpty());
}

} // namespace
} // namespace profiler
