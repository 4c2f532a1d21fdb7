// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace profiler {

struct Finding;

/// A setting can mend more than the finding that names it: what it is predicted to win is then the
/// time of all findings of that variant and case together, which is said beside the finding's own.
void addWorthOfRemedies(std::vector<Finding>& findings);

} // namespace profiler
