// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

inline constexpr std::array memoryPhases {
    MemoryPhase::Build, MemoryPhase::Compile, MemoryPhase::WarmUp, MemoryPhase::Steady};

/// Median, smallest and largest over the finished cold processes.
struct MemoryFigure {
    std::int64_t bytes = 0;
    std::int64_t low = 0;
    std::int64_t high = 0;
    int processes = 0;
};

/// The peaks of one phase. `host` is the process with the compilers it started, as judged.
struct PhaseMemory {
    MemoryPhase phase = MemoryPhase::Steady;
    Measured<MemoryFigure> host = missing("not recorded");
    Measured<MemoryFigure> children = missing("not recorded"); ///< the part of `host` in children
    Measured<MemoryFigure> hostAllocator = missing("not recorded");
    Measured<MemoryFigure> device = missing("not recorded"); ///< allocated
    Measured<MemoryFigure> reserved = missing("not recorded"); ///< by the device's allocator
};

/// Peak of steady calls, variant minus baseline.
struct MemoryDifference {
    std::int64_t bytes = 0;
    std::optional<std::int64_t> low; ///< nothing with one process on a side
    std::optional<std::int64_t> high;
};

struct MemoryRow {
    int variant = 0;
    std::string name;
    std::array<PhaseMemory, memoryPhases.size()> phases; ///< by memoryPhases
    Measured<MemoryDifference> difference = missing("not recorded"); ///< device, else host
    Verdict verdict = Verdict::NotEnoughData; ///< faster = needs less
    std::optional<LimitResult> limit;
};

/// One row for each variant of the case.
[[nodiscard]] std::vector<MemoryRow> memoryRows(
    const ComparisonData& data, const CaseResult& caseResult);

/// Was memory of a device recorded? Else the host's decides.
[[nodiscard]] bool hasDeviceMemory(const std::vector<MemoryRow>& rows);

} // namespace profiler
