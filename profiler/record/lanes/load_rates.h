// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace profiler {

struct LoadPlan;

/// Rates to offer, rising: the plan's; of a replayed trace its own; else parts of what the slowest
/// and the fastest variant can serve, in figures that people can say.
[[nodiscard]] std::vector<double> ratesToOffer(
    const LoadPlan& plan, std::span<const double> capacities, double replayRate);

/// Those of `more` that lie apart from all before; the rates then rise no more.
void addRates(std::vector<double>& rates, const std::vector<double>& more);

/// A rate that was chosen and is far above what a variant can serve tells nothing new of it.
[[nodiscard]] bool isWorthOffering(const LoadPlan& plan, double rate, double capacity);

} // namespace profiler
