// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_breaks.h"
#include "profiler/evidence/timeline/timeline_compile.h"
#include "profiler/evidence/timeline/timeline_model.h"
#include "profiler/evidence/timeline/timeline_search.h"
#include "profiler/evidence/timeline/timeline_tracks.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "tests/support/made_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::MadeRows;

namespace {

CompileFact compiled(const char* id, const char* metrics, std::int64_t ns)
{
    return {.compileId = id,
        .function = "forward",
        .duration = nanoseconds(ns),
        .metricsJson = metrics};
}

GraphBreakFact breakOf(const char* compileId, int line)
{
    return {.id = "gb0059", .file = "net.py", .line = line, .compileId = compileId};
}

TimelineTracks tracksOf(const MadeRows& made, const std::vector<TraceCall>& calls)
{
    return timelineTracks(made.rows, calls);
}

/// Of one call that begins at 50.
void expectOneMark(
    const MadeRows& made, std::int64_t end, const ProcessRecord& process, const BreakMark& mark)
{
    EXPECT_THAT(breakMarks(tracksOf(made, {{50, end}}), process), ElementsAre(mark));
}

} // namespace

TEST(CompileSpans, LieWhereTorchSaysThatTheyBegan)
{
    ProcessRecord process;
    auto failed = compiled("1/0", R"({"start_time_us": 2000})", 5'000);
    failed.failType = "Unsupported";
    process.compiles = {failed, compiled("0/1", R"({"start_time_us": 1000, "x": 1})", 250'000),
        compiled("0/0", R"({"start_time_us": 7})", 400'000)};
    const auto spans = compileSpans(process);
    ASSERT_EQ(spans.size(), 3U);
    EXPECT_EQ(spans[0].span, (TimeSpan {7'000, 407'000}));
    EXPECT_EQ(spans[0].occasion, CompileOccasion::First);
    EXPECT_EQ(spans[1].span, (TimeSpan {1'000'000, 1'250'000}));
    EXPECT_EQ(spans[1].occasion, CompileOccasion::Again);
    EXPECT_EQ(spans[2].occasion, CompileOccasion::Failed);
}

TEST(CompileSpans, AreLeftOutWhereTheirStartIsNotKnown)
{
    ProcessRecord process;
    process.compiles = {compiled("0/0", "", 1), compiled("0/0", "not json", 1),
        compiled("0/0", R"({"start_time_us": null})", 1),
        compiled("0/0", R"({"start_time_us": "12"})", 1),
        compiled("0/0", R"({"start_time_us": -4})", 1),
        compiled("0/0", R"({"start_time_us": 9223372036854775807})", 1), compiled("0/0", "[1]", 1)};
    EXPECT_THAT(compileSpans(process), IsEmpty());
}

TEST(CompileSpans, BecomeLanesThatNest)
{
    auto tracks = tracksOf({}, {});
    addCompiles(tracks,
        {{.span = {100, 900}, .compileId = "0/0"},
            {.span = {200, 300}, .occasion = CompileOccasion::Again, .compileId = "1/1"}});
    ASSERT_EQ(tracks.compiles.size(), 1U);
    ASSERT_EQ(tracks.compiles[0].lanes.size(), 2U);
    const auto inner = tracks.compiles[0].lanes[1].event(0);
    EXPECT_EQ(inner.span, (TimeSpan {200, 300}));
    EXPECT_EQ(tracks.compileSpans.at(inner.row).compileId, "1/1");
    EXPECT_EQ(inner.kind, static_cast<std::uint8_t>(CompileOccasion::Again));
}

TEST(BreakMarks, StandWhereAGraphEndsAndAnotherFollowsInTheCall)
{
    MadeRows made;
    made.addSpan("0/0", 100, 200, SpanKind::Region);
    made.addSpan("1/0", 300, 400, SpanKind::Region); // after the break
    made.addSpan("0/0", 1'100, 1'200, SpanKind::Region); // of the next call
    const std::vector<TraceCall> calls {{50, 500}, {1'050, 1'500}};
    ProcessRecord process;
    process.breaks = {breakOf("0/0", 12)};
    EXPECT_THAT(breakMarks(tracksOf(made, calls), process),
        ElementsAre(BreakMark {.time = 200, .key = {"net.py", 12, "gb0059"}}))
        << "from one call to the next there is no break";
}

TEST(BreakMarks, StandWhereAGraphCallsTheNext)
{
    MadeRows made;
    made.addSpan("0/0", 100, 900, SpanKind::Region);
    made.addSpan("1/0", 400, 800, SpanKind::Region);
    ProcessRecord process;
    process.breaks = {breakOf("0/0", 12)};
    expectOneMark(made, 1'000, process, {.time = 400, .key = {"net.py", 12, "gb0059"}});
}

/// `forward` at 10 calls `helper`, whose line 7 breaks both; 3/0 goes on in the helper.
TEST(BreakMarks, AreOneForAHelperThatEndsTheGraphOfItsCallerToo)
{
    MadeRows made;
    made.addSpan("1/0", 100, 200, SpanKind::Region);
    made.addSpan("2/0", 300, 400, SpanKind::Region);
    made.addSpan("3/0", 500, 600, SpanKind::Region);
    made.addSpan("4/0", 700, 800, SpanKind::Region);
    ProcessRecord process;
    for (const auto& [id, function, line] :
        {std::tuple {"1/0", "forward", 10}, std::tuple {"2/0", "helper", 5},
            std::tuple {"3/0", "torch_dynamo_resume_in_helper_at_7", 7},
            std::tuple {"4/0", "torch_dynamo_resume_in_forward_at_12", 12}})
        process.compiles.push_back(
            {.compileId = id, .function = function, .file = "net.py", .line = line});
    for (const char* id : {"0/0", "1/0", "2/0"}) {
        process.breaks.push_back(breakOf(id, 7));
        process.breaks.back().function = "helper";
    }
    expectOneMark(made, 1'000, process, {.time = 400, .key = {"net.py", 7, "gb0059"}});
}

TEST(BreakMarks, AreNoneBetweenPartsThatWereCompiledApart)
{
    MadeRows made;
    made.addSpan("0/0", 100, 200, SpanKind::Region);
    made.addSpan("1/0", 300, 400, SpanKind::Region);
    EXPECT_THAT(breakMarks(tracksOf(made, {{50, 500}}), ProcessRecord {}), IsEmpty());
}

TEST(BreakMarks, NameTheSkippedFrameThatAFunctionWasCalledFrom)
{
    MadeRows made;
    made.addSpan("1/0", 100, 200, SpanKind::Region);
    made.addSpan("1/0", 300, 400, SpanKind::Region);
    ProcessRecord process;
    process.breaks = {breakOf("0/0", 16)};
    expectOneMark(made, 500, process, {.time = 200, .key = {"net.py", 16, "gb0059"}});
}

TEST(TimelineRows, RangesAreTheUsersAndStepsOfCompilationStandWithTheGraphs)
{
    MadeRows made;
    made.addSpan("my range", 100, 900, SpanKind::Range);
    made.addSpan("bytecode_tracing (dynamo_timed)", 200, 300, SpanKind::Range);
    const auto tracks = tracksOf(made, {});
    ASSERT_EQ(tracks.ranges.size(), 1U);
    EXPECT_EQ(tracks.ranges[0].lanes[0].size(), 1U);
    ASSERT_EQ(tracks.compiled.size(), 1U);
    EXPECT_EQ(tracks.compiled[0].lanes[0].event(0).span, (TimeSpan {200, 300}));
    const auto rows = timelineRows(tracks);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].kind, TimelineRowKind::Ranges);
    EXPECT_EQ(rows[1].kind, TimelineRowKind::Graphs);
}

TEST(WorkOf, IsTheFirstThatALaunchStarted)
{
    MadeRows made;
    made.addKernel("early", 100, 110, 7); // an id comes again
    made.addKernel("late", 500, 510, 7, 8);
    made.addKernel("later", 600, 610, 7);
    const auto tracks = tracksOf(made, {});
    const auto place = workOf(tracks.kernels, 7, 200);
    ASSERT_TRUE(place);
    EXPECT_EQ(tracks.kernels[place->group].lanes[place->lane].event(place->index).span.begin, 500);
    EXPECT_FALSE(workOf(tracks.kernels, 7, 601));
    EXPECT_FALSE(workOf(tracks.kernels, 8, 0));
}
