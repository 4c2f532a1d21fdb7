// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

/// What a device lost between the compiled graphs of a call.
namespace profiler {

struct GraphWindow;
struct Plan;
struct TraceRows;

/// Who pays for the time between two graphs. On a device the host's gap may hide behind kernels
/// that still run, or hold the wait of `.item()` for them: what the device stood idle is lost.
enum class CostSide { Host, Device };

[[nodiscard]] CostSide costSideOf(const Plan& plan);

/// Runs of graphs as the host saw them, in order → those whose gaps are what the device stood idle
/// within the host's: each but the last of a call ends as much later as the device worked in the
/// gap behind it. Kernels, copies and fills of all streams count, each moment once. Empty: nothing
/// ran on a device.
[[nodiscard]] std::vector<GraphWindow> windowsOnDevice(
    std::vector<GraphWindow> windows, const TraceRows& rows);

} // namespace profiler
