// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/breaks/break_causes.h"
#include "profiler/evidence/timeline/timeline_tracks.h"

#include <cstdint>
#include <vector>

namespace profiler {

struct ProcessRecord;

/// A moment at which a call left a compiled graph, to enter another one later.
struct BreakMark {
    std::int64_t time = 0; ///< the graph's end; of one that calls the other, where that begins
    BreakKey key;

    bool operator==(const BreakMark&) const = default;
};

/// Of all traced calls, by time. Between two graphs that no record names a break for, there is
/// none: they were compiled apart.
[[nodiscard]] std::vector<BreakMark> breakMarks(
    const TimelineTracks& tracks, const ProcessRecord& process);

} // namespace profiler
