// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/comparison_result.h"

#include <optional>

namespace profiler {

/// Why an imported file tells no reading.
inline constexpr auto notInThisFile = "not in this file";

/// Median over the finished cold processes of the peak in that phase; host peaks while compiling
/// include the children.
[[nodiscard]] MemoryPeaks memoryPeaks(
    const ComparisonData& data, int variant, int caseIndex, MemoryPhase phase);

/// Baseline peak / variant peak of steady calls, above 1 = needs less; nothing with one process on
/// a side.
[[nodiscard]] std::optional<Interval> memoryRatio(
    const ComparisonData& data, int variant, int caseIndex);

/// Verdict table on baseline peak / variant peak of steady calls (device where there is one, else
/// host): faster = needs less. The processes were not measured together, so the interval is
/// Welch's.
[[nodiscard]] Verdict memoryVerdict(const ComparisonData& data, int variant, int caseIndex);

} // namespace profiler
