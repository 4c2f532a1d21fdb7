// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/timeline/timeline_lane.h"
#include "profiler/evidence/timeline/timeline_states.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace profiler {

struct BusySource {
    const TimelineLane* lane = nullptr;
    std::optional<WorkKind> work; ///< of all its events; nullopt: their kind tells it
};

/// The union over all lanes: while several work the class named first in WorkKind counts, as in
/// DeviceCall. Idle times have no cause yet. Many events are shared by the processor's cores.
[[nodiscard]] DeviceStates deviceStates(const std::vector<BusySource>& sources);

/// The same, found in so many pieces of time (at least 1), each on a thread of its own.
[[nodiscard]] DeviceStates deviceStates(const std::vector<BusySource>& sources, std::size_t pieces);

} // namespace profiler
