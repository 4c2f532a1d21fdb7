// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace profiler {

enum class MemoryPhase { Build, Compile, WarmUp, Steady };

struct MemoryFact {
    MemoryPhase phase = MemoryPhase::Steady;
    std::optional<int> caseIndex;
    std::optional<std::int64_t> hostPeakBytes; ///< VmHWM, reset at the phase's start
    std::optional<std::int64_t> childrenPeakBytes; ///< sum of PSS, sampled
    std::optional<std::int64_t> devicePeakBytes; ///< allocator peak, reset at the phase's start
    std::optional<std::int64_t> deviceReservedBytes;
    std::optional<std::int64_t> hostAllocatorPeakBytes;

    bool operator==(const MemoryFact&) const = default;
};

} // namespace profiler
