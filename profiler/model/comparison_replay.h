// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/model/result.h"

#include <functional>
#include <map>
#include <vector>

namespace profiler {

class RecordSink;
struct ComparisonData;
struct MonitorRows;
struct TraceRows;

/// The rows of a trace, which ComparisonData does not hold; the process is its place there.
using TraceRowsOf = std::function<Result<TraceRows>(TraceIndex)>;

/// The readings of a monitor, likewise.
using MonitorRowsOf = std::function<Result<MonitorRows>(MonitorIndex)>;

/// Of rows in memory, which must outlive it.
[[nodiscard]] TraceRowsOf rowsFrom(const std::map<TraceIndex, TraceRows>& traces);
[[nodiscard]] MonitorRowsOf countersFrom(const std::vector<MonitorRows>& monitors);

/// Gives the facts of a comparison to a sink in which it has begun, as a recorder would: its
/// processes, monitors, notices and sources. Ends with the first one that is refused, and says why.
/// A trace or monitor whose rows cannot be had is given without them.
[[nodiscard]] Result<void> replayInto(const ComparisonData& data, RecordSink& sink,
    const TraceRowsOf& rowsOf = {}, const MonitorRowsOf& countersOf = {});

} // namespace profiler
