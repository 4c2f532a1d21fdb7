// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/gate/gate.h"

#include <vector>

namespace profiler {

struct ComparisonResult;

/// The plan's limits, of all variants but a baseline that others are compared with.
[[nodiscard]] std::vector<GateCheck> limitChecks(const ComparisonResult& judged);

} // namespace profiler
