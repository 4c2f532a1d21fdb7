// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace profiler {

/// A stretch of a series around one level.
struct Segment {
    std::size_t begin = 0;
    std::size_t end = 0; ///< one past the last
    double mean = 0;
};

struct Segmentation {
    std::vector<Segment> segments; ///< a change point is where the second and later ones begin
    double cost = 0; ///< squared deviations + penalty for each change point
};

/// median|x(t+1)-x(t)| / (0.67448975 sqrt 2): noise of neighbours, blind to slow changes and jumps.
[[nodiscard]] double noiseOfNeighbours(std::span<const double> series);

/// 15 sigma^2 ln n.
[[nodiscard]] double changePointPenalty(double sigma, std::size_t n);

/// The exact optimum (optimal partitioning; the result of PELT) on squared error. A series shorter
/// than the minimum is one segment.
[[nodiscard]] Segmentation segment(
    std::span<const double> series, double penalty, std::size_t minimumSegment);

} // namespace profiler
