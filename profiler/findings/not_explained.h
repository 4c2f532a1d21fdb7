// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace profiler {

struct ComparisonResult;
struct Finding;

/// Adds, for each variant that is slower than the baseline, what of the difference no finding of it
/// explains.
void addNotExplained(const ComparisonResult& judged, std::vector<Finding>& findings);

} // namespace profiler
