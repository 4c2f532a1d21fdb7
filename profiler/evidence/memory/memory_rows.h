// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/variant_result.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct CaseResult;
struct ComparisonData;

inline constexpr std::array memoryPhases {
    MemoryPhase::Build, MemoryPhase::Compile, MemoryPhase::WarmUp, MemoryPhase::Steady};

/// Median over the finished cold processes of the peak in that phase; host peaks while compiling
/// include the children.
[[nodiscard]] MemoryPeaks memoryPeaks(
    const ComparisonData& data, int variant, int caseIndex, MemoryPhase phase);

/// Baseline peak / variant peak of steady calls, above 1 = needs less; nothing with one process on
/// a side.
[[nodiscard]] std::optional<Interval> memoryRatio(
    const ComparisonData& data, int variant, int caseIndex);

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
    Measured<MemoryFigure> host = missing(ReasonKind::NotRecorded);
    Measured<MemoryFigure> children
        = missing(ReasonKind::NotRecorded); ///< the part of `host` in children
    Measured<MemoryFigure> hostAllocator = missing(ReasonKind::NotRecorded);
    Measured<MemoryFigure> device = missing(ReasonKind::NotRecorded); ///< allocated
    Measured<MemoryFigure> reserved
        = missing(ReasonKind::NotRecorded); ///< by the device's allocator
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
    Measured<MemoryDifference> difference = missing(ReasonKind::NotRecorded); ///< device, else host
    Verdict verdict = Verdict::NotEnoughData; ///< faster = needs less
    std::optional<LimitResult> limit;
};

/// One row for each variant of the case.
[[nodiscard]] std::vector<MemoryRow> memoryRows(
    const ComparisonData& data, const CaseResult& caseResult);

/// Was memory of a device recorded? Else the host's decides.
[[nodiscard]] bool hasDeviceMemory(const std::vector<MemoryRow>& rows);

} // namespace profiler
