// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/device_call.h"
#include "profiler/model/facts/utc_time.h"
#include "profiler/model/span_kind.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What a few calls of a trace process did. A trace is one pass over one case in one process:
/// its bulk goes to a sink as columns in chunks and is read back the same way; its summary stays
/// with the process. Every time is CLOCK_REALTIME in nanoseconds, the clock of CUPTI's records,
/// so that host and device need no conversion. A trace is never used for latency.
namespace profiler {

/// What a pass watches. Each disturbs the calls in its own way, so they are never mixed.
enum class TracePass {
    Operators, ///< operators and, with a collector, kernels, copies and launches
    Graphs, ///< when each compiled graph ran: what a graph break costs
    Lines, ///< samples of the host's Python stack
};

struct TraceStart {
    int caseIndex = 0;
    TracePass pass = TracePass::Operators;
    UtcTime started;

    bool operator==(const TraceStart&) const = default;
};

/// One measured call under tracing.
struct TraceCall {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0; ///< after the device's synchronise

    bool operator==(const TraceCall&) const = default;
};

/// Without overflow: a file may hold any times.
[[nodiscard]] constexpr std::int64_t durationOf(const TraceCall& call)
{
    return static_cast<std::int64_t>(
        static_cast<std::uint64_t>(call.endNs) - static_cast<std::uint64_t>(call.startNs));
}

/// One run of a compiled graph, in the order they began.
struct GraphWindow {
    int call = 0;
    std::string compileId;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::int64_t inputBytes = 0; ///< outputs of an earlier graph of the call that it takes

    bool operator==(const GraphWindow&) const = default;
};

/// Measured in the process of the windows, to take the method's own cost out of them.
struct GraphConstants {
    std::optional<double> nullGraphNs; ///< what wraps a graph that does nothing
    std::optional<double> wrapperNs; ///< what taking the time of a graph adds
    std::optional<double> bytesPerSecond; ///< of the memory that intermediate results pass

    bool operator==(const GraphConstants&) const = default;
};

struct OperatorStat {
    std::string name;
    SpanKind kind = SpanKind::Operator;
    std::int64_t count = 0;
    std::int64_t totalNs = 0;
    std::int64_t selfNs = 0; ///< without the spans inside it
    double selfPerCallNs = 0; ///< median over the traced calls of what it took in one

    bool operator==(const OperatorStat&) const = default;
};

struct KernelStat {
    std::string name;
    std::int64_t count = 0;
    std::int64_t totalNs = 0;
    std::int64_t minNs = 0;
    std::int64_t maxNs = 0;
    double perCallNs = 0; ///< median over the traced calls of what all of them took in one

    bool operator==(const KernelStat&) const = default;
};

/// What was lost or is doubtful; all zero and no reason = complete.
struct TraceLosses {
    std::int64_t dropped = 0; ///< records that the driver gave up
    std::int64_t refused = 0; ///< buffers that could not be given
    std::int64_t zeroTimestamps = 0;
    std::int64_t negativeDurations = 0;
    std::int64_t launchesWithoutKernel = 0;
    std::int64_t kernelsWithoutLaunch = 0;
    std::int64_t spansLost = 0; ///< beyond the room that was set aside
    std::int64_t clockStepNs = 0; ///< by how much the clock was set meanwhile
    std::vector<std::string> reasons; ///< further ones, each a sentence

    bool operator==(const TraceLosses&) const = default;
};

[[nodiscard]] bool isComplete(const TraceLosses& losses);

/// What is kept of a trace beside its bulk; written when it ends.
struct TraceSummary {
    TraceStart start;
    std::vector<TraceCall> calls;
    std::vector<OperatorStat> operators; ///< by total time, longest first
    std::vector<KernelStat> kernels; ///< by total time, longest first
    std::vector<DeviceCall> deviceCalls; ///< one for each call; empty: nothing ran on a device
    UsualWork usualWork; ///< empty: nothing ran on a device, or it is not known kernel by kernel
    std::int64_t operatorRows = 0;
    std::int64_t kernelRows = 0;
    std::int64_t apiRows = 0;
    std::int64_t copyRows = 0;
    std::vector<GraphWindow> graphs;
    GraphConstants constants;
    TraceLosses losses;
    bool ended = false; ///< false: its process went before it told the rest
    std::string deviceReason; ///< why there are no kernels; empty: they were collected

    bool operator==(const TraceSummary&) const = default;
};

} // namespace profiler
