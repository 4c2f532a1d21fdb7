// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/reason.h"

#include <vector>

namespace profiler {

struct ComparisonData;
struct LimitResult;
struct Limits;
struct Plan;
struct VariantResult;

/// The case's limits: its own where it has some, else the goal's.
[[nodiscard]] Limits limitsOf(const Plan& plan, const std::string& caseName);

/// Peak memory of the device where there is one, else of the host.
[[nodiscard]] Measured<double> decidingPeak(const VariantResult& variant);

/// Each limit met or missed by a variant whose own figures are filled in. A limit whose value is
/// missing is not met, and says why.
[[nodiscard]] std::vector<LimitResult> limitResults(
    const ComparisonData& data, int caseIndex, const VariantResult& variant);

} // namespace profiler
