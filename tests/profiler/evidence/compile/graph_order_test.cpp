// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/evidence/compile/graph_order.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using ::testing::ElementsAre;

namespace {

/// Graphs with 7, 1, 5, 2 and 1 operators in the order run. Two cases: the second one compiled the
/// first and the third function again.
ComparisonData exampleOfOrder()
{
    ComparisonData data;
    data.plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    data.plan.cases = {{.name = "small"}, {.name = "large"}};
    ProcessRecord lane;
    lane.start.variant = 1;
    const auto compile = [&](const char* id, std::int64_t operators, int caseIndex) {
        lane.compiles.push_back({.compileId = id,
            .caseIndex = caseIndex,
            .function = "forward",
            .file = "net.py",
            .line = 10 * (id[0] - '0' + 1),
            .operators = operators});
    };
    const auto logged = [&](const char* id, int line) {
        lane.breaks.push_back({.id = "gb0059",
            .file = "net.py",
            .line = line,
            .function = "forward",
            .compileId = id});
    };
    compile("0/0", 7, 0);
    compile("1/0", 1, 0);
    compile("2/0", 5, 0);
    compile("3/0", 2, 0);
    compile("4/0", 1, 0);
    compile("2/1", 3, 1);
    logged("0/0", 20);
    logged("1/0", 30);
    logged("2/0", 40);
    logged("3/0", 50);
    logged("2/1", 40);
    lane.proofs = {{.caseIndex = 0,
                       .observed = true,
                       .regions = {{"0/0", 1}, {"1/0", 1}, {"2/0", 1}, {"3/0", 1}, {"4/0", 1}}},
        {.caseIndex = 1,
            .observed = true,
            .regions = {{"2/1", 1}, {"1/0", 1}, {"0/0", 1}, {"3/0", 1}, {"4/0", 1}}}};
    data.processes.push_back(lane);
    return data;
}

/// Another process compiled in another order: its ids are its own.
void addTrace(ComparisonData& data)
{
    ProcessRecord process;
    process.start = {.kind = ProcessKind::Trace, .variant = 1};
    TraceSummary trace {.start = {.caseIndex = 1, .pass = TracePass::Graphs}, .ended = true};
    std::int64_t now = 0;
    for (const auto* id : {"4/0", "2/1", "2/1", "1/0"}) {
        trace.graphs.push_back({0, id, now, now + 10});
        now += 20;
    }
    process.compiles = {{.compileId = "1/0", .operators = 1}, {.compileId = "2/1", .operators = 3},
        {.compileId = "4/0", .operators = 9}};
    process.breaks = {{.id = "gb0059", .file = "net.py", .line = 50, .compileId = "4/0"},
        {.id = "gb0059", .file = "net.py", .line = 20, .compileId = "2/1"}};
    process.traces = {trace};
    data.processes.push_back(process);
}

std::vector<std::int64_t> operatorsOf(const ComparisonData& data, int caseIndex)
{
    std::vector<std::int64_t> operators;
    for (const auto& piece : graphsOfCall(data, 1, caseIndex, breakPlaces(data, caseIndex, 1)))
        operators.push_back(piece.operators.value_or(-1));
    return operators;
}

std::vector<int> linesOf(const ComparisonData& data, int caseIndex)
{
    std::vector<int> lines;
    for (const auto& place : breakPlaces(data, caseIndex, 1))
        lines.push_back(place.shown.line);
    return lines;
}

} // namespace

TEST(GraphOrder, IsThatOfTheFunctionsAndOfOneCaseAlone)
{
    const auto data = exampleOfOrder();
    EXPECT_THAT(operatorsOf(data, 0), ElementsAre(7, 1, 5, 2, 1));
    EXPECT_THAT(operatorsOf(data, 1), ElementsAre(7, 1, 3, 2, 1)) << "the third was recompiled";
    EXPECT_FALSE(graphOrder(data, 1, 1).inTime);
}

TEST(GraphOrder, NumbersTheBreaksFromLeftToRight)
{
    const auto data = exampleOfOrder();
    const auto places = breakPlaces(data, 1, 1);
    EXPECT_THAT(linesOf(data, 1), ElementsAre(20, 30, 40, 50));
    int number = 0;
    for (const auto& piece : graphsOfCall(data, 1, 1, places))
        if (piece.endsAt) {
            EXPECT_EQ(*piece.endsAt, number);
            ++number;
        }
    EXPECT_EQ(number, 4);
}

TEST(GraphOrder, IsThatOfATracedCallWhereThereIsOne)
{
    auto data = exampleOfOrder();
    addTrace(data);
    EXPECT_TRUE(graphOrder(data, 1, 1).inTime);
    EXPECT_FALSE(graphOrder(data, 1, 0).inTime) << "that case was not traced";
    EXPECT_THAT(operatorsOf(data, 1), ElementsAre(9, 3, 1));
    EXPECT_THAT(linesOf(data, 1), ElementsAre(50, 20, 30, 40)) << "as the call came to them";
    const auto graphs = graphsOfCall(data, 1, 1, breakPlaces(data, 1, 1));
    EXPECT_EQ(graphs[1].times, 2);
    EXPECT_FALSE(graphs[2].endsAt) << "the last one ends with the call";
}

/// A loop that torch gave up calls three times a forward whose helper breaks, which breaks itself
/// in a piece without operators, and goes on.
ComparisonData loopOverBlocks()
{
    ComparisonData data;
    data.plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    data.plan.cases = {{.name = "small"}};
    ProcessRecord process;
    process.start = {.kind = ProcessKind::Trace, .variant = 1};
    const auto compile = [&](const char* id, const char* function, int line, int operators) {
        process.compiles.push_back({.compileId = id,
            .function = function,
            .file = "net.py",
            .line = line,
            .operators = operators});
    };
    compile("0/0", "forward", 30, 0);
    process.compiles.back().failType = "Unsupported";
    compile("1/0", "forward", 17, 2);
    compile("2/0", "helper", 5, 2);
    compile("3/0", "torch_dynamo_resume_in_helper_at_7", 7, 1);
    compile("4/0", "torch_dynamo_resume_in_forward_at_19", 19, 0);
    compile("5/0", "torch_dynamo_resume_in_forward_at_20", 20, 3);
    for (const auto* id : {"0/0", "1/0", "2/0"})
        process.breaks.push_back(
            {.id = "gb0124", .file = "net.py", .line = 7, .function = "helper", .compileId = id});
    process.breaks.push_back(
        {.id = "gb0059", .file = "net.py", .line = 20, .function = "forward", .compileId = "4/0"});
    TraceSummary trace {.start = {.caseIndex = 0, .pass = TracePass::Graphs}, .ended = true};
    std::int64_t now = 0;
    for (int block = 0; block < 3; ++block)
        for (const auto* id : {"1/0", "2/0", "3/0", "5/0"})
            trace.graphs.push_back({0, id, now += 20, now + 10});
    process.traces = {trace};
    data.processes.push_back(process);
    process.traces.clear(); // what the timed calls ran
    process.start.kind = ProcessKind::Paired;
    process.proofs = {{.caseIndex = 0,
        .observed = true,
        .regions = {{"1/0", 3}, {"2/0", 3}, {"3/0", 3}, {"4/0", 3}, {"5/0", 3}}}};
    data.processes.push_back(process);
    return data;
}

TEST(GraphOrder, DrawsEachBreakAsOftenAsTheCallPassesIt)
{
    const auto data = loopOverBlocks();
    const auto places = breakPlaces(data, 0, 1);
    ASSERT_EQ(places.size(), 2U);
    for (const auto& place : places)
        EXPECT_EQ(place.in(1)->perCall, 3) << place.shown.line;
    std::vector<int> lines;
    for (const auto& piece : graphsOfCall(data, 1, 0, places))
        lines.push_back(
            piece.endsAt ? places.at(static_cast<std::size_t>(*piece.endsAt)).shown.line : 0);
    // Not where forward calls the helper, and not where the loop goes on.
    EXPECT_THAT(lines, ElementsAre(0, 7, 20, 0, 0, 7, 20, 0, 0, 7, 20, 0));
}
