// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/load_rates.h"

#include "profiler/model/plan.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace profiler {
namespace {

/// docs/development/measurement.md, Throughput and load.
constexpr std::array parts {0.3, 0.5, 0.7, 0.85, 0.95, 1.1};
constexpr double partsOfFastestFrom = 0.7;
constexpr double alike = 1.04; ///< two rates so close are one
constexpr double farAbove = 1.15;

/// Three digits.
double rounded(double rate)
{
    const double unit = std::pow(10.0, std::floor(std::log10(rate)) - 2);
    return std::round(rate / unit) * unit;
}

std::vector<double> chosen(std::span<const double> capacities)
{
    const auto [slowest, fastest] = std::ranges::minmax_element(capacities);
    std::vector<double> rates;
    rates.reserve(2 * parts.size());
    for (const auto part : parts)
        rates.push_back(rounded(part * *slowest));
    for (const auto part : parts)
        if (part >= partsOfFastestFrom)
            rates.push_back(rounded(part * *fastest));
    std::ranges::sort(rates);
    std::vector<double> apart;
    for (const auto rate : rates)
        if (apart.empty() || rate > apart.back() * alike)
            apart.push_back(rate);
    return apart;
}

} // namespace

std::vector<double> ratesToOffer(
    const LoadPlan& plan, std::span<const double> capacities, double replayRate)
{
    if (!plan.rates.empty()) {
        auto rates = plan.rates;
        std::ranges::sort(rates);
        return rates;
    }
    if (plan.arrivals == Arrivals::Replay)
        return {replayRate};
    return capacities.empty() ? std::vector<double> {} : chosen(capacities);
}

void addRates(std::vector<double>& rates, const std::vector<double>& more)
{
    const auto known = rates;
    for (const auto rate : more) {
        const auto isNear
            = [rate](double other) { return rate < other * alike && other < rate * alike; };
        if (std::ranges::none_of(known, isNear))
            rates.push_back(rate);
    }
}

bool isWorthOffering(const LoadPlan& plan, double rate, double capacity)
{
    return !plan.rates.empty() || plan.arrivals == Arrivals::Replay || rate <= farAbove * capacity;
}

} // namespace profiler
