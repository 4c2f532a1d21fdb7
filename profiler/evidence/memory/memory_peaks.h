// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

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

} // namespace profiler
