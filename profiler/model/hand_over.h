// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/record_sink.h"

namespace profiler {

/// Gives the facts of a comparison to a sink in which it has begun, as a recorder would: its
/// processes, notices and sources. Ends with the first one that is refused, and says why.
[[nodiscard]] Result<void> handOver(const ComparisonData& data, RecordSink& sink);

} // namespace profiler
