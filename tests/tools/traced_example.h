// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_replay.h"
#include "profiler/model/counters.h"

#include <map>
#include <vector>

namespace profiler {
struct ComparisonData;
} // namespace profiler

namespace tests {

/// What a comparison does not hold itself.
struct Bulk {
    std::map<profiler::TraceIndex, profiler::TraceRows> traces;
    std::vector<profiler::MonitorRows> monitors; ///< by index

    [[nodiscard]] profiler::TraceRowsOf rowsOf() const;
    [[nodiscard]] profiler::MonitorRowsOf countersOf() const;
};

/// Adds to each of the first two variants a trace process, and a monitor: something in every table
/// and column that traces have.
[[nodiscard]] Bulk addTraces(profiler::ComparisonData& data);

} // namespace tests
