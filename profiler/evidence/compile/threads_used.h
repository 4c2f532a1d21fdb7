// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/reason.h"

namespace profiler {

/// CPU time / wall time of the timed blocks of a variant in one case: their median.
[[nodiscard]] Measured<double> threadsUsed(const ComparisonData& data, int variant, int caseIndex);

} // namespace profiler
