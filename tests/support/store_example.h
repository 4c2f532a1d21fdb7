// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/record_sink.h"
#include "profiler/model/result.h"

namespace profiler {
struct ComparisonData;
class RecordSink;
} // namespace profiler

namespace recorded_example {

/// Hands a whole comparison to a sink, as a recorder would. A running one is left open.
[[nodiscard]] profiler::Result<void> storeExample(
    const profiler::ComparisonData& data, profiler::RecordSink& sink);

} // namespace recorded_example
