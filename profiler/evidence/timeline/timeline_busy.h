// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/timeline/timeline_states.h"

#include <optional>
#include <vector>

namespace profiler {

struct TraceCall;

/// States without causes, with causes of idle times. Each call is looked at by itself, as in
/// DeviceCall, so that a range of exactly one call has its figures; what lies between calls as
/// well. Takes much longer than all the rest, so that a page can show the timeline before.
[[nodiscard]] DeviceStates withCauses(
    const DeviceStates& states, const IdleParts& idle, const std::vector<TraceCall>& calls);

/// Of the pieces of idle time that touch each other, as one.
struct IdleTime {
    TimeSpan span;
    std::optional<IdleCause> cause; ///< of most of it; nullopt: not known

    bool operator==(const IdleTime&) const = default;
};

/// The first that begins after `time` and is at least so long; nullopt: none.
[[nodiscard]] std::optional<IdleTime> nextIdleTime(
    const DeviceStates& states, std::int64_t time, std::int64_t atLeastNs);

/// The longest that lie within the range or reach into it, longest first, cut at its edges.
[[nodiscard]] std::vector<IdleTime> longestIdleTimes(
    const DeviceStates& states, TimeSpan range, std::size_t most);

} // namespace profiler
