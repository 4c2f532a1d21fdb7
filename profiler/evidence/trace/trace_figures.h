// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct TraceCall;
struct TraceRows;

struct CountedTime {
    std::int64_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t unionNs = 0; ///< overlapping ones count once

    bool operator==(const CountedTime&) const = default;
};

struct StreamBusy {
    int device = 0;
    int stream = 0;
    std::int64_t busyNs = 0;

    bool operator==(const StreamBusy&) const = default;
};

/// From the start of an API call to the first start on the device that it caused.
struct LaunchDelay {
    std::int64_t n = 0;
    std::int64_t minNs = 0;
    std::int64_t p50Ns = 0;
    std::int64_t p95Ns = 0;
    std::int64_t maxNs = 0;

    bool operator==(const LaunchDelay&) const = default;
};

/// What the devices did in a trace. Busy is the union over all streams, never their sum.
struct DeviceFigures {
    CountedTime kernels;
    CountedTime memcpys;
    CountedTime memsets;
    std::int64_t busyNs = 0;
    std::int64_t spanNs = 0; ///< first start to last end
    std::int64_t idleNs = 0; ///< of the span
    std::vector<std::int64_t> gapsNs; ///< between busy spans, in their order
    std::vector<StreamBusy> streams; ///< by device and stream
    std::optional<LaunchDelay> launchDelay; ///< nullopt: no launch was recorded
};

/// nullopt: nothing ran on a device.
[[nodiscard]] std::optional<DeviceFigures> deviceFigures(const TraceRows& rows);

/// One traced call.
struct TracedCall {
    std::string name; ///< of a range that is exactly as long: "ProfilerStep#3"; else "call 3"
    std::int64_t durationNs = 0;
    std::int64_t operatorNs = 0; ///< while an operator or a compiled kernel ran on some thread
    std::int64_t busyNs = 0; ///< while a device was busy

    bool operator==(const TracedCall&) const = default;
};

[[nodiscard]] std::vector<TracedCall> tracedCalls(
    const std::vector<TraceCall>& calls, const TraceRows& rows);

} // namespace profiler
