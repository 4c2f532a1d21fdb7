// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_replay.h"
#include "profiler/model/counters.h"

#include <map>
#include <vector>

namespace recorded_example {

/// A comparison on a GPU as no machine without one can record it: its latencies and counters are
/// made up, its traces are real ones of torch.profiler. Those are of three programs, eager ones on
/// an H100 and a compiled one on an MI300X: names, shapes and times are real, their comparison is
/// not.
struct GpuExample {
    profiler::ComparisonData data;
    std::map<profiler::TraceIndex, profiler::TraceRows> traces;
    std::vector<profiler::MonitorRows> monitors; ///< by index

    [[nodiscard]] profiler::TraceRowsOf rowsOf() const;
    [[nodiscard]] profiler::MonitorRowsOf countersOf() const;
};

[[nodiscard]] GpuExample gpuExample();

} // namespace recorded_example
