// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/reason.h"

#include <optional>
#include <vector>

namespace profiler {

struct ComparisonData;
struct GraphBreak;

/// Distinct places (file, line, id) at which a call of this case broke.
[[nodiscard]] Measured<int> graphBreakCount(const ComparisonData& data, int variant, int caseIndex);

/// Compilations after the first one of the same function that this case's calls caused, cases in
/// the order given, in the cold process with an empty cache.
[[nodiscard]] Measured<int> recompileCount(const ComparisonData& data, int variant, int caseIndex);

/// Breaks of one variant, one entry for each (file, line, id), most passes first; those of one
/// case, or of all.
[[nodiscard]] std::vector<GraphBreak> graphBreaks(
    const ComparisonData& data, int variant, std::optional<int> caseIndex);

} // namespace profiler
