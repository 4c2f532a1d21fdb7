// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace profiler {

enum class Placement;

/// Memory that a new process can take, within the control group's limit.
[[nodiscard]] std::optional<std::int64_t> freeHostBytes();

/// `pairs` when the lanes together would take more than 85 % of what is free, by the peaks of the
/// cold processes; else what the plan asks for.
[[nodiscard]] Placement placementFor(Placement planned,
    const std::vector<std::int64_t>& peakBytesOfLanes, std::optional<std::int64_t> freeBytes);

} // namespace profiler
