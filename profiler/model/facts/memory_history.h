// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Memory over one traced call. Times are CLOCK_REALTIME in nanoseconds, as in its trace.
namespace profiler {

/// What a block of memory holds, told by who has it: before the call, or when it ended.
enum class MemoryPart {
    Weights, ///< parameters and buffers
    Gradients,
    OptimizerState,
    Inputs,
    Held, ///< before the call, by none of these: earlier results, workspaces
    Results, ///< made by the call and there when it ended
    Activations, ///< made by the call and freed in it: also what lives for one operator
};

struct PartBytes {
    MemoryPart part = MemoryPart::Held;
    std::int64_t bytes = 0; ///< at the peak

    bool operator==(const PartBytes&) const = default;
};

/// One that the call made and that was there at the peak. What ran when it was made is empty where
/// the trace does not tell.
struct MemoryBlock {
    std::int64_t madeNs = 0;
    std::int64_t bytes = 0;
    std::int32_t thread = 0; ///< gettid
    MemoryPart part = MemoryPart::Activations;
    std::string name; ///< of the innermost operator or kernel
    std::string module; ///< path in the model
    std::string file; ///< of the user's innermost line
    int line = 0;

    bool operator==(const MemoryBlock&) const = default;
};

inline constexpr std::size_t mostMemoryBlocks = 4'000;
inline constexpr std::size_t mostMemoryReadings = 8'192;

/// Of the device's allocator where the call ran on one, else of torch's allocator of the host.
struct MemoryHistoryFact {
    int caseIndex = 0;
    bool onDevice = false;
    std::int64_t startNs = 0; ///< of the call
    std::int64_t endNs = 0;
    std::int64_t atStartBytes = 0;
    std::int64_t peakBytes = 0;
    std::int64_t peakNs = 0;
    std::optional<std::int64_t> allocatorPeakBytes; ///< as the allocator itself counted it
    std::optional<std::int64_t> reservedBytes; ///< from the device, at the peak
    std::optional<std::int64_t> graphPoolBytes; ///< of those: kept for CUDA graphs, and not in use
    std::int64_t outsideBytes = 0; ///< of weights and the rest: not made by this allocator (mapped)
    std::int64_t smallBlocks = 0; ///< made by the call, there at the peak, too many to be listed
    std::int64_t smallBytes = 0;
    std::int64_t lostEvents = 0; ///< that had no room: then nothing here is whole
    std::vector<PartBytes> parts; ///< add up to the peak
    std::vector<MemoryBlock> blocks; ///< largest first
    std::vector<std::int64_t> timesNs; ///< ascending
    std::vector<std::int64_t> bytes; ///< in use from that time on

    bool operator==(const MemoryHistoryFact&) const = default;
};

} // namespace profiler
