// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/timeline/timeline_tracks.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace profiler {

/// Of events that touch a range, cut at its edges.
struct RangeTime {
    std::int64_t count = 0;
    std::int64_t ns = 0; ///< their sum: what overlaps counts for each

    bool operator==(const RangeTime&) const = default;
};

struct RangeName {
    std::uint32_t name = 0; ///< index into TimelineNames
    WorkKind kind = WorkKind::Elementwise;
    RangeTime time;

    bool operator==(const RangeName&) const = default;
};

/// What was run in a selected range; TimelineTracks::device tells for how long devices were busy.
struct RangeFigures {
    std::array<RangeTime, workKinds.size()> kernels; ///< by class
    RangeTime copies; ///< fills too
    std::int64_t launches = 0;
    std::vector<RangeName> names; ///< of kernels, by time, longest first

    [[nodiscard]] std::int64_t kernelCount() const;
};

/// With the `mostNames` kernels that took longest. Looks at every kernel of the range.
[[nodiscard]] RangeFigures rangeFigures(
    const TimelineTracks& tracks, TimeSpan range, std::size_t mostNames);

} // namespace profiler
