// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/imported_comparison.h"
#include "profiler/formats/imported_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

using namespace profiler;
using ::testing::ElementsAre;

namespace {

MemoryEvent event(const char* action, std::int64_t bytes, std::int64_t timeNs, int device = 0)
{
    return {.device = device, .action = action, .bytes = bytes, .timeNs = timeNs};
}

/// 300 bytes are held at the end, of 1000 reserved.
MemorySnapshot snapshot()
{
    MemorySnapshot made;
    made.segments = {{.bytes = 1000, .allocatedBytes = 300}};
    made.events = {event("alloc", 500, 10), event("free_requested", 500, 15),
        event("free_completed", 500, 20), event("segment_alloc", 400, 25), event("alloc", 100, 30)};
    return made;
}

} // namespace

TEST(SnapshotMemory, IsPlayedBackFromItsEnd)
{
    const auto memory = memoryOf(snapshot());
    EXPECT_EQ(memory.fact.devicePeakBytes, 700) << "200 were held before the history begins";
    EXPECT_EQ(memory.fact.deviceReservedBytes, 1000);
    const auto& counters = memory.rows.counters;
    EXPECT_THAT(counters.timeNs, ElementsAre(10, 15, 25, 30));
    EXPECT_THAT(counters.value, ElementsAre(700, 200, 1000, 300));
    EXPECT_EQ(memory.rows.names.at(0).text, "device0_allocated_bytes");
    EXPECT_EQ(memory.rows.names.at(1).text, "device0_reserved_bytes");
}

TEST(SnapshotMemory, HasNoPeakWithoutAHistory)
{
    auto bare = snapshot();
    bare.events.clear();
    const auto memory = memoryOf(bare);
    EXPECT_EQ(memory.fact.devicePeakBytes, std::nullopt);
    EXPECT_EQ(memory.fact.deviceReservedBytes, 1000);
    EXPECT_EQ(memory.rows.counters.size(), 0U);
}

TEST(SnapshotMemory, PeaksWhereAHistoryBeginsWithFrees)
{
    MemorySnapshot made;
    made.segments = {{.bytes = 1000, .allocatedBytes = 300}, {.device = 1, .bytes = 50}};
    made.events = {event("free_requested", 500, 10), event("alloc", 20, 20, 1),
        event("free_requested", 20, 30, 1)};
    const auto memory = memoryOf(made);
    EXPECT_EQ(memory.fact.devicePeakBytes, 800);
    EXPECT_THAT(memory.rows.counters.value, ElementsAre(300, 20, 0)) << "each device for itself";
}

TEST(SnapshotMemory, BearsAnyNumbers)
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    MemorySnapshot made;
    made.segments = {{.bytes = most, .allocatedBytes = most}, {.bytes = most, .allocatedBytes = 9}};
    for (const auto bytes : {most, least, std::int64_t {0}})
        for (const auto* action : {"alloc", "free_completed", "segment_alloc", "segment_free"})
            made.events.push_back(event(action, bytes, 1));
    EXPECT_GE(memoryOf(made).fact.devicePeakBytes, 0);
}

TEST(ImportedMemory, IsThatOfTheDeviceThatHeldMost)
{
    TraceRows rows;
    rows.names = {{1, "device0_allocated_bytes"}, {2, "device1_allocated_bytes"},
        {3, "device1_reserved_bytes"}, {4, "host_allocated_bytes"}, {5, "power_watts"}};
    rows.counters.series = {1, 2, 2, 3, 4, 5, 2};
    rows.counters.value = {5, 9, 7, 20, 3, 1e9, -1};
    rows.counters.timeNs = {1, 2, 3, 4, 5, 6, 7};
    const auto fact = memoryFactOf(rows);
    ASSERT_TRUE(fact);
    EXPECT_EQ(fact->devicePeakBytes, 9);
    EXPECT_EQ(fact->deviceReservedBytes, 20);
    EXPECT_EQ(fact->hostAllocatorPeakBytes, 3);
    EXPECT_FALSE(memoryFactOf({}));
}

TEST(ImportedMemory, OfATraceIsNotMixedWithThatOfASnapshot)
{
    TraceRows rows;
    rows.names = {{3, "device0_allocated_bytes"}};
    rows.counters = {.timeNs = {5}, .series = {3}, .value = {1}};
    addReadings(rows, memoryOf(snapshot()).rows);
    EXPECT_THAT(rows.counters.value, ElementsAre(1, 1000)) << "reserved bytes are new";
}

TEST(ImportedMemory, OfASnapshotIsOneFactAndReadingsOfTheTrace)
{
    ImportedTrace trace;
    trace.rows.names = {{7, "gemm"}};
    std::vector<ImportedVariant> variants(1);
    variants[0] = {.name = "eager", .traces = {trace}, .snapshots = {memoryOf(snapshot())}};
    const auto imported = importedComparison(std::move(variants));
    int facts = 0;
    for (const auto& process : imported.data.processes)
        facts += static_cast<int>(process.memory.size());
    EXPECT_EQ(facts, 1);
    ASSERT_EQ(imported.traces.size(), 1U);
    const auto& rows = imported.traces.begin()->second;
    EXPECT_EQ(rows.counters.size(), 4U);
    EXPECT_THAT(rows.counters.series, ElementsAre(8, 8, 9, 8)) << "ids of its own";
}
