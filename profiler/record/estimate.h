// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <cstdint>

namespace profiler {

struct Plan;

struct PlanEstimate {
    nanoseconds low {};
    nanoseconds high {};
    nanoseconds firstResult {}; ///< until the provisional verdict (at effort look the end), middle
                                ///< of low and high
    std::int64_t diskBytes = 0; ///< of the database
    int processes = 0;
    // Where the time goes, each the middle of its range.
    nanoseconds cold {}; ///< cold processes: compiling; at effort look all of them
    nanoseconds rounds {}; ///< paired repetitions
    nanoseconds check {}; ///< comparison of the results
    nanoseconds trace {}; ///< a few traced calls of each variant
    nanoseconds load {}; ///< requests at given rates
};

/// Of the requests at given rates, with the starts of their processes.
[[nodiscard]] nanoseconds loadTime(const Plan& plan);

/// What a plan costs before anything is known of the model: tens of seconds for each compiled
/// variant and cold process, 10 to 20 s for a lane and repetition (docs/development/measurement.md,
/// Protocol). A recording corrects it from its own processes.
[[nodiscard]] PlanEstimate estimatePlan(const Plan& plan);

} // namespace profiler
