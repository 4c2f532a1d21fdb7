// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/lanes.h"

#include <optional>
#include <vector>

namespace profiler {

/// Theil-Sen slope of block medians over time in % a minute, median over repetitions; only where it
/// is worth showing: above 1 % a minute, and of one direction in all repetitions beyond chance.
[[nodiscard]] std::optional<double> driftOf(const std::vector<Lane>& steady);

} // namespace profiler
