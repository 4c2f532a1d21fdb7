// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <cstdint>
#include <optional>

namespace profiler {

/// Python's garbage collector at work within one call of a warm-up; all runs of a generation in
/// one. The collector is off while calls are timed.
struct CollectionFact {
    std::optional<int> caseIndex;
    int block = 0; ///< order of the call's block within its process
    std::int64_t call = 0; ///< of the block, from 0
    UtcTime started; ///< the first of them
    nanoseconds duration {}; ///< of all of them
    int generation = 0;
    std::int64_t runs = 1;

    bool operator==(const CollectionFact&) const = default;
};

} // namespace profiler
