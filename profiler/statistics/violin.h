// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace profiler {

enum class ValueAxis { Linear, Log };

struct ViolinPoint {
    double value = 0;
    double width = 0; ///< density there / highest density
};

/// The shape of a distribution: Gaussian kernel with Silverman's bandwidth, cut at the smallest and
/// the largest value. On a logarithmic axis the density is that of the logarithms.
struct Violin {
    std::int64_t count = 0;
    double min = 0;
    double q1 = 0;
    double median = 0;
    double q3 = 0;
    double max = 0;
    std::optional<double> p99;
    std::vector<ViolinPoint> outline; ///< by value; empty when there are fewer than two values
};

/// Cost does not grow with the tail: points lie where the density is, a few in the rest.
[[nodiscard]] Violin violinOf(
    std::vector<double> values, ValueAxis axis = ValueAxis::Linear, std::size_t points = 160);

} // namespace profiler
