// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/model/record_sink.h"
#include "profiler/model/result.h"

#include <vector>

namespace profiler {
struct ComparisonData;
struct LogLine;
class RecordSink;
} // namespace profiler

namespace tests {

/// Hands a comparison to a sink in the order a recorder would, with a flush after each block and
/// each line of the log. The first error ends it; the comparison is left to be ended.
[[nodiscard]] profiler::Result<profiler::ComparisonId> replay(const profiler::ComparisonData& data,
    const std::vector<profiler::LogLine>& log, profiler::RecordSink& sink);

} // namespace tests
