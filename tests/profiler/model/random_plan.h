// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>

namespace profiler {
struct Plan;
}

/// A plan with every field set to something at random, valid or not: for round trips.
[[nodiscard]] profiler::Plan randomPlan(std::mt19937_64& random);
