// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_replay.h"
#include "profiler/model/result.h"
#include "profiler/model/text/text_sink.h"

#include <vector>

namespace profiler {

struct ComparisonData;

/// CSV with a row for each kernel, copy and fill of these traces, by start; times are nanoseconds,
/// `start_ns` CLOCK_REALTIME. An empty cell is not known. Errors: those of `rowsOf`; Unavailable:
/// the sink wanted no more.
[[nodiscard]] Result<void> writeTraceCsv(const ComparisonData& data,
    const std::vector<TraceIndex>& traces, const TraceRowsOf& rowsOf, const TextSink& sink);

} // namespace profiler
