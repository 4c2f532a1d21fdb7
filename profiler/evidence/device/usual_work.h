// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/device_call.h"

#include <vector>

namespace profiler {

struct TraceCall;
struct TraceRows;

/// Of calls whose kernels are not known one by one.
[[nodiscard]] UsualWork usualWork(const std::vector<DeviceCall>& onDevice);

/// `onDevice` is what deviceCalls() makes of the same; empty: nothing ran on a device within the
/// calls. Any order of rows will do.
[[nodiscard]] UsualWork usualWork(const std::vector<TraceCall>& calls, const TraceRows& rows,
    const std::vector<DeviceCall>& onDevice);

} // namespace profiler
