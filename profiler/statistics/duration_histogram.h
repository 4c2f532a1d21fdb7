// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace profiler {

/// How long one thing took, time and again.
struct DurationCounts {
    std::vector<std::int64_t> counts; ///< by bin
    std::int64_t all = 0;
    double medianNs = 0;
};

/// Durations of two sides in the same bins.
struct DurationHistogram {
    /// One more than there are bins, ascending; empty: no side has any duration.
    std::vector<double> edgesNs;
    bool logarithmic = false; ///< bins are equally wide as ratios, else in time
    std::array<std::optional<DurationCounts>, 2> sides; ///< nullopt: that side has none

    [[nodiscard]] std::size_t bins() const { return edgesNs.empty() ? 0 : edgesNs.size() - 1; }
};

/// Both ascending, ns, not below 0. Bins are logarithmic where the longest took over ten times as
/// long as the shortest; no duration is left out.
[[nodiscard]] DurationHistogram durationHistogram(
    std::span<const std::int64_t> baseline, std::span<const std::int64_t> variant);

} // namespace profiler
