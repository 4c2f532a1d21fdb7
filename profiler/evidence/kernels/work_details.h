// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/work_comparison.h"
#include "profiler/model/trace_rows.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// What the rows of a trace tell of the work of its calls, beyond how long each name takes.
namespace profiler {

struct TraceSummary;

/// Where work of one name was called from.
struct WorkSource {
    std::string operatorName; ///< that launched a kernel; empty: unknown, or the work is one itself
    std::string module; ///< path in the model; empty: unknown
    std::string file; ///< empty: unknown
    int line = 0;
    std::int64_t count = 0; ///< how often it ran, in all traced calls
    double ns = 0; ///< and how long, under tracing

    bool operator==(const WorkSource&) const = default;
};

struct CountedShape {
    LaunchShape shape;
    std::int64_t count = 0;

    bool operator==(const CountedShape&) const = default;
};

/// How much of a kernel one device ran, in all traced calls.
struct WorkOnDevice {
    int device = 0; ///< as the process numbers it
    std::int64_t count = 0;
    double ns = 0; ///< under tracing

    bool operator==(const WorkOnDevice&) const = default;
};

/// Of work of one name in all traced calls.
struct WorkDetail {
    std::vector<WorkSource> sources; ///< longest first; together all that ran
    std::vector<WorkOnDevice> devices; ///< of kernels, by device; together all that ran
    std::vector<CountedShape> shapes; ///< of kernels, most frequent first; empty: not recorded
    /// Ascending; of an operator without what it calls. Kernels to which the driver gave no times
    /// are left out.
    std::vector<std::int64_t> durationsNs;
};

struct WorkDetails {
    std::map<WorkKey, WorkDetail> byKey;
    int calls = 0; ///< that were traced
    int devices = 0; ///< that ran kernels in them

    /// Null: no call ran it.
    [[nodiscard]] const WorkDetail* find(const WorkKey& key) const;
};

/// Kernels where the calls kept a device busy, else operators and compiled kernels: the work of
/// compareWork(). `rows` are those of the trace.
[[nodiscard]] WorkDetails workDetails(const TraceSummary& trace, const TraceRows& rows);

} // namespace profiler
