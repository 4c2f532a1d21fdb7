// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"

#include <vector>

namespace profiler {

/// Compile facts are counted where a variant is alone and nothing is cached: in its first cold
/// process; where there is none, in the first that has facts. Null: nothing was recorded.
[[nodiscard]] const ProcessRecord* compileEvidence(const ComparisonData& data, int variant);

/// What one cold process of a variant compiled, in the order compiled; without the start-up graph.
[[nodiscard]] std::vector<CompileFact> compiledGraphs(const ComparisonData& data, int variant);

} // namespace profiler
