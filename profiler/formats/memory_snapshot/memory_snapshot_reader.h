// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/file_begin.h"
#include "profiler/formats/source/imported_trace.h"
#include "profiler/formats/source/read_progress.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What torch's CUDA allocator held, and did: a file of torch.cuda.memory._dump_snapshot().
namespace profiler {

struct SnapshotBlock {
    std::int64_t address = 0; ///< the bits of an unsigned one
    std::int64_t bytes = 0;
    std::optional<std::int64_t> requestedBytes; ///< before rounding up
    std::string state; ///< torch's: "active_allocated", "inactive"…
    std::int32_t stack = 0; ///< of MemorySnapshot::stacks; 0 = unknown

    bool operator==(const SnapshotBlock&) const = default;
};

struct MemorySegment {
    int device = 0;
    std::int64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t allocatedBytes = 0;
    std::int64_t stream = 0;
    std::string type; ///< "small", "large"
    std::vector<SnapshotBlock> blocks;

    bool operator==(const MemorySegment&) const = default;
};

struct MemoryEvent {
    int device = 0;
    std::string action; ///< torch's: "alloc", "free_completed", "segment_alloc", "oom"…
    std::int64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t stream = 0;
    std::optional<std::int64_t> timeNs; ///< UTC
    std::int32_t stack = 0;

    bool operator==(const MemoryEvent&) const = default;
};

struct MemorySnapshot {
    std::vector<MemorySegment> segments;
    std::vector<MemoryEvent> events; ///< of each device in their order
    std::vector<SourceFrame> frames;
    std::vector<std::vector<std::int32_t>>
        stacks; ///< indices of frames, innermost first; [0] is empty
    std::vector<ReadLoss> losses;
};

/// A pickle of protocols 2 to 5.
[[nodiscard]] bool isMemorySnapshot(const FileBegin& file);

/// Nothing in the file is executed: it is refused where it holds more than plain data.
/// Errors: not there, beyond 1 GiB, no such snapshot, cancelled.
[[nodiscard]] Result<MemorySnapshot> readMemorySnapshot(
    const std::filesystem::path& file, const ReadProgress& progress = {});

/// `name` stands for the file in sentences.
[[nodiscard]] Result<MemorySnapshot> readMemorySnapshot(
    std::span<const char> bytes, const std::string& name);

} // namespace profiler
