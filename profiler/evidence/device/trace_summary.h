// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

#include <vector>

namespace profiler {

/// What is kept beside the rows of operators and kernels of a whole trace; complete and ended.
[[nodiscard]] TraceSummary summaryOf(const TraceRows& rows, const std::vector<TraceCall>& calls);

} // namespace profiler
