// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

#include <vector>

namespace tests {

/// What a recorder keeps beside these rows of operators and kernels; complete and ended.
[[nodiscard]] profiler::TraceSummary summaryOf(
    const profiler::TraceRows& rows, const std::vector<profiler::TraceCall>& calls);

} // namespace tests
