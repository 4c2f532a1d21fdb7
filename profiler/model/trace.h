// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/device_call.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/utc_time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
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

/// Numbered from 0 within its process, in the order begun.
struct TraceIndex {
    ProcessIndex process;
    int value = 0;

    auto operator<=>(const TraceIndex&) const = default; // NOLINT(modernize-use-nullptr)
};

struct TraceStart {
    int caseIndex = 0;
    TracePass pass = TracePass::Operators;
    UtcTime started;

    bool operator==(const TraceStart&) const = default;
};

enum class SpanKind : std::uint8_t {
    Operator = 0, ///< an ATen or custom operator
    Region = 1, ///< "Torch-Compiled Region"; its name is the compile id
    Lookup = 2, ///< Dynamo looked for compiled code
    CompiledFunction = 3, ///< AOTAutograd's forward or backward of a graph
    Kernel = 4, ///< an Inductor C++ kernel on the CPU
    Range = 5, ///< the user's own: record_function, NVTX
    Module = 6, ///< forward of a module; its name is the path in the model
    Backward = 7, ///< a node of the autograd graph
};

/// Ranges, modules, regions and lookups are no work of their own: they merely hold some.
[[nodiscard]] constexpr bool isWork(SpanKind kind)
{
    return kind == SpanKind::Operator || kind == SpanKind::Backward || kind == SpanKind::Kernel
        || kind == SpanKind::CompiledFunction;
}

/// Spans on host threads. All columns have one entry a span; spans of one thread nest.
struct OperatorColumns {
    std::vector<std::int64_t> startNs;
    std::vector<std::int64_t> durationNs;
    std::vector<std::int32_t> name; ///< id of a TraceName
    std::vector<std::int32_t> thread; ///< gettid
    std::vector<std::uint8_t> kind; ///< SpanKind
    std::vector<std::int64_t> sequence; ///< links backward to forward; -1 = none
    std::vector<std::int32_t> place; ///< id of a TracePlace; 0 = unknown

    [[nodiscard]] std::size_t size() const { return startNs.size(); }

    bool operator==(const OperatorColumns&) const = default;
};

namespace kernel_flags {
inline constexpr std::uint8_t zeroTimestamp = 1U; ///< the driver gave no start or no end
inline constexpr std::uint8_t negative = 2U; ///< end before start; the duration is stored as 0
inline constexpr std::uint8_t noLaunch = 4U; ///< no API record; its call is known by time alone
} // namespace kernel_flags

/// Kernels on a device.
struct KernelColumns {
    std::vector<std::int64_t> startNs;
    std::vector<std::int64_t> durationNs;
    std::vector<std::int32_t> name; ///< id of a TraceName
    std::vector<std::int32_t> correlation; ///< of the launch; the bits of CUPTI's unsigned id
    std::vector<std::uint8_t> device;
    std::vector<std::int32_t> context;
    std::vector<std::int32_t> stream;
    std::vector<std::int32_t> shape; ///< id of a LaunchShape
    std::vector<std::int32_t> graph; ///< CUDA graph; 0 = none
    std::vector<std::int64_t> node; ///< of that graph; 0 = none
    std::vector<std::uint8_t> flags; ///< kernel_flags

    [[nodiscard]] std::size_t size() const { return startNs.size(); }

    bool operator==(const KernelColumns&) const = default;
};

/// CUDA API calls on host threads: launches, copies, synchronisations, graph work.
struct ApiColumns {
    std::vector<std::int64_t> startNs;
    std::vector<std::int64_t> durationNs;
    std::vector<std::int32_t> name; ///< id of a TraceName: "cudaLaunchKernel"
    std::vector<std::int32_t> thread; ///< gettid
    std::vector<std::int32_t> correlation;
    std::vector<std::int32_t> result; ///< 0 = success

    [[nodiscard]] std::size_t size() const { return startNs.size(); }

    bool operator==(const ApiColumns&) const = default;
};

enum class CopyKind : std::uint8_t {
    Unknown = 0,
    HostToDevice = 1,
    DeviceToHost = 2,
    DeviceToDevice = 3,
    HostToHost = 4,
    PeerToPeer = 5,
    Memset = 6,
};

/// Copies and fills on a device.
struct CopyColumns {
    std::vector<std::int64_t> startNs;
    std::vector<std::int64_t> durationNs;
    std::vector<std::uint8_t> kind; ///< CopyKind
    std::vector<std::int64_t> bytes;
    std::vector<std::int32_t> correlation;
    std::vector<std::uint8_t> device;
    std::vector<std::int32_t> context;
    std::vector<std::int32_t> stream;
    std::vector<std::int32_t> graph;
    std::vector<std::int64_t> node;
    std::vector<std::uint8_t> flags; ///< kernel_flags

    [[nodiscard]] std::size_t size() const { return startNs.size(); }

    bool operator==(const CopyColumns&) const = default;
};

/// Readings over time: clocks, power, utilization. A series is a name with its unit:
/// "sm_clock_mhz", "power_watts", "cpu_busy_ratio".
struct CounterColumns {
    std::vector<std::int64_t> timeNs;
    std::vector<std::int32_t> series; ///< id of a TraceName
    std::vector<double> value;

    [[nodiscard]] std::size_t size() const { return timeNs.size(); }

    bool operator==(const CounterColumns&) const = default;
};

/// A text that is named by its id; ids are unique within a trace.
struct TraceName {
    std::int32_t id = 0;
    std::string text;

    bool operator==(const TraceName&) const = default;
};

using TraceNames = std::vector<TraceName>;

/// Where in the user's code an operator was called.
struct TracePlace {
    std::int32_t id = 0; ///< from 1
    std::string file;
    int line = 0;
    std::string function;
    std::string module; ///< path in the model, "encoder.layers.0"; empty where none runs

    bool operator==(const TracePlace&) const = default;
};

using TracePlaces = std::vector<TracePlace>;

/// How a kernel was launched: thousands of launches share a few.
struct LaunchShape {
    std::int32_t id = 0;
    std::array<std::int64_t, 3> grid {};
    std::array<std::int32_t, 3> block {};
    std::array<std::uint8_t, 3> cluster {};
    std::int32_t registers = 0; ///< a thread
    std::int64_t staticSharedBytes = 0;
    std::int64_t dynamicSharedBytes = 0;
    std::int64_t localBytes = 0; ///< a thread

    bool operator==(const LaunchShape&) const = default;
};

using LaunchShapes = std::vector<LaunchShape>;

/// Any number of rows of one table. Names, places and shapes come before the rows that name them.
using TraceChunk = std::variant<TraceNames, TracePlaces, LaunchShapes, OperatorColumns,
    KernelColumns, ApiColumns, CopyColumns, CounterColumns>;

/// The rows of a trace, whole.
struct TraceRows {
    TraceNames names;
    TracePlaces places;
    LaunchShapes shapes;
    OperatorColumns operators;
    KernelColumns kernels;
    ApiColumns apis;
    CopyColumns copies;
    CounterColumns counters;

    bool operator==(const TraceRows&) const = default;
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

/// When something ended, at most the last moment that can be told: columns may hold any bits.
[[nodiscard]] inline std::int64_t endOf(std::int64_t startNs, std::int64_t durationNs)
{
    std::int64_t end = 0;
    if (!__builtin_add_overflow(startNs, durationNs, &end))
        return end;
    return startNs < 0 ? std::numeric_limits<std::int64_t>::min()
                       : std::numeric_limits<std::int64_t>::max();
}

[[nodiscard]] bool isComplete(const TraceLosses& losses);

/// What is kept of a trace beside its bulk; written when it ends.
struct TraceSummary {
    TraceStart start;
    std::vector<TraceCall> calls;
    std::vector<OperatorStat> operators; ///< by total time, longest first
    std::vector<KernelStat> kernels; ///< by total time, longest first
    std::vector<DeviceCall> deviceCalls; ///< one for each call; empty: nothing ran on a device
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
