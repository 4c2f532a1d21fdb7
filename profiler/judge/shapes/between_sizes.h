// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/shapes/shape_series.h"

#include <cstddef>
#include <optional>
#include <vector>

/// What is read off between measured sizes: how far that is from a measurement, and which sizes to
/// measure so that it comes near.
namespace profiler {

struct Case;

/// A measured size, and what the line between its neighbours says of it.
struct LeftOutSize {
    int variant = 0;
    std::size_t axis = 0;
    std::vector<std::int64_t> sizes;
    std::int64_t below = 0; ///< neighbours along the axis
    std::int64_t above = 0;
    double measuredNs = 0;
    double readOffNs = 0;
    double halfWidthNs = 0; ///< of the measured one's interval; 0 = unknown

    /// Of the measured time.
    [[nodiscard]] double errorRatio() const;
};

/// Each inner size of each line of the grid, left out once; those that ran eager are in none.
[[nodiscard]] std::vector<LeftOutSize> leftOutSizes(const ShapeSeries& series);

/// The one with the largest error; nullopt where no size lies between two others.
[[nodiscard]] std::optional<LeftOutSize> worstLeftOut(const ShapeSeries& series);

/// A bend: a size left out is further than this off the line, and than its interval is wide.
inline constexpr double bendRatio = 0.1;

/// Of the cases of a sweep those that are measured first: five of each size's values, the smallest
/// and the largest among them.
[[nodiscard]] std::vector<Case> firstCases(const std::vector<Case>& sweep);

/// Those of a sweep to measure next, where the series is of the `measured` ones: in the middle of
/// the gaps on both sides of each bend. Empty: every measured size lies near the line between its
/// neighbours, or no other is between them.
[[nodiscard]] std::vector<Case> casesAtBends(
    const ShapeSeries& series, const std::vector<Case>& measured, const std::vector<Case>& sweep);

} // namespace profiler
