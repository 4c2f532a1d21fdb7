// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/timeline/timeline_tracks.h"
#include "profiler/evidence/trace/trace_figures.h"
#include "profiler/model/enum_text.h"
#include "tests/support/example_traces.h"
#include "tests/support/made_rows.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

using namespace profiler;
using tests::MadeRows;

namespace {

std::int64_t eventsOf(const std::vector<LaneGroup>& groups, TimeSpan range)
{
    std::int64_t events = 0;
    for (const auto& group : groups)
        for (const auto& lane : group.lanes)
            events += lane.totals(range).events;
    return events;
}

class TimelineOfRealTrace : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override
    {
        m_trace = tests::exampleTrace(GetParam());
        for (const auto& step : m_trace.steps)
            m_calls.push_back({.startNs = step.startNs, .endNs = step.endNs});
        m_tracks = timelineTracks(m_trace.rows, m_calls);
    }

    ImportedTrace m_trace;
    std::vector<TraceCall> m_calls;
    TimelineTracks m_tracks;
};

} // namespace

TEST_P(TimelineOfRealTrace, IsBusyAsTheFiguresOfTheDevice)
{
    const auto figures = deviceFigures(m_trace.rows);
    ASSERT_TRUE(figures);
    const auto whole = m_tracks.device.span();
    EXPECT_EQ(whole.end - whole.begin, figures->spanNs);
    EXPECT_EQ(m_tracks.device.totals(whole).busyNs(), figures->busyNs);
    EXPECT_EQ(m_tracks.device.totals(whole).idleNs(), figures->idleNs);
    EXPECT_EQ(eventsOf(m_tracks.kernels, whole), figures->kernels.count);
    EXPECT_EQ(eventsOf(m_tracks.copies, whole), figures->memcpys.count + figures->memsets.count);
    EXPECT_EQ(m_tracks.withoutLane, 0);
}

TEST_P(TimelineOfRealTrace, HasTheCausesOfItsCalls)
{
    m_tracks.device = withCauses(m_tracks.device, IdleParts(m_trace.rows), m_calls);
    const auto expected = deviceCalls(m_calls, m_trace.rows);
    ASSERT_EQ(expected.size(), m_calls.size());
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
        const auto times = m_tracks.device.totals({m_calls[i].startNs, m_calls[i].endNs});
        EXPECT_EQ(times.busyNs(), busyInAllNs(expected[i]));
        for (const auto& [cause, ns] : expected[i].idleNs)
            EXPECT_EQ(times.of(DeviceState(cause)), ns) << keyOf(cause);
    }
}

INSTANTIATE_TEST_SUITE_P(Examples, TimelineOfRealTrace,
    testing::Values(
        "tl_h100_bert_small.json.gz", "tl_h100_vit.json.gz", "tl_vllm_decode_full_graph.json.gz"),
    [](const auto& test) {
        std::string name = test.param;
        name.erase(name.find('.'));
        return name;
    });

TEST(TimelineTracks, TakeTheSameInPiecesAsWhole)
{
    MadeRows first;
    first.addKernel("a_gemm", 0, 10, 1);
    MadeRows second;
    second.rows.names = first.rows.names;
    second.addKernel("a_gemm", 5, 20, 2);
    TimelineBuilder builder(first.rows.names);
    builder.add(first.rows.kernels);
    builder.add(second.rows.kernels);
    const auto tracks = builder.finished();
    ASSERT_EQ(tracks.kernels.size(), 1U);
    ASSERT_EQ(tracks.kernels[0].lanes.size(), 2U); // they overlap
    const auto later = tracks.kernels[0].lanes[1].event(0);
    EXPECT_EQ(later.row, 1U);
    EXPECT_EQ(later.correlation, 2);
    EXPECT_EQ(tracks.names.text(later.name), "a_gemm");
    EXPECT_EQ(later.kind, static_cast<std::uint8_t>(WorkKind::Matmul));
}

TEST(TimelineTracks, LeaveOutWhatHasNoTimes)
{
    MadeRows made;
    made.addKernel("a_gemm", 0, 10, 1);
    made.addKernel("a_gemm", 0, 0, 2);
    made.rows.kernels.flags[1] = kernel_flags::zeroTimestamp;
    const auto tracks = timelineTracks(made.rows, {});
    EXPECT_EQ(tracks.untimed, 1);
    EXPECT_EQ(tracks.events(), 1U);
}

/// The worst case of one launch for many kernels: each changes the state of the device twice.
TEST(TimelineTracks, AreHeldInFewBytes)
{
    MadeRows made;
    made.addApi("cudaGraphLaunch", 0, 5, 1);
    for (int i = 0; i < 100'000; ++i)
        made.addKernel("a_gemm", 10 + i * 10'000, 10 + i * 10'000 + 9'000, 1, 7, 1);
    auto tracks = timelineTracks(made.rows, {});
    tracks.device = withCauses(tracks.device, IdleParts(made.rows), {});
    EXPECT_EQ(tracks.device.size(), 200'000U);
    EXPECT_LT(static_cast<double>(tracks.heldBytes()) / static_cast<double>(tracks.events()), 32);
}

TEST(TimelineTracks, SurviveAnyBits)
{
    std::mt19937_64 engine(7);
    MadeRows made;
    const auto bits = [&] {
        constexpr std::array edges {std::numeric_limits<std::int64_t>::min(), std::int64_t {-1},
            std::int64_t {0}, std::int64_t {1}, std::numeric_limits<std::int64_t>::max()};
        return engine() % 2 == 0 ? static_cast<std::int64_t>(engine())
                                 : edges.at(engine() % edges.size());
    };
    for (int i = 0; i < 3000; ++i) {
        const auto number = static_cast<std::int32_t>(engine());
        made.addKernel("a_gemm", 0, 0, number, static_cast<std::int32_t>(engine() % 400));
        made.addCopy(0, 0, number, static_cast<CopyKind>(engine()));
        made.addApi("cudaLaunchKernel", 0, 0, number, static_cast<std::int32_t>(engine() % 3));
        made.addSpan("m", 0, 0, static_cast<SpanKind>(engine() % 256), number % 2);
        for (auto* times :
            {&made.rows.kernels.startNs, &made.rows.kernels.durationNs, &made.rows.copies.startNs,
                &made.rows.copies.durationNs, &made.rows.apis.startNs, &made.rows.apis.durationNs,
                &made.rows.operators.startNs, &made.rows.operators.durationNs})
            times->back() = bits();
        made.rows.kernels.name.back() = static_cast<std::int32_t>(engine());
    }
    const std::vector<TraceCall> calls {{bits(), bits()}, {bits(), bits()}, {bits(), bits()}};
    auto tracks = timelineTracks(made.rows, calls);
    tracks.device = withCauses(tracks.device, IdleParts(made.rows), calls);
    EXPECT_GT(tracks.withoutLane, 0);
    const auto whole = tracks.device.totals({-lastTimelineNs, lastTimelineNs});
    EXPECT_EQ(whole.busyNs() + whole.idleNs(), 2 * lastTimelineNs);
    EXPECT_GT(whole.busyNs(), 0);
}
