// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_model.h"
#include "profiler/evidence/timeline/timeline_range.h"
#include "profiler/evidence/timeline/timeline_search.h"
#include "profiler/model/trace.h"
#include "tests/support/made_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

using namespace profiler;
using tests::MadeRows;

namespace {

constexpr std::array searchedKernels {"ampere_sgemm_128x64_nn", "triton_poi_fused_add_0",
    "softmax_warp_forward", "elementwise_kernel"};

MadeRows randomKernels(std::mt19937_64& engine, int count)
{
    MadeRows made;
    for (std::int32_t i = 0; i < count; ++i) {
        const auto begin = static_cast<std::int64_t>(engine() % 5000);
        const auto end = begin + static_cast<std::int64_t>(engine() % 40);
        made.addKernel(searchedKernels.at(engine() % searchedKernels.size()), begin, end, i,
            static_cast<std::int32_t>(engine() % 3));
    }
    return made;
}

TimelineEvent eventAt(const std::vector<LaneGroup>& groups, const EventPlace& place)
{
    return groups[place.group].lanes[place.lane].event(place.index);
}

/// Of all lanes.
std::optional<std::int64_t> beginOfLast(
    const std::vector<LaneGroup>& groups, const std::vector<bool>& names, std::int64_t time)
{
    std::optional<std::int64_t> last;
    for (const auto& group : groups)
        for (const auto& lane : group.lanes)
            if (const auto index = previousNamed(lane, names, time))
                last = std::max(last, std::optional(lane.event(*index).span.begin));
    return last;
}

std::int32_t idOf(const TraceRows& rows, const std::string& text)
{
    const auto name = std::ranges::find(rows.names, text, &TraceName::text);
    return name == rows.names.end() ? 0 : name->id;
}

} // namespace

TEST(RangeFigures, SumEachNameAndClass)
{
    std::mt19937_64 engine(1);
    const auto made = randomKernels(engine, 800);
    const auto tracks = timelineTracks(made.rows, {});
    for (int round = 0; round < 100; ++round) {
        const auto begin = static_cast<std::int64_t>(engine() % 5000);
        const TimeSpan range {begin, begin + 1 + static_cast<std::int64_t>(engine() % 900)};
        std::map<std::int32_t, RangeTime> truth;
        for (std::size_t i = 0; i < made.rows.kernels.size(); ++i) {
            const auto start = made.rows.kernels.startNs[i];
            const auto end = start + made.rows.kernels.durationNs[i];
            const auto touches = start < range.end
                && (end > range.begin || (start == end && start >= range.begin));
            if (!touches)
                continue;
            auto& time = truth[made.rows.kernels.name[i]];
            ++time.count;
            time.ns += std::min(end, range.end) - std::max(start, range.begin);
        }
        const auto figures = rangeFigures(tracks, range, 3);
        std::int64_t ns = 0;
        for (const auto& [id, time] : truth)
            ns += time.ns;
        EXPECT_EQ(figures.names.size(), std::min<std::size_t>(3, truth.size()));
        for (const auto& name : figures.names)
            EXPECT_EQ(name.time, truth.at(idOf(made.rows, tracks.names.text(name.name))));
        for (std::size_t i = 1; i < figures.names.size(); ++i)
            EXPECT_GE(figures.names[i - 1].time.ns, figures.names[i].time.ns);
        for (const auto& time : figures.kernels)
            ns -= time.ns;
        EXPECT_EQ(ns, 0);
    }
}

TEST(NamedEvents, AreFoundFromAnyTime)
{
    std::mt19937_64 engine(2);
    const auto made = randomKernels(engine, 300);
    const auto tracks = timelineTracks(made.rows, {});
    const auto names = tracks.names.matching("SOFTMAX");
    for (std::int64_t time = -10; time < 5050; time += 7) {
        std::optional<std::int64_t> next;
        std::optional<std::int64_t> previous;
        for (std::size_t i = 0; i < made.rows.kernels.size(); ++i) {
            const auto start = made.rows.kernels.startNs[i];
            if (!names[tracks.names.indexOf(made.rows.kernels.name[i])])
                continue;
            if (start > time)
                next = std::min(next.value_or(start), start);
            if (start < time)
                previous = std::max(previous.value_or(start), start);
        }
        const auto after = nextNamed(tracks.kernels, names, time);
        ASSERT_EQ(after.has_value(), next.has_value());
        if (after) {
            EXPECT_EQ(eventAt(tracks.kernels, *after).span.begin, *next);
        }
        EXPECT_EQ(beginOfLast(tracks.kernels, names, time), previous);
    }
    EXPECT_EQ(nextNamed(tracks.kernels, tracks.names.matching("no such kernel"), 0), std::nullopt);
}

TEST(FirstKernelOfModule, IsTheOneThatItsThreadLaunched)
{
    MadeRows made;
    made.addSpan("encoder", 0, 100, SpanKind::Module);
    made.addSpan("encoder.0", 20, 60, SpanKind::Module);
    made.addApi("cudaLaunchKernel", 10, 12, 1);
    made.addApi("cudaLaunchKernel", 25, 27, 2, 9); // another thread
    made.addApi("cudaLaunchKernel", 30, 32, 3);
    made.addKernel(searchedKernels[0], 40, 50, 1);
    made.addKernel(searchedKernels[0], 50, 60, 2, 8);
    made.addKernel(searchedKernels[1], 55, 70, 3);
    const auto tracks = timelineTracks(made.rows, {});
    const auto found = firstKernelOfModule(tracks, "encoder.0", 0);
    ASSERT_TRUE(found);
    EXPECT_EQ(eventAt(tracks.kernels, *found).correlation, 3);
    const auto launch = launchOf(tracks.launches, 3, 55);
    ASSERT_TRUE(launch);
    EXPECT_EQ(eventAt(tracks.launches, *launch).span, (TimeSpan {30, 32}));
    EXPECT_EQ(firstKernelOfModule(tracks, "encoder.0", 21), std::nullopt); // it ran before
    EXPECT_EQ(firstKernelOfModule(tracks, "decoder", 0), std::nullopt);
}

TEST(TimelineRows, StandInTheOrderOfThePage)
{
    MadeRows made;
    made.addSpan("encoder", 0, 100, SpanKind::Module);
    made.addSpan("encoder.0", 20, 60, SpanKind::Module);
    made.addSpan("0/0", 20, 60, SpanKind::Region);
    made.addApi("cudaLaunchKernel", 10, 14, 1);
    made.addApi("cuLaunchKernel", 11, 13, 1); // the driver's record of the same
    made.addKernel(searchedKernels[0], 40, 50, 1);
    made.addKernel(searchedKernels[0], 45, 60, 1);
    made.addKernel(searchedKernels[0], 50, 60, 2, 8);
    made.addCopy(0, 5, 4);
    const auto tracks = timelineTracks(made.rows, {{.startNs = -5, .endNs = 100}});
    std::vector<std::string> titles;
    for (const auto& row : timelineRows(tracks))
        titles.push_back(row.title);
    EXPECT_EQ(titles,
        (std::vector<std::string> {"Calls", "Modules", "", "Kernels, stream 7", "",
            "Kernels, stream 8", "Launches", "Copies", "Graphs", "Busy, %"}));
    EXPECT_EQ(rangeFigures(tracks, {0, 100}, 1).launches, 1);
    EXPECT_EQ(callSpan(tracks, 0), (TimeSpan {-5, 100}));
    EXPECT_EQ(callSpan(tracks, 1), std::nullopt);
}

TEST(ColumnWords, TellManyEventsAtOnce)
{
    LaneColumn column {.events = 37};
    column.ns[0] = 600;
    column.ns[1] = 240;
    EXPECT_EQ(columnText(TimelineRowKind::Kernels, column, 1000), "37 kernels, 84 % busy");
    EXPECT_EQ(columnText(TimelineRowKind::Launches, {.events = 1}, 1000), "1 launch");
    EXPECT_EQ(longestKind(column), 0);
    EXPECT_EQ(longestKind({.events = 3}), std::nullopt);
    StateTimes times;
    times.ns[DeviceState(WorkKind::Matmul).index()] = 840;
    times.ns[DeviceState(IdleCause::Launch).index()] = 160;
    EXPECT_EQ(busyTimesText(times), "84 % busy, idle mostly: launch latency");
    EXPECT_EQ(busyTimesText({}), "");
}
