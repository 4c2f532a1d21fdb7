// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/memory_snapshot/memory_snapshot_reader.h"
#include "profiler/model/facts/memory_fact.h"

#include <optional>
#include <vector>

/// What imported files tell of memory.
namespace profiler {

/// The peaks of a trace's readings of allocators; of several devices, of the one that held most.
/// nullopt: it has no such readings.
[[nodiscard]] std::optional<MemoryFact> memoryFactOf(const TraceRows& rows);

/// A snapshot as readings over time and as the peaks of its history.
struct SnapshotMemory {
    TraceRows rows; ///< names and counters alone; empty: its events have no times
    MemoryFact fact; ///< without a history no peak is known
    std::vector<ReadLoss> losses;
};

/// The history is played back from what the allocator held at its end: it may have been cut at its
/// begin.
[[nodiscard]] SnapshotMemory memoryOf(const MemorySnapshot& snapshot);

/// Adds the readings of one to the rows of another, without series that are there already.
void addReadings(TraceRows& rows, const TraceRows& readings);

} // namespace profiler
