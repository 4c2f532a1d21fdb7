// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

#include <vector>

namespace profiler {

/// Where compiled code costs more than it saves though nothing broke, from the traces of a case on
/// the CPU: a library operator that became generated kernels which take longer, and graphs of one
/// operator that are mostly their own wrapper.
[[nodiscard]] std::vector<Finding> compiledWorkFindings(
    const ComparisonData& data, const VariantResult& variant, const CaseResult& inCase);

} // namespace profiler
