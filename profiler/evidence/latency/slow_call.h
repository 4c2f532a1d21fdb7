// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/compile/failed_guard.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts/process_facts.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

namespace profiler {

/// Why a call took much longer than its neighbours.
enum class SlowCause {
    FirstCompile,
    Recompile,
    GraphRecord, ///< of a CUDA graph, for the first time or again
    Collection, ///< Python's garbage collector ran in it
    ClockDrop, ///< the device said so in that block
    SharedDevice, ///< another process had the device in that block
    Contention, ///< other work took the thread's core, or the block was not quiet
    Unexplained,
};
inline constexpr std::size_t slowCauses = 8;

template <>
[[nodiscard]] std::span<const EnumKey<SlowCause>> enumKeys();

/// What torch compiled in a call; where it is several, the one that took longest.
struct CompiledInCall {
    int compiles = 1;
    std::string compileId; ///< empty: nothing tells which it was
    std::string function;
    std::string file; ///< the user's
    int line = 0;
    std::string guard; ///< the expression that failed; of a recompile
    FailedGuard failed;
    std::optional<std::int64_t> entries; ///< of the function in the cache, this one counted
    std::optional<std::int64_t> limit; ///< of them
};

struct RecordedInCall {
    bool again = false; ///< the graph had been recorded before
    std::string compileId;
};

struct CollectedInCall {
    int generation = 0; ///< the oldest
    std::int64_t runs = 0;
};

struct LoweredInBlock {
    std::int64_t reasons = 0; ///< NVML's bits
    std::optional<double> mhz;
    std::optional<double> usualMhz; ///< of the process's other blocks
};

struct SharedInBlock {
    int processes = 0; ///< beside the lanes
};

struct Disturbed {
    std::optional<std::int64_t> switches; ///< involuntary, in this call
    std::optional<double> pressureRatio; ///< of the block; over 1: several tasks waited
    std::optional<double> stealRatio; ///< of the block
};

using SlowEvidence = std::variant<std::monostate, CompiledInCall, RecordedInCall, CollectedInCall,
    LoweredInBlock, SharedInBlock, Disturbed>;

/// A slow call with its one cause.
struct SlowCall {
    int variant = 0;
    int caseIndex = 0;
    ProcessKind kind = ProcessKind::Paired;
    bool again = false; ///< of a second eager lane
    int repetition = 0;
    std::size_t block = 0; ///< index among the process's blocks
    std::size_t call = 0; ///< of the block, from 0
    int round = -1; ///< -1: warm-up
    std::int64_t number = 0; ///< of the case's calls in its process, from 1, warm-up included
    SlowCause cause = SlowCause::Unexplained;
    SlowEvidence evidence;
    double ns = 0;
    std::optional<double> medianNs; ///< of the process's steady calls
    std::optional<double> explainedNs; ///< of what it took above the median, by its cause
    /// It stands for what was compiled in the calls that are discarded before the block.
    bool discarded = false;
    bool leftOut = false; ///< no call of its process is in any figure

    [[nodiscard]] bool isTimed() const { return round >= 0; }

    [[nodiscard]] double overMedianNs() const { return ns - medianNs.value_or(0); }
};

[[nodiscard]] bool isCompile(SlowCause cause);

} // namespace profiler
