// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/reason.h"

namespace profiler {

struct ComparisonData;

/// CPU time / wall time of the timed blocks of a variant in one case: their median.
[[nodiscard]] Measured<double> threadsUsed(const ComparisonData& data, int variant, int caseIndex);

} // namespace profiler
