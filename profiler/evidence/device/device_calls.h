// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace profiler {

struct DeviceCall;
struct TraceCall;
struct TraceRows;
struct TraceSummary;

[[nodiscard]] std::int64_t busyInAllNs(const DeviceCall& call);

/// One for each call, in their order; empty: nothing ran on a device in all of the trace. Any order
/// of rows will do.
[[nodiscard]] std::vector<DeviceCall> deviceCalls(
    const std::vector<TraceCall>& calls, const TraceRows& rows);

/// What is kept beside the rows of operators and kernels of a whole trace; complete and ended.
[[nodiscard]] TraceSummary summaryOf(const TraceRows& rows, const std::vector<TraceCall>& calls);

} // namespace profiler
