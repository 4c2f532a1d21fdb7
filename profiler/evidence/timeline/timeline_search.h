// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/timeline/timeline_spread.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace profiler {

struct TimelineTracks;

/// Where an event lies among lanes.
struct EventPlace {
    std::size_t group = 0;
    std::size_t lane = 0;
    std::size_t index = 0;

    bool operator==(const EventPlace&) const = default;
};

/// The first event of a lane that begins after `time` and has one of the names (see
/// TimelineNames::matching); nullopt: none.
[[nodiscard]] std::optional<std::size_t> nextNamed(
    const TimelineLane& lane, const std::vector<bool>& names, std::int64_t time);

/// The last that begins before it.
[[nodiscard]] std::optional<std::size_t> previousNamed(
    const TimelineLane& lane, const std::vector<bool>& names, std::int64_t time);

/// The next of all lanes; of several that begin at once one is told.
[[nodiscard]] std::optional<EventPlace> nextNamed(
    const std::vector<LaneGroup>& groups, const std::vector<bool>& names, std::int64_t time);

/// The first kernel that was launched within the first run of the module from `time` on, on the
/// thread that it ran on: where two variants are laid over each other. nullopt: the module did not
/// run, or launched nothing that is known, as within a compiled graph.
[[nodiscard]] std::optional<EventPlace> firstKernelOfModule(
    const TimelineTracks& tracks, std::string_view module, std::int64_t time);

/// The launch of a correlation id that began last before `time`: ids come again.
[[nodiscard]] std::optional<EventPlace> launchOf(
    const std::vector<LaneGroup>& launches, std::int32_t correlation, std::int64_t time);

/// The first work of a correlation id from `time` on: what a launch started.
[[nodiscard]] std::optional<EventPlace> workOf(
    const std::vector<LaneGroup>& work, std::int32_t correlation, std::int64_t time);

} // namespace profiler
