// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace profiler {

/// Gaussian kernel density with Silverman's bandwidth: h = 0.9 min(sd, IQR/1.34) n^(-1/5).
class KernelDensity {
public:
    /// Of sorted values, not all the same. Many values are first gathered in cells an eighth of a
    /// bandwidth wide, so that a million calls cost no more than a few thousand.
    explicit KernelDensity(std::span<const double> sorted);

    [[nodiscard]] double bandwidth() const { return m_bandwidth; }

    [[nodiscard]] double at(double place) const;

private:
    struct Cell {
        double centre = 0;
        double count = 0;
    };

    double m_bandwidth = 1;
    double m_total = 0;
    std::vector<Cell> m_cells; ///< by centre
};

} // namespace profiler
