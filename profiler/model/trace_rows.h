// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/span_kind.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

/// The bulk of a trace: rows of columns, and what they name by id.
namespace profiler {

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

/// When something ended, at most the last moment that can be told: columns may hold any bits.
[[nodiscard]] inline std::int64_t endOf(std::int64_t startNs, std::int64_t durationNs)
{
    std::int64_t end = 0;
    if (!__builtin_add_overflow(startNs, durationNs, &end))
        return end;
    return startNs < 0 ? std::numeric_limits<std::int64_t>::min()
                       : std::numeric_limits<std::int64_t>::max();
}

} // namespace profiler
