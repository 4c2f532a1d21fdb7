// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/density.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace profiler {

namespace {

double silvermanBandwidth(std::span<const double> sorted)
{
    const double iqr = quantileOfSorted(sorted, 0.75) - quantileOfSorted(sorted, 0.25);
    const double sd = standardDeviation(sorted).value_or(0);
    // More than half of the values alike: the middle half says nothing about the width.
    const double spread = iqr > 0 ? std::min(sd, iqr / 1.34) : sd;
    return 0.9 * spread * std::pow(static_cast<double>(sorted.size()), -0.2);
}

constexpr std::size_t exactUpTo = 4096;
constexpr double cellsPerBandwidth = 8;
constexpr double reach = 9; ///< bandwidths beyond which a value adds less than 1e-17

} // namespace

KernelDensity::KernelDensity(std::span<const double> sorted)
    : m_bandwidth(silvermanBandwidth(sorted))
    , m_total(static_cast<double>(sorted.size()))
{
    if (sorted.size() <= exactUpTo) {
        for (const double value : sorted)
            m_cells.push_back({.centre = value, .count = 1});
        return;
    }
    const double width = m_bandwidth / cellsPerBandwidth;
    double number = -1;
    double sum = 0;
    for (const double value : sorted) {
        const double mine = std::floor((value - sorted.front()) / width);
        if (mine != number || m_cells.empty()) {
            number = mine;
            sum = 0;
            m_cells.emplace_back();
        }
        // The mean of a cell's values is nearer to them than the cell's middle.
        sum += value;
        m_cells.back().count += 1;
        m_cells.back().centre = sum / m_cells.back().count;
    }
}

double KernelDensity::at(double place) const
{
    const auto before = [](const Cell& cell, double value) { return cell.centre < value; };
    auto cell
        = std::lower_bound(m_cells.begin(), m_cells.end(), place - (reach * m_bandwidth), before);
    double sum = 0;
    for (; cell != m_cells.end() && cell->centre <= place + (reach * m_bandwidth); ++cell) {
        const double z = (place - cell->centre) / m_bandwidth;
        sum += cell->count * std::exp(-0.5 * z * z);
    }
    return sum / (m_total * m_bandwidth * std::sqrt(2 * std::numbers::pi));
}

} // namespace profiler
