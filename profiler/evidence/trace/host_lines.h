// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/interval.h"

#include <cstdint>
#include <string>
#include <vector>

namespace profiler {

struct TraceRows;
struct TraceSummary;

/// A line of Python at which samples of the host's stack stood.
struct HostLine {
    std::string file; ///< empty: code without a file, as a compiled graph
    int line = 0;
    std::string function;
    std::int64_t samples = 0;
    Interval share; ///< of all samples; 95 %, Wilson's score: as if they were independent
    double perCallNs = 0; ///< that share of the median call
};

struct HostLines {
    std::int64_t samples = 0;
    double callNs = 0; ///< median of the calls that were sampled
    std::vector<HostLine> lines; ///< most samples first; of equal ones by place
};

/// Of a trace with pass Lines. A line that holds the interpreter's lock long is seen at the line
/// after which it lets go.
[[nodiscard]] HostLines hostLines(const TraceSummary& trace, const TraceRows& rows);

} // namespace profiler
