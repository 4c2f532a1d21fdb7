// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/device/monitor_series.h"

#include <string>
#include <vector>

namespace profiler {

/// Why a GPU ran slower than it could, by NVML's bits of clocks event reasons; idle clocks and the
/// user's own settings are none. Empty: nothing held it back.
[[nodiscard]] std::string clockEventName(std::uint64_t bits);

/// A stretch in which something held the clocks back.
struct ThrottleBand {
    TimeSpan span;
    std::string reason; ///< "power limit"

    bool operator==(const ThrottleBand&) const = default;
};

/// Of the series clock_event_reasons; ascending, of one reason each.
[[nodiscard]] std::vector<ThrottleBand> throttleBands(const CounterSeries& reasons);

struct ThrottleSummary {
    double seconds = 0;
    std::vector<std::string> reasons; ///< each once, in their order
    bool hitTimedBlock = false;
};

[[nodiscard]] ThrottleSummary throttleSummary(
    const std::vector<ThrottleBand>& bands, const std::vector<LaneStretch>& lanes);

} // namespace profiler
