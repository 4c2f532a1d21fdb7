// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/timeline/timeline_tracks.h"
#include "profiler/model/trace.h"
#include "tests/support/made_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace profiler;
using tests::MadeRows;

namespace {

using Generator = std::mt19937_64;

std::int64_t randomBusyBelow(Generator& engine, std::int64_t limit)
{
    return static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(limit));
}

constexpr std::array busyKernels {"ampere_sgemm_128x64_nn", "triton_poi_fused_add_0",
    "softmax_warp_forward", "elementwise_kernel"};

/// Several streams that overlap, launches before the work, calls apart from each other.
MadeRows randomTrace(Generator& engine, std::int64_t length)
{
    MadeRows made;
    const auto count = 1 + static_cast<std::int32_t>(randomBusyBelow(engine, 120));
    for (std::int32_t i = 0; i < count; ++i) {
        const auto begin = randomBusyBelow(engine, length);
        const auto end = begin + randomBusyBelow(engine, 60);
        const auto* name
            = busyKernels.at(static_cast<std::size_t>(randomBusyBelow(engine, busyKernels.size())));
        if (randomBusyBelow(engine, 5) == 0)
            made.addCopy(begin, end, i);
        else
            made.addKernel(
                name, begin, end, i, static_cast<std::int32_t>(randomBusyBelow(engine, 4)));
        const auto launch = begin - randomBusyBelow(engine, 30);
        if (randomBusyBelow(engine, 4) != 0)
            made.addApi("cudaLaunchKernel", launch, launch + randomBusyBelow(engine, 8), i);
        if (randomBusyBelow(engine, 4) == 0)
            made.addApi("cudaStreamSynchronize", launch - 20, launch, 10'000 + i);
        if (randomBusyBelow(engine, 3) == 0)
            made.addSpan("aten::add", launch - 10, launch + 10);
    }
    return made;
}

/// What counts at each ns from 0 on, by the definition.
std::vector<DeviceState> painted(const TraceRows& rows, std::int64_t length)
{
    std::vector<DeviceState> states(static_cast<std::size_t>(length));
    TimelineNames names(rows.names);
    const auto paint = [&](std::int64_t begin, std::int64_t duration, WorkKind kind) {
        for (auto at = begin; at < begin + duration; ++at)
            if (auto& state = states[static_cast<std::size_t>(at)];
                DeviceState(kind).index() < state.index())
                state = DeviceState(kind);
    };
    for (std::size_t i = 0; i < rows.kernels.size(); ++i) {
        const auto name = names.indexOf(rows.kernels.name[i]);
        names.findClass(name);
        paint(rows.kernels.startNs[i], rows.kernels.durationNs[i], names.classOf(name));
    }
    for (std::size_t i = 0; i < rows.copies.size(); ++i)
        paint(rows.copies.startNs[i], rows.copies.durationNs[i], WorkKind::Copy);
    return states;
}

StateTimes summed(const std::vector<DeviceState>& states, TimeSpan range)
{
    StateTimes times;
    for (auto at = range.begin; at < range.end; ++at) {
        const auto isInside = at >= 0 && at < static_cast<std::int64_t>(states.size());
        const auto state = isInside ? states[static_cast<std::size_t>(at)] : DeviceState();
        ++times.ns.at(state.index());
    }
    return times;
}

TimeSpan randomRange(Generator& engine, std::int64_t length)
{
    const auto begin = randomBusyBelow(engine, length + 40) - 20;
    return {begin, begin + (randomBusyBelow(engine, 3) == 0 ? 1 : randomBusyBelow(engine, length))};
}

/// Of a trace with two calls: its states without and with causes.
struct RandomCalls {
    explicit RandomCalls(Generator& engine)
        : length(50 + randomBusyBelow(engine, 3000))
        , made(randomTrace(engine, length))
        , calls {{.startNs = length / 8, .endNs = length / 3},
              {.startNs = length / 2, .endNs = length}}
        , without(timelineTracks(made.rows, calls).device)
        , with(withCauses(without, IdleParts(made.rows), calls))
    {
    }

    std::int64_t length;
    MadeRows made;
    std::vector<TraceCall> calls;
    DeviceStates without;
    DeviceStates with;
};

std::vector<BusySource> sourcesOf(const TimelineTracks& tracks)
{
    std::vector<BusySource> sources;
    for (const auto& group : tracks.kernels)
        for (const auto& lane : group.lanes)
            sources.push_back({.lane = &lane, .work = std::nullopt});
    for (const auto& group : tracks.copies)
        for (const auto& lane : group.lanes)
            sources.push_back({.lane = &lane, .work = WorkKind::Copy});
    return sources;
}

std::vector<StatePiece> piecesOf(const DeviceStates& states)
{
    std::vector<StatePiece> pieces;
    states.visit({-lastTimelineNs, lastTimelineNs}, [&](const StatePiece& piece) {
        pieces.push_back(piece);
        return true;
    });
    return pieces;
}

} // namespace

TEST(DeviceStates, AreTheClassNamedFirstAtEachNanosecond)
{
    Generator engine(1);
    for (int round = 0; round < 300; ++round) {
        const auto length = 20 + randomBusyBelow(engine, 3000);
        const auto made = randomTrace(engine, length);
        const auto tracks = timelineTracks(made.rows, {});
        const auto truth = painted(made.rows, length + 100);
        for (int i = 0; i < 10; ++i) {
            const auto range = randomRange(engine, length);
            const auto count = 1 + static_cast<int>(randomBusyBelow(engine, 40));
            const auto columns = tracks.device.columns(range, count);
            const auto border = [&](int number) {
                return range.begin + (range.end - range.begin) * number / count; // they are short
            };
            for (int column = 0; column < count; ++column) {
                const TimeSpan span {border(column), border(column + 1)};
                ASSERT_EQ(columns[static_cast<std::size_t>(column)], summed(truth, span));
            }
            tracks.device.visit(range, [&](const StatePiece& piece) {
                const auto times = summed(truth, piece.span);
                EXPECT_EQ(times.of(piece.state), piece.span.end - piece.span.begin);
                return true;
            });
        }
    }
}

/// Borders between pieces lie wherever events do: within what runs, at its edges, in idle times.
TEST(DeviceStates, AreTheSameFoundInPiecesOfTime)
{
    Generator engine(4);
    for (int round = 0; round < 300; ++round) {
        const auto tracks
            = timelineTracks(randomTrace(engine, 20 + randomBusyBelow(engine, 3000)).rows, {});
        const auto sources = sourcesOf(tracks);
        const auto whole = deviceStates(sources, 1);
        for (std::size_t pieces = 2; pieces < 9; ++pieces) {
            const auto joined = deviceStates(sources, pieces);
            ASSERT_EQ(piecesOf(joined), piecesOf(whole));
            ASSERT_EQ(joined.size(), whole.size());
            ASSERT_EQ(joined.span(), whole.span());
        }
    }
}

TEST(DeviceStates, AreTheSameFoundInLongPieces)
{
    Generator engine(5);
    MadeRows made;
    std::int64_t now = 0;
    for (std::int32_t i = 0; i < 9'000; ++i) {
        now += randomBusyBelow(engine, 900) - (randomBusyBelow(engine, 3) == 0 ? 300 : 0);
        made.addKernel(busyKernels.at(static_cast<std::size_t>(i) % busyKernels.size()), now,
            now + randomBusyBelow(engine, 700), i,
            static_cast<std::int32_t>(randomBusyBelow(engine, 6)));
    }
    const auto tracks = timelineTracks(made.rows, {});
    const auto sources = sourcesOf(tracks);
    const auto whole = deviceStates(sources, 1);
    ASSERT_GT(whole.size(), 20 * DeviceStates::blockChanges);
    for (const std::size_t pieces : {2U, 3U, 7U}) {
        const auto joined = deviceStates(sources, pieces);
        EXPECT_EQ(piecesOf(joined), piecesOf(whole));
        for (int i = 0; i < 100; ++i) {
            const auto range = randomRange(engine, whole.span().end);
            ASSERT_EQ(joined.columns(range, 30), whole.columns(range, 30));
        }
    }
}

TEST(DeviceStates, OfNothingAreNone)
{
    const TimelineLane none;
    TimelineLane empty;
    for (int i = 0; i < 10; ++i)
        empty.append({.span = {i, i}});
    EXPECT_EQ(deviceStates({}, 3).size(), 0U);
    EXPECT_EQ(deviceStates({{.lane = &none, .work = {}}}, 3).size(), 0U);
    EXPECT_EQ(deviceStates({{.lane = &empty, .work = {}}}, 3).size(), 0U);
}

TEST(DeviceStates, AddUpToEveryRangeByCauseToo)
{
    Generator engine(2);
    for (int round = 0; round < 200; ++round) {
        const RandomCalls random(engine);
        for (int i = 0; i < 20; ++i) {
            const auto range = randomRange(engine, random.length);
            const auto with = random.with.totals(range);
            const auto without = random.without.totals(range);
            ASSERT_EQ(with.busyNs() + with.idleNs(), range.end - range.begin);
            for (const auto kind : workKinds)
                ASSERT_EQ(with.of(DeviceState(kind)), without.of(DeviceState(kind)));
        }
    }
}

TEST(DeviceStates, OfACallAreItsDeviceCall)
{
    Generator engine(3);
    const auto nsIn
        = [](const auto& times, auto key) { return times.contains(key) ? times.at(key) : 0; };
    for (int round = 0; round < 200; ++round) {
        const RandomCalls random(engine);
        const auto expected = deviceCalls(random.calls, random.made.rows);
        for (std::size_t i = 0; i < random.calls.size(); ++i) {
            const auto& call = random.calls[i];
            const auto times = random.with.totals({call.startNs, call.endNs});
            for (const auto kind : workKinds)
                ASSERT_EQ(times.of(DeviceState(kind)), nsIn(expected[i].busyNs, kind));
            for (const auto cause : idleCauses)
                ASSERT_EQ(times.of(DeviceState(cause)), nsIn(expected[i].idleNs, cause));
        }
    }
}

TEST(DeviceStates, OutliveLongIdleTimes)
{
    constexpr std::int64_t hour = 3'600'000'000'000;
    MadeRows made;
    for (std::int32_t i = 0; i < 500; ++i)
        made.addKernel(busyKernels[0], i * hour, i * hour + 7, i);
    const auto tracks = timelineTracks(made.rows, {});
    const auto whole = tracks.device.totals({0, 499 * hour + 7});
    EXPECT_EQ(whole.busyNs(), 3500);
    EXPECT_EQ(whole.idleNs(), 499 * (hour - 7));
    EXPECT_EQ(tracks.device.totals({250 * hour + 3, 251 * hour + 3}).busyNs(), 7);
}

TEST(IdleTimes, AreFoundWhole)
{
    MadeRows made;
    made.addKernel(busyKernels[0], 0, 10, 1);
    made.addApi("cudaLaunchKernel", 10, 15, 2);
    made.addKernel(busyKernels[0], 50, 60, 2); // idle: 5 host, 35 launch latency
    made.addKernel(busyKernels[0], 70, 80, 3);
    auto tracks = timelineTracks(made.rows, {});
    tracks.device = withCauses(tracks.device, IdleParts(made.rows), {});
    const auto first = nextIdleTime(tracks.device, 0, 20);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->span, (TimeSpan {10, 50}));
    EXPECT_EQ(first->cause, IdleCause::Launch);
    const auto next = nextIdleTime(tracks.device, first->span.begin, 10);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->span, (TimeSpan {60, 70}));
    EXPECT_EQ(nextIdleTime(tracks.device, 0, 41), std::nullopt);
    EXPECT_EQ(nextIdleTime(tracks.device, 60, 1), std::nullopt);
    const auto longest = longestIdleTimes(tracks.device, {0, 80}, 1);
    ASSERT_EQ(longest.size(), 1U);
    EXPECT_EQ(longest[0], *first);
    EXPECT_EQ(longestIdleTimes(tracks.device, {0, 80}, 9).size(), 2U);
    EXPECT_TRUE(longestIdleTimes(tracks.device, {0, 80}, 0).empty());
}
