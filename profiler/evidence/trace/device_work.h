// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/trace/work_kind.h"
#include "profiler/statistics/busy_spans.h"

#include <cstdint>
#include <vector>

namespace profiler {

struct TraceRows;

/// A kernel, copy or fill on a device.
struct DeviceWork {
    TimeSpan span;
    WorkKind kind = WorkKind::Copy;
    std::int32_t name = 0; ///< id of a TraceName; of a copy its kind
    std::int32_t correlation = 0;
    std::uint8_t device = 0;
    std::int32_t context = 0;
    std::int32_t stream = 0;
    bool isKernel = false;
    bool inGraph = false;
};

/// By the flags of a row: without a start or an end it tells nothing of time.
[[nodiscard]] bool isTimed(std::uint8_t flags);

/// Kernels in their order, then copies. Without those whose times the driver did not give.
[[nodiscard]] std::vector<DeviceWork> deviceWork(const TraceRows& rows);

} // namespace profiler
