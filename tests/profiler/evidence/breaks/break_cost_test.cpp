// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_cost.h"
#include "profiler/evidence/device/device_gaps.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/reason_text.h"
#include "tests/support/table_row.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

using namespace profiler;
using ::testing::HasSubstr;

namespace {

/// Graphs of one call: compile id, time before it starts, bytes that it takes from earlier ones.
struct Graph {
    const char* id;
    std::int64_t gapNs;
    std::int64_t bytes;
};

/// A trace process of variant 1 whose calls run these graphs, each 1 µs long; call n is n × 10 ns
/// slower in each gap.
ComparisonData tracedCalls(
    const std::vector<Graph>& graphs, std::vector<GraphBreakFact> breaks, int calls = 21)
{
    ComparisonData data;
    data.plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    auto& process = data.processes.emplace_back();
    process.start = {.kind = ProcessKind::Trace, .variant = 1};
    process.breaks = std::move(breaks);
    TraceSummary trace {.start = {.pass = TracePass::Graphs},
        .constants = {.nullGraphNs = 6'000, .wrapperNs = 1'000, .bytesPerSecond = 1e10},
        .ended = true};
    std::int64_t now = 1'000'000;
    for (int call = 0; call < calls; ++call)
        for (const auto& graph : graphs) {
            now += graph.gapNs + 10 * call;
            trace.graphs.push_back({.call = call,
                .compileId = graph.id,
                .startNs = now,
                .endNs = now + 1'000,
                .inputBytes = graph.bytes});
            now += 1'000;
        }
    process.traces.push_back(std::move(trace));
    return data;
}

GraphBreakFact breakAt(int line, const char* id, const char* compileId)
{
    return {.id = id, .file = "net.py", .line = line, .compileId = compileId};
}

} // namespace

TEST(BreakCosts, AreTheGapAndTheNextGraphsOwnCost)
{
    const auto costs
        = breakCosts(tracedCalls({{"0/0", 500, 0}, {"1/0", 20'000, 4'000}, {"2/0", 3'000, 0}},
                         {breakAt(10, "gb0059", "0/0"), breakAt(12, "gb0170", "1/0")}),
            1, 0);
    ASSERT_TRUE(costs) << reasonText(costs.error());
    ASSERT_EQ(costs->breaks.size(), 2U);
    const auto& first = costs->breaks[0];
    EXPECT_EQ(first.line, 10);
    EXPECT_DOUBLE_EQ(first.host.estimateNs, 20'000 + 100 + 5'000) << "the 11th of 21 calls";
    EXPECT_LT(first.host.lowNs, first.host.estimateNs);
    EXPECT_GT(first.host.highNs, first.host.estimateNs);
    EXPECT_DOUBLE_EQ(first.passes, 1);
    EXPECT_DOUBLE_EQ(first.crossingNs.value(), 400);
    EXPECT_EQ(costs->breaks[1].line, 12);
    EXPECT_DOUBLE_EQ(costs->all.estimateNs, 20'000 + 3'000 + 200 + 10'000);
    EXPECT_EQ(costs->calls, 21);
    EXPECT_EQ(costOf(*costs, "net.py", 12, "gb0170"), &costs->breaks[1]);
    EXPECT_EQ(costOf(*costs, "net.py", 12, "gb0001"), nullptr);
}

TEST(BreakCosts, AreThoseOfTheCallsThatWereTimed)
{
    auto data = tracedCalls({{"0/0", 500, 0}, {"1/0", 20'000, 0}}, {breakAt(10, "gb0059", "0/0")});
    const auto traced = breakCosts(data, 1, 0, 25'000);
    EXPECT_DOUBLE_EQ(traced->scale, 1) << "when the traced calls began and ended is not known";
    for (int call = 0; call < 21; ++call)
        data.processes[0].traces[0].calls.push_back({.startNs = 0, .endNs = 52'000});
    const auto slow = breakCosts(data, 1, 0, 25'000);
    EXPECT_DOUBLE_EQ(slow->scale, 0.5) << "52 µs, of which 2 × 1 µs took the times of graphs";
    EXPECT_DOUBLE_EQ(slow->breaks[0].host.estimateNs, traced->breaks[0].host.estimateNs / 2);
    EXPECT_DOUBLE_EQ(breakCosts(data, 1, 0)->scale, 1);
}

TEST(BreakCosts, SumTheManyPassesOfOnePlace)
{
    const auto costs = breakCosts(
        tracedCalls({{"0/0", 0, 0}, {"1/0", 1'000, 0}, {"1/0", 1'000, 0}, {"1/0", 1'000, 0}},
            {breakAt(10, "gb0059", "0/0"), breakAt(20, "gb0124", "1/0")}),
        1, 0);
    ASSERT_TRUE(costs);
    EXPECT_EQ(costs->breaks[0].line, 20);
    EXPECT_DOUBLE_EQ(costs->breaks[0].passes, 2);
    EXPECT_DOUBLE_EQ(costs->breaks[0].host.estimateNs, 2 * (1'000 + 100 + 5'000));
}

TEST(BreakCosts, ChargeWhatASkippedFrameCallsToTheBreakThatMadeItSkipped)
{
    // 0/0 breaks in a loop and is skipped: it has no graph. 1/0 and 2/0 are what it calls.
    const auto costs = breakCosts(tracedCalls({{"1/0", 0, 0}, {"2/0", 4'000, 0}, {"1/0", 4'000, 0}},
                                      {breakAt(7, "gb0025", "0/0")}),
        1, 0);
    ASSERT_TRUE(costs);
    ASSERT_EQ(costs->breaks.size(), 1U);
    EXPECT_EQ(costs->breaks[0].line, 7);
    EXPECT_DOUBLE_EQ(costs->breaks[0].passes, 2);
}

TEST(BreakCosts, ChargeTheNearestSkippedFrameSeenBefore)
{
    const auto costs = breakCosts(tracedCalls({{"3/0", 0, 0}, {"3/0", 4'000, 0}},
                                      {breakAt(7, "gb0025", "0/0"), breakAt(30, "gb0025", "2/0"),
                                          breakAt(90, "gb0025", "5/0")}),
        1, 0);
    ASSERT_TRUE(costs);
    ASSERT_EQ(costs->breaks.size(), 1U);
    EXPECT_EQ(costs->breaks[0].line, 30);
}

TEST(BreakCosts, ChargeAPieceWithoutOperatorsWithTheGapInWhichItBreaks)
{
    // 0/0 was given up; 2/0 holds no operator and breaks behind 1/0, before 3/0.
    auto data
        = tracedCalls({{"1/0", 0, 0}, {"3/0", 2'000, 0}, {"1/0", 9'000, 0}, {"3/0", 2'000, 0}},
            {breakAt(7, "gb0025", "0/0"), breakAt(20, "gb0059", "2/0")});
    data.processes[0].compiles = {{.compileId = "2/0", .operators = 0}};
    const auto costs = breakCosts(data, 1, 0);
    ASSERT_TRUE(costs);
    const auto* print = costOf(*costs, "net.py", 20, "gb0059");
    ASSERT_NE(print, nullptr);
    EXPECT_DOUBLE_EQ(print->host.estimateNs, 2 * (2'000 + 100 + 5'000));
    const auto* loop = costOf(*costs, "net.py", 7, "gb0025");
    ASSERT_NE(loop, nullptr);
    EXPECT_DOUBLE_EQ(loop->host.estimateNs, 9'000 + 100 + 5'000);
}

TEST(BreakCosts, AddUpToTheirSum)
{
    const auto costs = breakCosts(
        tracedCalls({{"0/0", 0, 0}, {"1/0", 4'000, 0}, {"2/0", 3'000, 0}, {"3/0", 9'000, 0}},
            {breakAt(10, "gb0059", "0/0"), breakAt(12, "gb0170", "1/0")}),
        1, 0);
    ASSERT_TRUE(costs) << reasonText(costs.error());
    ASSERT_EQ(costs->breaks.size(), 2U) << "the last gap has no name";
    const CostPerCall& first = costs->breaks[0].host;
    const CostPerCall& second = costs->breaks[1].host;
    EXPECT_DOUBLE_EQ(costs->all.estimateNs, first.estimateNs + second.estimateNs);
    EXPECT_DOUBLE_EQ(costs->all.lowNs, first.lowNs + second.lowNs);
    EXPECT_DOUBLE_EQ(costs->all.highNs, first.highNs + second.highNs);
}

TEST(BreakCosts, AreThoseOfAllGapsWhereNoRecordNamesOne)
{
    const auto costs = breakCosts(tracedCalls({{"0/0", 0, 0}, {"1/0", 4'000, 0}}, {}), 1, 0);
    ASSERT_TRUE(costs);
    EXPECT_TRUE(costs->breaks.empty());
    EXPECT_DOUBLE_EQ(costs->all.estimateNs, 4'000 + 100 + 5'000);
}

TEST(BreakCosts, SayWhyTheyAreMissing)
{
    auto data = tracedCalls({{"0/0", 0, 0}}, {});
    EXPECT_THAT(reasonText(breakCosts(data, 1, 0).error()), HasSubstr("one graph at most"));
    EXPECT_THAT(reasonText(breakCosts(data, 0, 0).error()), HasSubstr("not traced"));
    EXPECT_THAT(reasonText(breakCosts(data, 1, 1).error()), HasSubstr("not traced"));
    data.processes[0].traces[0].constants.nullGraphNs.reset();
    EXPECT_THAT(reasonText(breakCosts(data, 1, 0).error()), HasSubstr("could not be measured"));
    data.processes[0].traces[0].ended = false;
    EXPECT_THAT(reasonText(breakCosts(data, 1, 0).error()), HasSubstr("not traced"));
}

// On a busy machine the traced calls took 786 times as long as the timed ones.
TEST(BreakCosts, AreNotToldFromATraceFarFromTheTimedCalls)
{
    auto data = tracedCalls({{"0/0", 500, 0}, {"1/0", 20'000, 0}}, {breakAt(10, "gb0059", "0/0")});
    data.processes[0].traces[0].calls.assign(3, {.startNs = 0, .endNs = 1'002'000});
    EXPECT_TRUE(breakCosts(data, 1, 0, 600'000.0));
    const auto far = breakCosts(data, 1, 0, 10'000.0);
    ASSERT_FALSE(far);
    EXPECT_THAT(reasonText(far.error()), HasSubstr("too far from it to tell what breaks cost"));
}

TEST(BreakCosts, TellWhatFixingTheDearestWouldGain)
{
    const auto costs
        = breakCosts(tracedCalls({{"0/0", 500, 0}, {"1/0", 20'000, 0}, {"2/0", 3'000, 0}},
                         {breakAt(10, "gb0059", "0/0"), breakAt(12, "gb0170", "1/0")}),
            1, 0);
    ASSERT_TRUE(costs);
    const auto gain = gainOfFixing(*costs, 1, 125'500);
    ASSERT_TRUE(gain);
    EXPECT_EQ(gain->count, 1);
    EXPECT_NEAR(gain->estimate, 125.5 / 100.4, 1e-9);
    EXPECT_LT(gain->low, gain->estimate);
    EXPECT_GT(gain->high, gain->estimate);
    EXPECT_EQ(gainOfFixing(*costs, 9, 125'500)->count, 2) << "all there are";
    EXPECT_FALSE(gainOfFixing(*costs, 1, 20'000)) << "no call can take less than nothing";
}

TEST(BreakCosts, TakeNoMemoryForACallNumberThatAFileClaims)
{
    auto data = tracedCalls({{"0/0", 0, 0}, {"1/0", 4'000, 0}}, {breakAt(1, "gb0059", "0/0")}, 8);
    auto& graphs = data.processes[0].traces[0].graphs;
    graphs.back().call = (graphs.end() - 2)->call = std::numeric_limits<int>::max();
    const auto costs = breakCosts(data, 1, 0);
    ASSERT_TRUE(costs);
    EXPECT_EQ(costs->calls, 8);
}

namespace {

/// A kernel, from and to.
using Kernels = std::vector<std::pair<std::int64_t, std::int64_t>>;

TraceRows kernelsOf(const Kernels& kernels)
{
    TraceRows rows {.names = {{.id = 1, .text = "triton_poi_fused_add_0"}}};
    for (const auto& [start, end] : kernels) {
        const auto number = rows.kernels.size() + 1;
        tests::addRow(
            rows.kernels, start, end - start, 1, number, 0, 0, 7 + number % 2, 0, 0, 0, 0);
    }
    return rows;
}

/// 21 calls of 1 ms on a GPU: a graph until 100 µs, a break at line 10, a graph from 150 µs to
/// 200 µs, a break at line 12, a graph from 230 µs. `kernels` run in each call, from its start.
ComparisonData tracedOnDevice(const Kernels& kernels)
{
    constexpr int calls = 21;
    constexpr std::int64_t us = 1'000;
    ComparisonData data;
    data.plan.numeric.device = "cuda:0";
    data.plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    auto& process = data.processes.emplace_back();
    process.start = {.kind = ProcessKind::Trace, .variant = 1};
    process.breaks = {breakAt(10, "gb0124", "0/0"), breakAt(12, "gb0059", "1/0")};
    TraceSummary trace {.start = {.pass = TracePass::Operators}, .ended = true};
    Kernels all;
    std::vector<GraphWindow> windows;
    for (int call = 0; call < calls; ++call) {
        const std::int64_t start = 1'000'000'000 + call * 1'000 * us;
        for (const auto& [from, to] : kernels)
            all.emplace_back(start + from * us, start + to * us);
        trace.calls.push_back({.startNs = start, .endNs = start + 900 * us});
        windows.push_back({call, "0/0", start, start + 100 * us});
        windows.push_back({call, "1/0", start + 150 * us, start + 200 * us});
        windows.push_back({call, "2/0", start + 230 * us, start + 260 * us});
    }
    trace.graphs = windowsOnDevice(windows, kernelsOf(all));
    process.traces.push_back(std::move(trace));
    return data;
}

double costAt(const BreakCosts& costs, int line, const char* id)
{
    const auto* cost = costOf(costs, "net.py", line, id);
    return cost == nullptr ? -1 : cost->host.estimateNs;
}

} // namespace

TEST(BreakCostsOnADevice, AreWhatItStoodIdleBetweenTheGraphs)
{
    // Kernels of two streams overlap; the second gap has a piece of work in its middle.
    const auto costs
        = breakCosts(tracedOnDevice({{20, 110}, {90, 117}, {215, 222}, {240, 300}}), 1, 0);
    ASSERT_TRUE(costs) << reasonText(costs.error());
    EXPECT_EQ(costAt(*costs, 10, "gb0124"), 33'000) << "from 117 µs to 150 µs";
    EXPECT_EQ(costAt(*costs, 12, "gb0059"), 23'000) << "30 µs, of which 7 µs it worked";
    EXPECT_EQ(costs->all.estimateNs, 56'000);
    EXPECT_EQ(costs->breaks[0].host.lowNs, 33'000) << "all calls are alike";
    EXPECT_EQ(costs->breaks[0].host.highNs, 33'000);
    EXPECT_FALSE(costs->breaks[0].crossingNs);
}

TEST(BreakCostsOnADevice, LeaveOutTheWaitOfItemForKernelsThatRun)
{
    // .item() waits from 100 µs on; the device works until 148 µs.
    const auto costs = breakCosts(tracedOnDevice({{20, 148}, {160, 240}}), 1, 0);
    ASSERT_TRUE(costs) << reasonText(costs.error());
    EXPECT_EQ(costAt(*costs, 10, "gb0124"), 2'000);
    EXPECT_EQ(costAt(*costs, 12, "gb0059"), 0);
}

TEST(BreakCostsOnADevice, AreNothingBehindKernelsAndPromiseNoGain)
{
    const auto costs = breakCosts(tracedOnDevice({{20, 600}}), 1, 0, 900'000);
    ASSERT_TRUE(costs) << reasonText(costs.error());
    EXPECT_EQ(costs->all.estimateNs, 0);
    const auto gain = gainOfFixing(*costs, topBreaks, 900'000);
    ASSERT_TRUE(gain);
    EXPECT_EQ(gain->estimate, 1);
    EXPECT_EQ(gain->high, 1);
}

TEST(BreakCostsOnADevice, AreNotTheHostsWhereTheDeviceIsUnknown)
{
    auto data = tracedCalls({{"0/0", 500, 0}, {"1/0", 20'000, 0}}, {breakAt(10, "gb0059", "0/0")});
    ASSERT_TRUE(breakCosts(data, 1, 0));
    data.plan.numeric.device = "cuda:0";
    EXPECT_THAT(reasonText(breakCosts(data, 1, 0).error()), HasSubstr("not traced"));
    data.processes[0].traces.push_back({.start = {.pass = TracePass::Operators},
        .ended = true,
        .deviceReason = "there is no collector of kernels"});
    EXPECT_THAT(reasonText(breakCosts(data, 1, 0).error()),
        HasSubstr("stood idle was not recorded: there is no collector"));
}
