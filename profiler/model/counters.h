// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"
#include "profiler/model/trace_rows.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What the machine and its devices were doing while a stretch of a recording ran: clocks, power,
/// use, pressure. The recorder reads them in its own process, never a worker.
namespace profiler {

enum class MonitorSource {
    Host, ///< /proc and /sys
    Device, ///< NVML
};

struct MonitorStart {
    MonitorSource source = MonitorSource::Host;
    std::string device; ///< "cpu", or the UUID of a GPU
    std::optional<int> repetition; ///< nullopt: while calls were traced
    UtcTime started;

    bool operator==(const MonitorStart&) const = default;
};

/// Readings of any length; ids of names hold within one monitor, and come before their rows.
struct CounterPiece {
    TraceNames names;
    CounterColumns rows;
    std::map<std::string, std::string> missing; ///< series → why it is not there
};

/// What is kept beside the rows.
struct MonitorSummary {
    MonitorStart start;
    std::vector<std::string> series; ///< those with readings, by id
    std::map<std::string, std::string> missing;
    std::int64_t rows = 0;

    bool operator==(const MonitorSummary&) const = default;
};

/// The rows of one monitor, whole.
struct MonitorRows {
    TraceNames names;
    CounterColumns rows;

    bool operator==(const MonitorRows&) const = default;
};

} // namespace profiler
