// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_lane.h"
#include "profiler/evidence/timeline/timeline_spread.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

using namespace profiler;

namespace {

using Generator = std::mt19937_64;

constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
constexpr auto highest = std::numeric_limits<std::int64_t>::max();

std::int64_t randomBelow(Generator& engine, std::int64_t limit)
{
    return static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(limit));
}

/// Back to back, apart, empty, and now and then longer than a block of the lane can hold.
std::vector<TimelineEvent> randomEvents(Generator& engine, int count, std::int64_t longest)
{
    std::vector<TimelineEvent> events;
    std::int64_t now = randomBelow(engine, 2) == 0 ? 1'790'000'000'000'000'000 : -50;
    for (int i = 0; i < count; ++i) {
        now += randomBelow(engine, 3) == 0 ? 0 : randomBelow(engine, longest);
        const auto rare = randomBelow(engine, 97) == 0;
        const auto duration = randomBelow(engine, 5) == 0 ? 0 : randomBelow(engine, longest);
        const TimeSpan span {now, now + duration + (rare ? 5'000'000'000 : 0)};
        events.push_back({.span = span,
            .name = static_cast<std::uint32_t>(randomBelow(engine, 1 << 28)),
            .kind = static_cast<std::uint8_t>(randomBelow(engine, 8)),
            .correlation = static_cast<std::int32_t>(engine()),
            .row = static_cast<std::uint32_t>(engine())});
        now = span.end;
    }
    return events;
}

TimelineLane laneOf(const std::vector<TimelineEvent>& events)
{
    TimelineLane lane(LaneDetail::Correlations);
    for (const auto& event : events)
        lane.append(event);
    lane.finish();
    return lane;
}

/// By the definition, event for event.
LaneColumn summed(const std::vector<TimelineEvent>& events, TimeSpan column)
{
    LaneColumn sum;
    for (const auto& [span, name, kind, correlation, row] : events) {
        const auto isEmpty = span.begin == span.end;
        const auto reaches = isEmpty ? span.begin >= column.begin : span.end > column.begin;
        if (span.begin >= column.end || !reaches || column.begin == column.end)
            continue;
        ++sum.events;
        sum.ns.at(kind) += std::min(span.end, column.end) - std::max(span.begin, column.begin);
    }
    return sum;
}

std::int64_t borderOf(TimeSpan range, int count, int i)
{
    __extension__ using Wide = __int128;
    return static_cast<std::int64_t>(
        range.begin + static_cast<Wide>(range.end - range.begin) * i / count);
}

void expectColumns(const std::vector<TimelineEvent>& events, TimeSpan range, int count)
{
    const auto columns = laneOf(events).columns(range, count);
    ASSERT_EQ(columns.size(), static_cast<std::size_t>(count));
    NsByKind sums {};
    for (int i = 0; i < count; ++i) {
        const auto& column = columns[static_cast<std::size_t>(i)];
        const TimeSpan span {borderOf(range, count, i), borderOf(range, count, i + 1)};
        ASSERT_EQ(column, summed(events, span)) << span.begin << " to " << span.end;
        for (std::size_t kind = 0; kind < laneKinds; ++kind)
            sums.at(kind) += column.ns.at(kind);
    }
    EXPECT_EQ(sums, summed(events, range).ns);
}

/// A range whose edges lie anywhere: within events, at their edges, beyond them all.
TimeSpan randomRange(Generator& engine, const std::vector<TimelineEvent>& events)
{
    const auto edge = [&] {
        const auto& span = events[static_cast<std::size_t>(randomBelow(
                                      engine, static_cast<std::int64_t>(events.size())))]
                               .span;
        return span.begin + randomBelow(engine, span.end - span.begin + 9) - 4;
    };
    const auto one = edge();
    const auto other = randomBelow(engine, 4) == 0 ? one + 1 : edge();
    return {std::min(one, other), std::max(one, other)};
}

} // namespace

TEST(TimelineLane, SumsColumnsExactly)
{
    Generator engine(1);
    for (int round = 0; round < 60; ++round) {
        const auto events = randomEvents(
            engine, 1 + static_cast<int>(randomBelow(engine, 400)), round % 2 ? 7 : 70'000);
        expectColumns(events, {events.front().span.begin, events.back().span.end + 1}, 37);
        for (int i = 0; i < 12; ++i)
            expectColumns(
                events, randomRange(engine, events), 1 + static_cast<int>(randomBelow(engine, 50)));
    }
}

TEST(TimelineLane, SumsOverAllTimesThatThereAre)
{
    const std::vector<TimelineEvent> events {{.span = {-lastTimelineNs, -5}},
        {.span = {0, 0}, .kind = 1}, {.span = {3, lastTimelineNs}, .kind = 2},
        {.span = {lastTimelineNs, lastTimelineNs}, .kind = 3}};
    expectColumns(events, {-lastTimelineNs, lastTimelineNs}, 1920);
    const auto totals = laneOf(events).totals({lowest, highest});
    EXPECT_EQ(totals.events, 3); // the last one lies at the end, which is no part of a range
    EXPECT_EQ(totals.ns[0], lastTimelineNs - 5);
    EXPECT_EQ(totals.ns[2], lastTimelineNs - 3);
}

TEST(TimelineLane, TakesARangeThatEndsBeforeItBeginsForEmpty)
{
    const auto lane = laneOf({{.span = {0, 10}}});
    EXPECT_EQ(lane.totals({8, 2}), LaneColumn {});
    EXPECT_TRUE(lane.columns({0, 10}, 0).empty());
    EXPECT_TRUE(lane.columns({0, 10}, -1).empty());
    EXPECT_TRUE(lane.eventsIn({5, 5}, 0, 10).events.empty());
    EXPECT_EQ(TimelineLane().totals({0, 10}), LaneColumn {});
}

TEST(TimelineLane, GivesBackWhatWasPutIn)
{
    Generator engine(2);
    const auto events = randomEvents(engine, 1000, 1'000'000);
    const auto lane = laneOf(events);
    ASSERT_EQ(lane.size(), events.size());
    for (std::size_t i = 0; i < events.size(); ++i)
        ASSERT_EQ(lane.event(i), events[i]);
    EXPECT_EQ(lane.span(), (TimeSpan {events.front().span.begin, events.back().span.end}));
}

TEST(TimelineLane, FindsEventsThatAreWideEnough)
{
    Generator engine(3);
    const auto events = randomEvents(engine, 20'000, 1000);
    const auto lane = laneOf(events);
    for (int round = 0; round < 200; ++round) {
        const auto range = randomRange(engine, events);
        const auto atLeast = round % 3 == 0 ? 5'000'000'000 : randomBelow(engine, 1000);
        std::vector<std::size_t> expected;
        for (std::size_t i = 0; i < events.size(); ++i) {
            const auto& span = events[i].span;
            if (span.end - span.begin >= atLeast && summed({events[i]}, range).events == 1)
                expected.push_back(i);
        }
        const auto most = static_cast<std::size_t>(randomBelow(engine, 500));
        const auto found = lane.eventsIn(range, atLeast, most);
        EXPECT_EQ(found.more, expected.size() > most);
        expected.resize(std::min(expected.size(), most));
        ASSERT_EQ(found.events.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(found.events[i].index, expected[i]);
            EXPECT_EQ(found.events[i].event, events[expected[i]]);
        }
    }
}

TEST(TimelineLane, FindsTheEventAtATime)
{
    const auto lane = laneOf({{.span = {0, 10}}, {.span = {10, 10}}, {.span = {10, 20}},
        {.span = {30, 30}}, {.span = {lastTimelineNs, lastTimelineNs}}});
    EXPECT_EQ(lane.eventAt(-1), std::nullopt);
    EXPECT_EQ(lane.eventAt(0), 0U);
    EXPECT_EQ(lane.eventAt(9), 0U);
    EXPECT_EQ(lane.eventAt(10), 2U);
    EXPECT_EQ(lane.eventAt(20), std::nullopt);
    EXPECT_EQ(lane.eventAt(30), 3U);
    EXPECT_EQ(lane.eventAt(highest), 4U);
    EXPECT_EQ(lane.begunBefore(10), 1U);
    EXPECT_EQ(lane.begunBefore(highest), 4U);
}

TEST(TimelineLane, VisitsWhatARangeHolds)
{
    Generator engine(4);
    const auto events = randomEvents(engine, 3000, 1000);
    const auto lane = laneOf(events);
    for (int round = 0; round < 100; ++round) {
        const auto range = randomRange(engine, events);
        LaneColumn visited;
        lane.visit(
            range, [&](std::size_t index, std::uint32_t name, std::uint32_t kind, std::int64_t ns) {
                ++visited.events;
                visited.ns.at(kind) += ns;
                EXPECT_EQ(name, events[index].name);
            });
        ASSERT_EQ(visited, summed(events, range));
    }
}

TEST(TimelineLane, FindsIdsWhetherOrNotTheyAscend)
{
    Generator engine(9);
    for (const bool ascending : {true, false}) {
        std::vector<std::int32_t> ids(500);
        for (auto& id : ids)
            id = static_cast<std::int32_t>(randomBelow(engine, 200));
        if (ascending)
            std::ranges::sort(ids);
        TimelineLane lane(LaneDetail::Correlations);
        for (const auto id : ids)
            lane.append({.correlation = id});
        lane.finish();
        for (int round = 0; round < 500; ++round) {
            const auto id = static_cast<std::int32_t>(randomBelow(engine, 210));
            const auto first = static_cast<std::size_t>(randomBelow(engine, 501));
            const auto end = static_cast<std::size_t>(randomBelow(engine, 501));
            std::optional<std::size_t> least;
            std::optional<std::size_t> most;
            for (auto i = first; i < end; ++i)
                if (ids[i] == id) {
                    least = least.value_or(i);
                    most = i;
                }
            EXPECT_EQ(lane.firstOf(id, first, end), least);
            EXPECT_EQ(lane.lastOf(id, first, end), most);
        }
    }
}

TEST(TimelineLane, IsHeldInFewBytes)
{
    TimelineLane lane(LaneDetail::Correlations);
    for (int i = 0; i < 100'000; ++i)
        lane.append({.span = {i * 10'000, i * 10'000 + 9'000}});
    lane.finish();
    EXPECT_LT(static_cast<double>(lane.heldBytes()) / 100'000, 22.5);
}

namespace {

void expectNoOverlap(const TimelineLane& lane)
{
    for (std::size_t i = 1; i < lane.size(); ++i)
        ASSERT_LE(lane.event(i - 1).span.end, lane.event(i).span.begin);
}

} // namespace

TEST(LaneSpread, KeepsEveryEventOnce)
{
    Generator engine(5);
    LaneSpread spread(LaneDetail::Correlations);
    constexpr std::uint32_t count = 20'000;
    for (std::uint32_t row = 0; row < count; ++row) {
        const auto begin = randomBelow(engine, 100'000);
        const LineKey key {.device = static_cast<std::int32_t>(randomBelow(engine, 2)),
            .line = static_cast<std::int32_t>(randomBelow(engine, 200)) - 1};
        spread.add(key, {.span = {begin, begin + randomBelow(engine, 2000)}, .row = row});
    }
    std::vector<std::uint32_t> rows;
    for (const auto& group : spread.takeLanes()) {
        EXPECT_LE(group.lanes.size(), LaneSpread::mostLanes);
        for (const auto& lane : group.lanes) {
            expectNoOverlap(lane);
            for (std::size_t i = 0; i < lane.size(); ++i)
                rows.push_back(lane.event(i).row);
        }
    }
    EXPECT_FALSE(spread.withoutLane().empty()); // 400 streams are more than are drawn
    for (const auto& event : spread.withoutLane())
        rows.push_back(event.row);
    std::ranges::sort(rows);
    std::vector<std::uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0U);
    EXPECT_EQ(rows, all);
}

TEST(LaneSpread, LaysSpansThatNestByDepth)
{
    LaneSpread spread(LaneDetail::Rows);
    const std::vector<TimeSpan> spans {{2, 4}, {0, 10}, {5, 9}, {5, 7}, {0, 20}, {12, 18}};
    for (const auto span : spans) // the inner ones first, as they end
        spread.add({}, {.span = span});
    const auto groups = spread.takeLanes();
    ASSERT_EQ(groups.size(), 1U);
    ASSERT_EQ(groups[0].lanes.size(), 4U);
    EXPECT_EQ(groups[0].lanes[0].event(0).span, (TimeSpan {0, 20}));
    EXPECT_EQ(groups[0].lanes[1].event(0).span, (TimeSpan {0, 10}));
    EXPECT_EQ(groups[0].lanes[1].event(1).span, (TimeSpan {12, 18}));
    EXPECT_EQ(groups[0].lanes[2].event(1).span, (TimeSpan {5, 9}));
    EXPECT_EQ(groups[0].lanes[3].event(0).span, (TimeSpan {5, 7}));
}
