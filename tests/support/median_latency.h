// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/variant_result.h"

namespace profiler {

/// Only the median of a call is known.
[[nodiscard]] inline LatencySummary medianLatency(double ns)
{
    LatencySummary latency;
    latency.at(medianPercentile).ns = ns;
    return latency;
}

} // namespace profiler
