// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/utc_time.h"

#include <cstdint>

namespace profiler {

struct Plan;

struct PlanEstimate {
    nanoseconds low {};
    nanoseconds high {};
    nanoseconds firstResult {}; ///< until the provisional verdict (at effort look the end),
                                ///< geometric mean of low and high
    std::int64_t diskBytes = 0; ///< of the database
    int processes = 0;
    // Where the time goes, each the geometric mean of its range.
    nanoseconds cold {}; ///< cold processes: compiling; at effort look all of them
    nanoseconds rounds {}; ///< paired repetitions
    nanoseconds check {}; ///< comparison of the results
    nanoseconds trace {}; ///< a few traced calls of each variant
    nanoseconds load {}; ///< requests at given rates
};

/// Of the requests at given rates, with the starts of their processes.
[[nodiscard]] nanoseconds loadTime(const Plan& plan);

/// What a plan costs on two idle cores before anything is known of the model: tens of seconds for
/// each compiled variant and cold process, some seconds for a lane and repetition
/// (docs/development/measurement.md, Where the time of a recording goes).
[[nodiscard]] PlanEstimate estimatePlan(const Plan& plan);

/// What one process takes of it.
[[nodiscard]] nanoseconds usualTime(const Plan& plan, ProcessKind kind, int variant);

/// What the calls of a case add to a process, once it is known how long one takes; 0 below 20 ms,
/// which is in `usualTime`.
[[nodiscard]] nanoseconds timeOfCalls(const Plan& plan, ProcessKind kind, nanoseconds call);

/// How many times as long a recording takes beside other programs that keep `load` threads busy: it
/// keeps one core busy nearly all the time itself.
[[nodiscard]] double expectedSlowdown(double load, int cores);

} // namespace profiler
