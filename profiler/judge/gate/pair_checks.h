// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/gate/gate.h"

#include <string>
#include <vector>

namespace profiler {

struct ComparisonData;
struct ComparisonResult;

/// Time and memory of a pair recorded in lock step: variant 0 is what it was, variant 1 what it is.
/// `variant` is the name it is shown by.
[[nodiscard]] std::vector<GateCheck> pairChecks(const ComparisonData& data,
    const ComparisonResult& judged, const std::string& variant, double maxRegression);

} // namespace profiler
