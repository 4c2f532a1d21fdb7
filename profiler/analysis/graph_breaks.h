// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/comparison_result.h"

namespace profiler {

/// Distinct places (file, line, id) at which a call of this case broke.
[[nodiscard]] Measured<int> graphBreakCount(const ComparisonData& data, int variant, int caseIndex);

/// Compilations after the first one of the same function that this case's calls caused, cases in
/// the order given, in the cold process with an empty cache.
[[nodiscard]] Measured<int> recompileCount(const ComparisonData& data, int variant, int caseIndex);

} // namespace profiler
